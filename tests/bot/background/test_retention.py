"""Old data is deleted by itself, and once, although two processes do it at once or one is killed while it does."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from random import Random

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.retention import (
    BATCH,
    CLOSED_SECONDS,
    DAILY_DAYS,
    DEPARTED_SECONDS,
    LIST_SECONDS,
    LOOK_SECONDS,
    PUZZLE_DAYS,
    Retention,
)
from bot.errors import MatchOver
from bot.matches.intents import Matches
from bot.messages.preferences import Preferences
from bot.store.invitations import LIMIT_SECONDS
from bot.store.preferences import PreferenceStore
from bot.store.schema import departures, invitations, metadata, ratings
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import day_of
from bot.tables.table import Place
from tests.bot.daily_matches import finish, take
from tests.bot.people import ANA, BEN, HERE, STEADY, begun, lobby, play_out
from tests.bot.results import NOW, Played
from tests.bot.retaining import retention_of
from tests.clock import Clock, Naps
from tests.database import undeletable

OTHER = Place(11, 21)


@dataclass
class House:
    """The retention, and the servers that the bot is on."""

    retention: Retention
    clock: Clock
    naps: Naps
    present: Collection[int] | None = field(default_factory=lambda: {HERE.guild_id, OTHER.guild_id})

    async def after(self, seconds: float) -> None:
        """Lets time pass, and looks."""
        self.clock.now += seconds
        await self.retention.tick()

    async def leave(self) -> None:
        """Has the server where people have played remove the bot."""
        self.present = {OTHER.guild_id}
        await self.after(0)


@pytest.fixture
async def preferences(engine: AsyncEngine) -> Preferences:
    return Preferences(PreferenceStore(engine))


@pytest.fixture
def house(engine: AsyncEngine, matches: Matches, preferences: Preferences, *, clock: Clock, naps: Naps) -> House:
    retention = retention_of(
        engine, matches, clock=clock, sleep=naps, present=lambda: made.present, preferences=preferences
    )
    made = House(retention, clock, naps)
    return made


async def is_there(matches: Matches, match_id: int) -> bool:
    try:
        await matches.get(match_id)
    except MatchOver:
        return False
    return True


async def test_a_lobby_and_a_lesson_are_deleted_a_day_after_it_ended(matches: Matches, house: House) -> None:
    closed = await lobby(matches)
    await matches.lobby.leave(closed.id, ANA.user_id)
    over = await matches.lessons.take("bluff", options={}, place=HERE, learner=ANA, robot=STEADY)
    under_way = await matches.lessons.take("bluff", options={}, place=HERE, learner=BEN, robot=STEADY)
    await matches.lessons.end(over.table.id)

    await house.after(CLOSED_SECONDS - 1)
    assert await is_there(matches, over.table.id)
    await house.after(LOOK_SECONDS)

    assert not await is_there(matches, over.table.id)
    assert not await is_there(matches, closed.id)
    assert await is_there(matches, under_way.table.id)


async def test_a_daily_match_is_deleted_after_some_days_but_not_what_it_came_to(
    matches: Matches, store: Store, house: House
) -> None:
    match = await finish(matches, await take(matches, "faehrte"))

    await house.after((DAILY_DAYS - 1) * DAY_SECONDS)
    assert await is_there(matches, match.table.id)
    await house.after(2 * DAY_SECONDS)

    assert not await is_there(matches, match.table.id)
    assert (await store.dailies.tries(ANA.user_id, match.table.day or 0))["faehrte"].score is not None


async def test_puzzle_days_go_once_none_of_them_counts_any_more(store: Store, house: House) -> None:
    today, keeps = day_of(int(house.clock.now)), BEN.user_id
    for user_id, day in ((ANA.user_id, today - 40), (ANA.user_id, today), (keeps, today + 1), (keeps, today - 40)):
        await store.dailies.note_solved(user_id, day, "bluff")

    await house.after(PUZZLE_DAYS * DAY_SECONDS)
    assert [*await store.dailies.solved(ANA.user_id)] == [today, today - 40]
    await house.after(DAY_SECONDS)

    assert not await store.dailies.solved(ANA.user_id)
    assert len(await store.dailies.solved(keeps)) == 2


async def test_matches_stay_whether_over_cancelled_or_open(matches: Matches, house: House) -> None:
    over = await play_out(matches, await begun(matches, BEN))
    cancelled = await begun(matches, BEN)
    await matches.seats.cancel(cancelled.table.id, ANA.user_id, "playing", moderator=True)
    waiting, playing = await lobby(matches), await begun(matches, BEN)

    await house.after(99 * CLOSED_SECONDS)

    for number in (over.table.id, cancelled.table.id, waiting.id, playing.table.id):
        assert await is_there(matches, number)


# Servers


async def rows(engine: AsyncEngine) -> dict[str, int]:
    """The number of rows of each table that has any, without those that belong to nobody."""
    async with engine.connect() as db:
        counts = {
            table.name: (await db.execute(select(func.count()).select_from(table))).scalar_one()
            for table in metadata.sorted_tables
            if table.name not in {"life", "emojis"}
        }
    return {name: number for name, number in counts.items() if number}


@pytest.fixture
async def lived(engine: AsyncEngine, preferences: Preferences) -> None:
    """A match, with a choice of the server."""
    await Played(Store(engine))((ANA, 1), (BEN, 0))
    await preferences.choose("community", HERE.community_id, pictures=False)


@pytest.mark.usefixtures("lived")
async def test_a_server_that_removed_the_bot_is_forgotten_30_days_after_it_was_first_missed(
    engine: AsyncEngine, preferences: Preferences, house: House
) -> None:
    await house.leave()
    first = int(house.clock.now)

    await house.after(DEPARTED_SECONDS - LIST_SECONDS)
    async with engine.connect() as db:
        assert (await db.execute(select(departures))).all() == [(HERE.guild_id, first)]
    await house.after(LIST_SECONDS - 1)
    assert "matches" in await rows(engine)
    await house.after(LOOK_SECONDS)

    assert await rows(engine) == {}
    assert preferences.shows_pictures(HERE)


async def test_a_server_without_matches_is_forgotten_too(
    engine: AsyncEngine, preferences: Preferences, house: House
) -> None:
    await preferences.choose("community", HERE.community_id, pictures=False)
    await house.leave()
    await house.after(DEPARTED_SECONDS)

    assert await rows(engine) == {}


# Several processes


class Killed(BaseException):
    """Ends a process between two of its steps."""


def survived(steps: int) -> Callable[[float], Awaitable[None]]:
    """The pauses of a process that is killed at the one after these."""
    left = iter(range(steps))

    async def pause(_seconds: float) -> None:
        if next(left, None) is None:
            raise Killed
        await asyncio.sleep(0)

    return pause


@pytest.mark.parametrize("steps", range(3))
async def test_the_next_processes_go_on_at_once_where_one_was_killed(
    engine: AsyncEngine, clock: Clock, steps: int
) -> None:
    def process(steps: int = 1000) -> Retention:
        own = Matches(Store(engine), clock=clock, rng=Random(1))
        retention = retention_of(engine, own, clock=clock, sleep=survived(steps))
        retention.keep_days = 2
        return retention

    played = Played(Store(engine))
    for number in range(2 * BATCH + 1):
        await played((ANA, 2), (BEN, 1), at=NOW + number)
    await played((ANA, 2), (BEN, 1), at=int(clock.now))
    with pytest.raises(Killed):
        await process(steps).tick()
    await asyncio.gather(process().tick(), process().tick())

    kept = await rows(engine)
    assert kept["matches"] == 1
    async with engine.connect() as db:
        assert (await db.execute(select(func.max(ratings.c.matches)))).scalar_one() == 2 * BATCH + 2


@pytest.mark.usefixtures("lived")
async def test_an_interrupted_forgetting_goes_on_with_the_next_look(engine: AsyncEngine, house: House) -> None:
    await house.leave()
    async with undeletable(engine, "players"):
        with pytest.raises(Exception, match="broken"):
            await house.after(DEPARTED_SECONDS)
        assert "departures" in await rows(engine)

    await house.after(0)

    assert await rows(engine) == {}


async def test_invitations_are_kept_for_as_long_as_they_count(
    house: House, matches: Matches, engine: AsyncEngine
) -> None:
    async def kept() -> int:
        async with engine.connect() as db:
            return (await db.execute(select(func.count()).select_from(invitations))).scalar_one()

    table = await lobby(matches)
    await matches.lobby.invite(table.id, ANA.user_id, BEN)
    await house.after(LIMIT_SECONDS)
    assert await kept() == 1
    await house.after(LOOK_SECONDS)
    assert await kept() == 0
