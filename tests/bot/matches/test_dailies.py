"""Daily matches: one try a day, the same deal for everyone, nothing of it counts elsewhere, and no way around that."""

import asyncio
import json
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.matches.intents import Matches
from bot.matches.privacy import Exports, Forgetting
from bot.store.privacy import ExportStore
from bot.store.schema import dailies
from bot.tables.periods import closes_at
from bot.tables.table import Robot
from games.catalogue import GAMES
from tests.bot.daily_matches import DAY, ELSEWHERE, finish, log_of, move, take
from tests.bot.people import ANA, BEN, draft
from tests.bot.retaining import retention_of
from tests.clock import Clock, Naps


@pytest.mark.parametrize("game", GAMES)
async def test_everyone_who_plays_alike_sees_alike(matches: Matches, anew: Matches, game: str) -> None:
    one, other = await take(matches, game), await take(anew, game, player=BEN, place=ELSEWHERE)
    assert one.table.day == matches.dailies.today
    assert one.asks(ANA.user_id)
    one, other = await finish(matches, one), await finish(anew, other)
    assert await log_of(matches, one) == await log_of(matches, other)
    assert one.table.sitters[1:] == other.table.sitters[1:]


async def test_each_day_and_each_secret_has_a_deal_of_its_own(matches: Matches, clock: Clock) -> None:
    other = Matches(matches.store, clock=clock, rng=Random(1), daily_secret="another")
    logs = [await log_of(matches, await take(matches)), await log_of(matches, await take(other, player=BEN))]
    clock.now += DAY
    logs.append(await log_of(matches, await take(matches)))
    assert logs[0] != logs[1]
    assert logs[0] != logs[2]
    assert len(await matches.store.dailies.secret()) == 32


async def test_two_clicks_on_two_servers_begin_one_match_that_goes_on_on_either(matches: Matches) -> None:
    one, other = await asyncio.gather(take(matches), take(matches, place=ELSEWHERE))
    assert one.table.id == other.table.id
    moved = await move(matches, one)
    assert await take(matches, place=ELSEWHERE) == moved != one


async def test_a_match_that_is_finished_or_left_is_the_only_one_of_its_day(matches: Matches, clock: Clock) -> None:
    match = await finish(matches, await take(matches))
    left = await take(matches, "faehrte")
    await matches.seats.quit(left.table.id, ANA.user_id)
    assert await take(matches, place=ELSEWHERE) == match
    assert not (await take(matches, "faehrte")).table.is_open
    clock.now = ((match.table.day or 0) + 1) * DAY
    assert (await take(matches)).table.day == (match.table.day or 0) + 1


async def test_computer_players_that_a_crash_has_stopped_go_on_as_planned(matches: Matches, anew: Matches) -> None:
    expected = await move(matches, await take(matches, "faehrte", player=BEN))
    match = await take(matches, "faehrte")
    text = match.view(match.table.seat_of(1)).legal_actions[0].to_text()
    await matches.play._move(match.table.id, 1, match.decision, text)
    assert (await take(anew, "faehrte")).state == expected.state


async def test_its_end_is_stored_with_its_last_move_and_counts_nowhere_else(matches: Matches) -> None:
    match = await finish(matches, await take(matches))
    assert match.state
    assert match.state.outcome
    score = (await matches.store.dailies.tries(1, match.table.day or 0))["bluff"].score
    assert score
    assert (score.place, score.points) == (match.state.outcome.places[0], match.state.outcome.scores[0])
    assert (match.changes, await matches.store.ids_to_draw(), await matches.store.open_tables_of(1)) == ({}, [], [])


async def test_it_closes_an_hour_after_midnight(matches: Matches, clock: Clock) -> None:
    match, other = await move(matches, await take(matches, "faehrte")), await take(matches)
    clock.now = closes_at(match.table.day or 0) - 1
    await matches.dailies.lapse()
    match = await move(matches, await matches.dailies.resume(match.table.id, 1))

    clock.now += 1
    with pytest.raises(MatchOver):
        await move(matches, match)
    assert (await matches.dailies.resume(other.table.id, 1)).table.phase == "lapsed"
    await matches.dailies.lapse()

    assert (await matches.get(match.table.id)).table.phase == "lapsed"
    assert (await matches.store.dailies.tries(1, match.table.day or 0))["faehrte"].score is None


