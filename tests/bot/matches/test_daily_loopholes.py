"""Ways around the one try at a daily match, and to the deal before its day is over. None of them works."""

import json
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import NotAllowed
from bot.matches.intents import Matches
from bot.matches.privacy import Exports, Forgetting
from bot.store.privacy import ExportStore
from bot.store.schema import dailies
from bot.store.store import Store
from bot.tables.periods import closes_at
from bot.tables.table import Robot, Table
from tests.bot.daily_matches import DAY, ELSEWHERE, finish, move, take
from tests.bot.people import ANA, BEN, draft
from tests.bot.retaining import retention_of
from tests.clock import Clock, Naps

NO_SECOND_TRY = "already played this daily"


async def unstarted(matches: Matches, store: Store) -> Table:
    """A daily match of Ana's that a crash has kept from beginning."""
    robots = [Robot("medium", name) for name in ("Ada", "Cora", "Enzo")]
    return await store.open(draft(ANA, *robots, options={}, day=matches.dailies.today), key=bytes(32))


async def exported(engine: AsyncEngine, clock: Clock) -> dict[str, Any]:
    """The only match in Ana's file."""
    found = json.loads(await Exports(ExportStore(engine)).of_person(ANA.user_id, clock()))
    (entry,) = found["matches"]
    assert isinstance(entry, dict)
    return entry


async def test_no_file_has_the_deal_while_others_can_still_play_it(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    match = await finish(matches, await take(matches))
    for moment in (clock.now, closes_at(match.table.day or 0) - 1):
        clock.now = moment
        entry = await exported(engine, clock)
        assert entry["phase"] == "over"
        assert not {"record", "own_moves"} & set(entry)

    clock.now += 1
    assert "record" in await exported(engine, clock)


@pytest.mark.parametrize("is_done", [True, False])
async def test_to_have_ones_data_deleted_gives_no_second_try(
    matches: Matches, store: Store, forgetting: Forgetting, is_done: bool
) -> None:
    match = await take(matches)
    await (finish if is_done else move)(matches, match)
    for _ in range(2):
        await forgetting.forget(ANA.user_id)
        with pytest.raises(NotAllowed, match=NO_SECOND_TRY):
            await take(matches, place=ELSEWHERE)

    (found,) = (await store.dailies.tries(ANA.user_id, matches.dailies.today)).values()
    assert found.user_id < 0
    assert (found.match_id, found.score) == (None, None)
    assert not await store.dailies.days(ANA.user_id)
    assert (await take(matches, "tuecke")).table.is_open
    assert (await take(matches, player=BEN)).table.is_open


async def test_the_mark_of_somebody_forgotten_goes_once_its_deal_cannot_be_played(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, *, clock: Clock, naps: Naps
) -> None:
    day = (await take(matches)).table.day or 0
    clock.now = (day + 1) * DAY
    await take(matches)
    await forgetting.forget(ANA.user_id)
    assert await days_on_disk(engine) == [day, day + 1]

    retention = retention_of(engine, matches, clock=clock, sleep=naps)
    await retention.tick()
    assert await days_on_disk(engine) == [day, day + 1]
    clock.now = closes_at(day)
    await retention.tick()
    assert await days_on_disk(engine) == [day + 1]


async def test_tries_of_closed_days_leave_no_mark(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, clock: Clock
) -> None:
    match = await finish(matches, await take(matches))
    clock.now = closes_at(match.table.day or 0)
    await forgetting.forget(ANA.user_id)

    assert not await days_on_disk(engine)


async def test_a_match_that_has_not_begun_cannot_be_changed(matches: Matches, store: Store) -> None:
    table, own = await unstarted(matches, store), ANA.user_id
    for change in (
        matches.lobby.add_words(table.id, own, "other cards, please"),
        matches.lobby.remove(table.id, own, Robot("medium")),
        matches.lobby.add_robot(table.id, own, Robot("easy")),
        matches.lobby.leave(table.id, own),
        matches.lobby.join(table.id, BEN),
    ):
        with pytest.raises(NotAllowed, match="already started"):
            await change

    begun = await take(matches)
    assert begun.table.phase == "playing"
    assert begun.table.sitters == table.sitters


async def days_on_disk(engine: AsyncEngine) -> list[int]:
    """The days of all tries that are still stored."""
    async with engine.connect() as db:
        return list((await db.execute(select(dailies.c.day).order_by(dailies.c.day))).scalars())
