"""Daily matches: one try a day, the same deal for everyone, and nothing of it counts elsewhere."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick, VersionConflict
from bot.matches.intents import Matches
from bot.matches.privacy import Forgetting
from bot.store.store import Store
from bot.tables.periods import closes_at
from bot.tables.standings import results_of
from bot.tables.table import Robot
from games.catalogue import GAMES
from games.core import CHANCE
from tests.bot.daily_matches import DAY, ELSEWHERE, finish, log_of, move, take
from tests.bot.people import ANA, BEN, draft
from tests.clock import Clock


def another_start(store: Store, clock: Clock, seed: int = 2) -> Matches:
    """The same tables after a restart, with other dice of the bot's own."""
    return Matches(store, clock=clock, rng=Random(seed))


@pytest.mark.parametrize("game", GAMES)
async def test_a_daily_match_begins_at_once_and_waits_for_its_player(matches: Matches, game: str) -> None:
    match = await take(matches, game)

    assert match.table.day == matches.dailies.today
    assert match.asks(ANA.user_id)


@pytest.mark.parametrize("game", GAMES)
async def test_everyone_who_plays_alike_sees_alike(matches: Matches, store: Store, clock: Clock, game: str) -> None:
    one = await finish(matches, await take(matches, game))
    others = another_start(store, clock)
    other = await finish(others, await take(others, game, player=BEN, place=ELSEWHERE))

    assert await log_of(matches, one) == await log_of(matches, other)
    assert one.table.sitters[1:] == other.table.sitters[1:]


async def test_whoever_plays_differently_still_gets_the_same_cards(matches: Matches) -> None:
    one = await finish(matches, await take(matches, "tuecke"))
    other = await finish(matches, await take(matches, "tuecke", player=BEN), -1)

    logs = [await log_of(matches, match) for match in (one, other)]
    deals = [[move.text for move in log if move.seat == CHANCE] for log in logs]
    assert logs[0] != logs[1]
    assert deals[0] == deals[1]


async def test_each_day_and_each_game_has_a_deal_of_its_own(matches: Matches, clock: Clock) -> None:
    first = await log_of(matches, await take(matches, "faehrte"))
    clock.now += DAY

    assert await log_of(matches, await take(matches, "faehrte")) != first


async def test_nobody_can_compute_the_deal_without_the_secret(
    matches: Matches, store: Store, clock: Clock, engine: AsyncEngine
) -> None:
    other = Matches(Store(engine), clock=clock, rng=Random(1), daily_secret="another")

    assert await log_of(matches, await take(matches)) != await log_of(matches, await take(other, player=BEN))
    assert await store.dailies.secret() == await Store(engine).dailies.secret()
    assert len(await store.dailies.secret()) == 32


async def test_to_ask_again_is_to_go_on_also_on_another_server(matches: Matches) -> None:
    begun = await move(matches, await take(matches, "faehrte"))

    assert await take(matches, "faehrte", place=ELSEWHERE) == begun


async def test_two_clicks_on_two_servers_begin_one_match(matches: Matches) -> None:
    one, other = await asyncio.gather(take(matches), take(matches, place=ELSEWHERE))

    assert one.table.id == other.table.id


async def test_a_finished_match_is_the_only_one_of_its_day(matches: Matches, clock: Clock) -> None:
    match = await finish(matches, await take(matches))

    assert await take(matches, place=ELSEWHERE) == match
    clock.now += DAY
    assert (await take(matches)).table.id != match.table.id


async def test_the_store_refuses_a_second_try(matches: Matches, store: Store) -> None:
    table = (await take(matches)).table

    with pytest.raises(VersionConflict):
        await store.open(replace(table, id=0, place=ELSEWHERE))
    assert [found.match_id for found in (await store.dailies.tries(1, table.day or 0)).values()] == [table.id]


async def test_a_restart_in_the_middle_loses_nothing(matches: Matches, store: Store, clock: Clock) -> None:
    whole = await log_of(matches, await finish(matches, await take(matches, "faehrte", player=BEN)))
    match = await move(matches, await take(matches, "faehrte"))

    others = another_start(store, clock)
    assert await take(others, "faehrte") == match
    assert await log_of(others, await finish(others, match)) == whole


async def test_a_match_that_a_crash_kept_from_beginning_begins(store: Store, clock: Clock, matches: Matches) -> None:
    robots = [Robot("medium", name) for name in ("Ada", "Cora", "Enzo")]
    await store.open(draft(ANA, *robots, options={}, day=matches.dailies.today))

    assert (await take(another_start(store, clock))).table.phase == "playing"


