"""Moves: who can make one, when, and its effects."""

import asyncio

import pytest

from bot.errors import AlreadyCounted, MatchOver, NotYourSeat, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from games.bluff.actions import LIFT, Bid
from games.core import IllegalAction, MalformedAction
from tests.bot.people import ANA, BEN, CLEO, begun, decision, lobby, play, play_out, play_robot, to_act, waiting


async def test_a_move_is_on_the_disk_when_it_is_acknowledged(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)

    await play(matches, match, "bid 2x3")

    assert (await store.log(match.table.id))[-1].text == "bid 2x3"


async def test_a_move_passes_the_turn_on(matches: Matches) -> None:
    match = await begun(matches, BEN)

    after = await play(matches, match, "bid 2x3")

    assert to_act(after) == waiting(match)


async def test_a_player_who_is_not_at_the_table_cannot_play(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(NotYourSeat):
        await matches.play.move(match.table.id, CLEO.user_id, decision(match), "bid 2x3")


async def test_nobody_plays_out_of_turn(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(StaleClick):
        await matches.play.move(match.table.id, waiting(match).user_id, decision(match), "bid 2x3")


async def test_a_button_of_an_earlier_decision_plays_nothing(matches: Matches) -> None:
    match = await begun(matches, BEN)
    after = await play(matches, await play(matches, match, "bid 2x3"), "bid 3x3")

    with pytest.raises(StaleClick):
        await matches.play.move(match.table.id, to_act(after).user_id, decision(match), "bid 4x3")


async def test_there_is_nothing_to_play_before_the_start(matches: Matches) -> None:
    table = await lobby(matches, BEN)

    with pytest.raises(StaleClick):
        await matches.play.move(table.id, ANA.user_id, 0, "bid 2x3")


async def test_there_is_nothing_to_play_after_the_end(matches: Matches) -> None:
    match = await play_out(matches, await begun(matches, BEN))

    with pytest.raises(MatchOver):
        await matches.play.move(match.table.id, ANA.user_id, decision(match), "bid 2x3")


async def test_a_text_that_is_no_action_is_refused(matches: Matches) -> None:
    match = await begun(matches, BEN)

    with pytest.raises(MalformedAction):
        await play(matches, match, "fold")


async def test_a_bid_that_is_too_low_is_refused_with_the_reason(matches: Matches) -> None:
    match = await play(matches, await begun(matches, BEN), "bid 3x3")

    with pytest.raises(IllegalAction, match="Anything up to 3 × 3 is too low"):
        await play(matches, match, "bid 2x3")


@pytest.mark.parametrize(
    "text", ["fold", "lift", "bid 99x3", "roll 1 / 2", "bid 2x3;fold", "bid 2x3;lift", "bid 2x3;stand;bid 3x3", ""]
)
async def test_a_refused_move_changes_nothing(matches: Matches, store: Store, text: str) -> None:
    match = await begun(matches, BEN, reroll=True)
    log = await store.log(match.table.id)

    with pytest.raises((IllegalAction, MalformedAction)):
        await play(matches, match, text)

    assert await matches.get(match.table.id) is match
    assert await store.log(match.table.id) == log


async def test_a_bid_and_what_is_shown_with_it_are_one_click(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN, reroll=True)

    after = await play(matches, match, "bid 2x3;stand")

    assert [move.text for move in await store.log(match.table.id)][-2:] == ["bid 2x3", "stand"]
    assert to_act(after) == waiting(match)


async def test_of_two_clicks_on_the_same_button_one_counts(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)

    both = await asyncio.gather(
        play(matches, match, "bid 2x3"), play(matches, match, "bid 2x3"), return_exceptions=True
    )

    assert [type(answer) for answer in both if isinstance(answer, BaseException)] == [AlreadyCounted]
    assert [move.text for move in await store.log(match.table.id)].count("bid 2x3") == 1


async def robots_turn(matches: Matches) -> Match:
    """A match in which a computer player is to act."""
    match = await begun(matches, robots=1)
    return match if match.robot_to_act is not None else await play(matches, match, "bid 1x1")


async def test_a_computer_player_moves_when_it_is_to_act(matches: Matches, store: Store) -> None:
    match = await robots_turn(matches)

    after = await play_robot(matches, match)

    assert after.length > match.length
    assert len(await store.log(match.table.id)) == after.length


async def test_a_computer_player_that_answers_too_late_makes_no_move(matches: Matches) -> None:
    match = await robots_turn(matches)
    seat = match.robot_to_act
    assert seat is not None
    after = await matches.play.move_robot(match.table.id, seat, match.decision, Bid(1, 3))

    assert await matches.play.move_robot(match.table.id, seat, match.decision, LIFT) is after


async def test_no_computer_moves_for_a_person(matches: Matches) -> None:
    match = await begun(matches, BEN)
    seat = match.table.seat_of(to_act(match).user_id)
    assert seat is not None

    assert await matches.play.move_robot(match.table.id, seat, match.decision, Bid(1, 3)) is match


async def test_every_change_is_told_after_it_is_on_the_disk(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)
    told: list[int] = []
    matches.on_change.append(lambda changed: told.append(changed.length))

    after = await play(matches, match, "bid 2x3")

    assert told == [after.length] == [len(await store.log(match.table.id))]
