"""Deletions at once, in the middle of something, and broken off: all of it is deleted, or it can be asked for again."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import Busy
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Forgetting
from bot.store.connection import reader
from bot.store.privacy import PrivacyStore
from bot.store.schema import players
from bot.store.schema import results as results_table
from bot.store.store import Store
from bot.tables.table import Person
from tests.bot.matches.forgotten import ids_in
from tests.bot.people import ANA, BEN, CLEO, begun, lobby, play_out
from tests.clock import Clock
from tests.database import database, undeletable


async def test_two_deletions_at_once_delete_once(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting
) -> None:
    await play_out(matches, match)

    both = await asyncio.gather(forgetting.forget(BEN.user_id), forgetting.forget(BEN.user_id))

    assert sorted(gone.results for gone in both) == [0, 1]
    assert BEN.user_id not in await ids_in(engine)


async def test_people_of_the_same_tables_can_be_forgotten_at_once(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting
) -> None:
    for _ in range(3):
        await begun(matches, BEN, CLEO)

    await asyncio.gather(*(forgetting.forget(person.user_id) for person in (ANA, BEN, CLEO)))

    assert {one for one in await ids_in(engine) if one and one > 0} == set()


class Restless(PrivacyStore):
    """A store whose person sits down again each time before they're forgotten."""

    matches: Matches
    times: int

    async def matches_of(self, user_id: int) -> list[int]:
        ids = await super().matches_of(user_id)
        if self.times:
            self.times -= 1
            await lobby(self.matches)
        return ids


@pytest.mark.parametrize(("times", "ends"), [(2, True), (99, False)], ids=["twice", "always"])
async def test_somebody_who_sits_down_meanwhile_leaves_that_table_too(
    engine: AsyncEngine, matches: Matches, *, times: int, ends: bool
) -> None:
    store = Restless(engine)
    store.matches, store.times = matches, times
    forgetting = Forgetting(matches, Store(engine), store)

    if not ends:
        with pytest.raises(Busy):
            await forgetting.forget(ANA.user_id)
        return
    await forgetting.forget(ANA.user_id)

    assert ANA.user_id not in await ids_in(engine)


async def test_if_deletion_fails_nothing_is_lost_and_it_can_be_asked_for_again(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting
) -> None:
    await play_out(matches, match)
    async with engine.connect() as db:
        before = (await db.execute(select(results_table))).all()
    async with undeletable(engine, "players"):
        with pytest.raises(Exception, match="broken"):
            await forgetting.forget(BEN.user_id)

    async with engine.connect() as db:
        assert (await db.execute(select(results_table))).all() == before
        assert (await db.execute(select(players.c.user_id))).scalars().all() == [1, 2, 3]
    await forgetting.forget(BEN.user_id)

    assert BEN.user_id not in await ids_in(engine)


async def test_a_table_that_cannot_be_shown_does_not_undo_the_deletion(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(changed: Match) -> None:
        if BEN not in changed.table.people:
            raise RuntimeError

    matches.on_change.append(fail)

    await forgetting.forget(BEN.user_id)

    assert f"table {match.table.id} cannot be shown" in caplog.text
    assert BEN.user_id not in await ids_in(engine)


def files_with(name: str, folder: Path) -> list[str]:
    """The files in which a name can be found."""
    return [file.name for file in folder.iterdir() if name.encode() in file.read_bytes()]


async def test_the_files_of_a_running_bot_keep_no_trace(tmp_path: Path, clock: Clock) -> None:
    zoe = Person(77_000_001, "Zoë Quux")
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        matches = Matches(Store(engine), clock=clock, rng=Random(1))
        await play_out(matches, await begun(matches, zoe))
        table = await lobby(matches, zoe)
        assert files_with(zoe.name, tmp_path)

        await Forgetting(matches, Store(engine), PrivacyStore(engine)).forget(zoe.user_id)

        assert files_with(zoe.name, tmp_path) == []
        assert (await matches.get(table.id)).table.people == (ANA,)


async def test_a_reader_of_the_database_does_not_keep_anyone_from_being_forgotten(tmp_path: Path, clock: Clock) -> None:
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        matches = Matches(Store(engine), clock=clock, rng=Random(1))
        await play_out(matches, await begun(matches, BEN))

        async with reader(engine).connect() as reading:
            assert (await reading.execute(select(players))).all()
            await Forgetting(matches, Store(engine), PrivacyStore(engine)).forget(BEN.user_id)

        assert BEN.user_id not in await ids_in(engine)


async def test_memory_is_told_before_the_log_is_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    told_before: list[list[int]] = []
    monkeypatch.setattr("bot.store.privacy._empty_log", lambda _: told_before.append(told.copy()))
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        matches = Matches(Store(engine), clock=Clock(), rng=Random(1))
        forgetting = Forgetting(matches, Store(engine), PrivacyStore(engine))
        forgetting.on_forgotten.append(told.append)

        await forgetting.forget(BEN.user_id)

    assert told_before == [[BEN.user_id]]
