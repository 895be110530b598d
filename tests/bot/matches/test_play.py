"""Moves: who can make one, when, and its effects."""

import asyncio

import pytest

from bot.errors import AlreadyCounted, MatchOver, NotYourSeat, NotYourTurn, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from games.bluff.actions import LIFT, Bid
from games.core import IllegalAction, MalformedAction, Seat
from tests.bot.people import ANA, BEN, CLEO, begun, decision, lobby, play, play_out, play_robot, to_act, waiting


@pytest.fixture
async def match(matches: Matches) -> Match:
    """A match between Ana and Ben in which one can reroll after a bid."""
    return await begun(matches, BEN, reroll=True)


async def test_a_bid_and_what_is_shown_with_it_are_one_stored_change(matches: Matches, match: Match) -> None:
    told: list[int] = []
    matches.on_change.append(lambda changed: told.append(changed.length))
    after = await play(matches, match, "bid 2x3;stand")
    log = await matches.store.log(match.table.id)
    assert [move.text for move in log][-2:] == ["bid 2x3", "stand"]
    assert told == [after.length] == [len(log)]
    assert to_act(after) == waiting(match)


async def test_nobody_else_plays_and_no_button_of_an_earlier_decision(matches: Matches, match: Match) -> None:
    number, others_turn = match.table.id, decision(match)
    with pytest.raises(NotYourSeat):
        await matches.play.move(number, CLEO.user_id, others_turn, "bid 2x3")
    with pytest.raises(NotYourTurn):
        await matches.play.move(number, waiting(match).user_id, others_turn, "bid 2x3")
    after = await play(matches, match, "bid 2x3;stand")
    with pytest.raises(StaleClick):
        await matches.play.move(number, to_act(after).user_id, others_turn, "bid 4x3")


async def test_there_is_nothing_to_play_before_the_start_and_after_the_end(matches: Matches, match: Match) -> None:
    table = await lobby(matches, BEN)
    with pytest.raises(StaleClick):
        await matches.play.move(table.id, ANA.user_id, 0, "bid 2x3")
    over = await play_out(matches, match)
    with pytest.raises(MatchOver):
        await matches.play.move(over.table.id, ANA.user_id, decision(over), "bid 2x3")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("fold", MalformedAction),
        ("", MalformedAction),
        ("bid 2x3;fold", MalformedAction),
        ("lift", IllegalAction),
        ("bid 2x3;stand;bid 3x3", IllegalAction),
    ],
)
async def test_a_refused_move_changes_nothing(
    matches: Matches, match: Match, *, text: str, error: type[Exception]
) -> None:
    log = await matches.store.log(match.table.id)
    with pytest.raises(error):
        await play(matches, match, text)
    assert await matches.get(match.table.id) is match
    assert await matches.store.log(match.table.id) == log


async def test_of_two_clicks_on_the_same_button_one_counts(matches: Matches, match: Match, store: Store) -> None:
    both = await asyncio.gather(*(play(matches, match, "bid 2x3;stand") for _ in range(2)), return_exceptions=True)
    assert [type(answer) for answer in both if isinstance(answer, BaseException)] == [AlreadyCounted]
    assert [move.text for move in await store.log(match.table.id)].count("bid 2x3") == 1


async def robots_turn(matches: Matches) -> Match:
    """A match in which a computer player is to act."""
    match = await begun(matches, robots=1)
    return match if match.robot_to_act is not None else await play(matches, match, "bid 1x1")


async def test_a_computer_player_moves_once_when_it_is_to_act(matches: Matches, store: Store) -> None:
    match = await robots_turn(matches)
    seat = match.robot_to_act
    assert seat is not None
    assert await matches.play.move_robot(match.table.id, Seat(1 - seat), match.decision, Bid(1, 3)) is match
    after = await play_robot(matches, match)
    assert after.length > match.length
    assert len(await store.log(match.table.id)) == after.length
    assert await matches.play.move_robot(match.table.id, seat, match.decision, LIFT) is after
