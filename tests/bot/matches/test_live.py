"""Matches in memory follow the disk: stored before they are shown, and reloaded if in doubt."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.matches.service
from bot.errors import MatchOver, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.schema import matches as match_rows
from bot.store.store import Store
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import ANA, BEN, begun, lobby, play, play_out


class FullDisk(Exception):
    """An error that a store may raise at any time."""


class FailingStore(Store):
    """A store that stores moves when a test lets it, and whose disk is full when a test wants."""

    is_full = False
    too_late = False
    """Whether the error comes after the write."""
    awaited: asyncio.Event | None = None
    """What has to happen before the next move is stored."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.is_waiting = asyncio.Event()

    @property
    def append(self) -> Callable[..., object]:  # type: ignore[override]
        """As the store's own."""

        async def wait_and_append(*args: object, **options: object) -> object:
            awaited, self.awaited = self.awaited, None
            if awaited:
                self.is_waiting.set()
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await awaited.wait()
            done = None
            if not self.is_full or self.too_late:
                done = await Store.append(self, *args, **options)  # type: ignore[arg-type]
            if self.is_full:
                raise FullDisk
            return done

        return wait_and_append

    @asynccontextmanager
    async def full(self, *, too_late: bool = False) -> AsyncIterator[None]:
        """Makes the disk full, and expects somebody to notice."""
        self.is_full, self.too_late = True, too_late
        with pytest.raises(FullDisk):
            yield
        self.is_full = False


@pytest.fixture
def store(engine: AsyncEngine) -> FailingStore:
    return FailingStore(engine)


@pytest.fixture
async def match(matches: Matches) -> Match:
    return await begun(matches, BEN)


@pytest.fixture
def told(matches: Matches, match: Match) -> list[Match]:
    """What listeners hear of once the match has begun."""
    assert match
    heard: list[Match] = []
    matches.on_change.append(heard.append)
    return heard


async def test_a_match_comes_back_from_the_disk_as_it_was(matches: Matches, anew: Matches, match: Match) -> None:
    table, under_way = await lobby(matches, BEN), await play(matches, match, "bid 2x3")
    over = await play_out(matches, await begun(matches, BEN, reroll=True))
    assert await anew.get(table.id) == Match(table)
    assert await anew.get(under_way.table.id) == under_way
    assert await anew.get(over.table.id) == over


async def test_a_move_that_is_not_stored_has_not_happened(
    matches: Matches, store: FailingStore, match: Match, told: list[Match]
) -> None:
    async with store.full():
        await play(matches, match, "bid 2x3")
    assert told == []
    assert await matches.get(match.table.id) == match
    assert (await play(matches, match, "bid 2x3")).length == match.length + 1


async def test_a_move_that_fails_after_the_write_is_shown_once(
    matches: Matches, store: FailingStore, match: Match, told: list[Match]
) -> None:
    async with store.full(too_late=True):
        await play(matches, match, "bid 2x3")
    assert told == []
    assert (await matches.get(match.table.id)).length == match.length + 1
    for _ in range(2):
        await matches.announce_missed()
    assert [one.length for one in told] == [match.length + 1]


async def test_a_click_after_that_of_another_process_is_stale(matches: Matches, anew: Matches, match: Match) -> None:
    other = await play(anew, match, "bid 2x3")
    with pytest.raises(StaleClick):
        await play(matches, match, "bid 3x3")
    assert await matches.get(match.table.id) == other


async def test_memory_has_the_latest_matches(matches: Matches, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.matches.service, "CACHED_MATCHES", 2)
    old = await begun(matches, BEN)
    used = await play(matches, match, "bid 2x3")
    await begun(matches, BEN)

    assert matches.in_memory == 2
    assert await matches.get(used.table.id) is used
    again = await matches.get(old.table.id)
    assert again == old
    assert again is not old


async def test_two_tables_do_not_wait_for_each_other(matches: Matches, store: FailingStore, match: Match) -> None:
    quick = await begun(matches, BEN)
    store.awaited = go_on = asyncio.Event()
    waiting = asyncio.create_task(play(matches, match, "bid 2x3"))
    await store.is_waiting.wait()
    assert (await play(matches, quick, "bid 2x3")).length == quick.length + 1
    assert not waiting.done()
    go_on.set()
    assert (await waiting).length == match.length + 1


@pytest.mark.parametrize("ended", [False, True])
async def test_a_match_by_other_rules_is_closed_and_takes_no_moves_but_keeps_its_end(
    matches: Matches, anew: Matches, match: Match, *, store: Store, engine: AsyncEngine, ended: bool
) -> None:
    match = await play_out(matches, match) if ended else match
    async with engine.begin() as db:
        await db.execute(update(match_rows).values(rules_version=0))
    with pytest.raises(MatchOver):
        await anew.play.move(match.table.id, ANA.user_id, match.decision, "bid 2x3")

    assert (await anew.get(match.table.id)).table.phase == "outdated"
    stored = await store.table(match.table.id)
    assert stored
    assert stored.phase == ("over" if ended else "outdated")


async def test_where_the_board_stands_is_kept_quietly(matches: Matches, match: Match, told: list[Match]) -> None:
    await matches.adopt_board(match.table.id, 77)
    await matches.adopt_board(match.table.id, 78)
    assert (await matches.get(match.table.id)).table.board_id == 77
    for _ in range(2):
        await matches.place_board(match.table.id, 77)
    placed = replace(match, table=replace(match.table, board_id=77))
    assert await matches.get(match.table.id) == placed
    assert await matches.store.table(match.table.id) == placed.table
    assert told == []