async def test_computer_players_that_a_crash_has_stopped_go_on_as_they_would_have(
    matches: Matches, store: Store, clock: Clock
) -> None:
    expected = await move(matches, await take(matches, "faehrte", player=BEN))
    match = await take(matches, "faehrte")
    text = match.view(match.table.seat_of(1)).legal_actions[0].to_text()
    await matches.play._move(match.table.id, 1, match.decision, text)

    found = await take(another_start(store, clock), "faehrte")

    assert found.state == expected.state


async def test_how_it_ended_is_stored_with_its_last_move(matches: Matches, store: Store) -> None:
    match = await finish(matches, await take(matches))

    assert match.state is not None
    assert match.state.outcome is not None
    score = (await store.dailies.tries(1, match.table.day or 0))["bluff"].score
    assert score is not None
    assert (score.place, score.points) == (match.state.outcome.places[0], match.state.outcome.scores[0])


async def test_it_counts_nowhere_else(matches: Matches, store: Store) -> None:
    match = await finish(matches, await take(matches))

    assert match.state is not None
    assert match.state.outcome is not None
    assert not results_of(match.table, match.state.outcome)
    assert not await store.ids_to_draw()
    assert not await store.open_tables_of(1)


async def test_it_can_be_finished_within_an_hour_of_midnight_and_then_closes(
    matches: Matches, store: Store, clock: Clock
) -> None:
    match = await move(matches, await take(matches, "faehrte"))
    midnight = (match.table.day or 0) * DAY + DAY
    clock.now = midnight + 3599
    await matches.dailies.lapse()
    match = await move(matches, await matches.dailies.resume(match.table.id, 1))

    clock.now = midnight + 3600
    with pytest.raises(MatchOver):
        await move(matches, match)
    await matches.dailies.lapse()

    assert (await matches.get(match.table.id)).table.phase == "lapsed"
    assert (await store.dailies.tries(1, match.table.day or 0))["faehrte"].score is None


async def test_a_match_that_is_opened_too_late_closes(matches: Matches, clock: Clock) -> None:
    match = await take(matches, "faehrte")
    clock.now = closes_at(match.table.day or 0)

    assert (await matches.dailies.resume(match.table.id, 1)).table.phase == "lapsed"


async def test_a_new_day_begins_at_midnight_even_if_yesterdays_match_is_open(matches: Matches, clock: Clock) -> None:
    yesterday = await take(matches)
    clock.now = ((yesterday.table.day or 0) + 1) * DAY

    assert (await take(matches)).table.day == (yesterday.table.day or 0) + 1


async def test_leaving_uses_up_the_try(matches: Matches) -> None:
    match = await take(matches)
    await matches.seats.quit(match.table.id, 1)

    assert not (await take(matches)).table.is_open


async def test_nobody_else_can_play_or_open_it(matches: Matches) -> None:
    match = await take(matches)

    with pytest.raises(NotYourSeat):
        await matches.dailies.resume(match.table.id, BEN.user_id)
    with pytest.raises(NotYourSeat):
        await matches.play.move(match.table.id, BEN.user_id, match.decision, "bid 1x1")


async def test_no_other_match_is_taken_for_a_daily_one(matches: Matches) -> None:
    lesson = await matches.lessons.take("bluff", options={}, place=ELSEWHERE, learner=ANA, robot=Robot("steady"))

    with pytest.raises(NotYourSeat):
        await matches.dailies.resume(lesson.table.id, 1)


async def test_a_second_click_on_the_same_move_counts_once(matches: Matches) -> None:
    match = await take(matches, "faehrte")
    text = match.view(match.table.seat_of(1)).legal_actions[0].to_text()
    await matches.play.move(match.table.id, 1, match.decision, text)

    with pytest.raises(StaleClick):
        await matches.play.move(match.table.id, 1, match.decision, text)


async def test_a_forgotten_person_leaves_nothing(
    matches: Matches, store: Store, forgetting: Forgetting, clock: Clock
) -> None:
    done, open_ = await finish(matches, await take(matches)), await take(matches, "tuecke")
    await forgetting.forget(1)

    assert not [found for found in (await store.dailies.tries(1, matches.dailies.today)).values() if found.match_id]
    for match in (done, open_):
        with pytest.raises(MatchOver):
            await another_start(store, clock).get(match.table.id)


async def test_a_deal_that_others_can_still_play_is_not_replayed(matches: Matches, clock: Clock) -> None:
    match = await finish(matches, await take(matches, "faehrte"))

    clock.now = closes_at(match.table.day or 0) - 1
    with pytest.raises(NotAllowed):
        await matches.replays.table(match.table.id)
    clock.now += 1
    assert await matches.replays.table(match.table.id) == match.table