async def test_nobody_else_can_play_or_open_it_and_no_other_match_is_taken_for_one(matches: Matches) -> None:
    match = await take(matches)
    lesson = await matches.lessons.take("bluff", options={}, place=ELSEWHERE, learner=ANA, robot=Robot("steady"))
    for intent in (
        matches.dailies.resume(match.table.id, BEN.user_id),
        matches.play.move(match.table.id, BEN.user_id, match.decision, "bid 1x1"),
        matches.dailies.resume(lesson.table.id, ANA.user_id),
    ):
        with pytest.raises(NotYourSeat):
            await intent


async def exported(engine: AsyncEngine, clock: Clock) -> dict[str, Any]:
    """The only match in Ana's file."""
    (entry,) = json.loads(await Exports(ExportStore(engine)).of_person(ANA.user_id, clock()))["matches"]
    assert isinstance(entry, dict)
    return entry


async def test_nobody_gets_a_deal_that_others_can_still_play(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    match = await finish(matches, await take(matches))
    clock.now = closes_at(match.table.day or 0) - 1
    assert not {"record", "own_moves"} & set(await exported(engine, clock))
    with pytest.raises(NotAllowed, match="still playing"):
        await matches.replays.table(match.table.id)
    with pytest.raises(NotAllowed, match="still playing"):
        await matches.verifying.check(match.table)

    clock.now += 1
    assert "record" in await exported(engine, clock)
    assert await matches.replays.table(match.table.id) == match.table


@pytest.mark.parametrize("is_done", [True, False])
async def test_a_deletion_gives_no_second_try(matches: Matches, forgetting: Forgetting, is_done: bool) -> None:
    match = await take(matches)
    await (finish if is_done else move)(matches, match)
    for _ in range(2):
        await forgetting.forget(ANA.user_id)
        with pytest.raises(NotAllowed, match="already played this daily"):
            await take(matches, place=ELSEWHERE)

    (found,) = (await matches.store.dailies.tries(ANA.user_id, matches.dailies.today)).values()
    assert found.user_id < 0
    assert (found.match_id, found.score) == (None, None)
    assert (await take(matches, "tuecke")).table.is_open
    assert (await take(matches, player=BEN)).table.is_open


async def test_the_mark_of_somebody_forgotten_goes_once_its_deal_cannot_be_played(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, *, clock: Clock, naps: Naps
) -> None:
    await take(matches)  # its day will have closed
    clock.now += 2 * DAY
    day = (await take(matches)).table.day or 0
    clock.now = (day + 1) * DAY
    await take(matches)
    await forgetting.forget(ANA.user_id)
    retention = retention_of(engine, matches, clock=clock, sleep=naps)
    for moment, left in ((day + 1) * DAY, [day, day + 1]), (closes_at(day), [day + 1]):
        clock.now = moment
        await retention.tick()
        assert await days_on_disk(engine) == left


async def days_on_disk(engine: AsyncEngine) -> list[int]:
    """The days of all tries that are still stored."""
    async with engine.connect() as db:
        return list((await db.execute(select(dailies.c.day).order_by(dailies.c.day))).scalars())


async def test_a_match_that_a_crash_kept_from_beginning_begins_unchanged(matches: Matches) -> None:
    robots = [Robot("medium", name) for name in ("Ada", "Cora", "Enzo")]
    table = await matches.store.open(draft(ANA, *robots, options={}, day=matches.dailies.today), key=bytes(32))
    lobby, number, own = matches.lobby, table.id, ANA.user_id
    for change in (
        lobby.add_words(number, own, "other cards, please"),
        lobby.remove(number, own, Robot("medium")),
        lobby.add_robot(number, own, Robot("easy")),
        lobby.leave(number, own),
        lobby.join(number, BEN),
    ):
        with pytest.raises(NotAllowed, match="already started"):
            await change

    begun = (await take(matches)).table
    assert (begun.phase, begun.sitters) == ("playing", table.sitters)
