"""Stepping through a match: where a reader stops, and what has happened since the stop before."""

from random import Random

import pytest

from games.catalogue import GAMES
from games.core import CHANCE, Move, Seat, play_out
from games.steps import KEPT, Replay

BLUFF = tuple(
    Move(Seat(seat), text)
    for seat, text in (
        (-1, "opening 1 2 3 4 5 / 5 5 5 5 5"),
        (-1, "roll 1 1 2 3 * / 2 2 4 5 5"),
        (1, "bid 3x2"),
        (1, "expose 2 2"),
        (-1, "reroll 1 1 1"),
        (0, "bid 9x2"),
        (0, "stand"),
        (1, "lift"),
    )
)

HANDS = " / ".join(" ".join(f"{colour}{number}" for number in range(13)) for colour in "rygb")
"""Each of four players has a colour of their own."""

HIDING = tuple(
    Move(Seat(seat), text)
    for seat, text in (
        (-1, f"deal 0 / {HANDS}"),
        (0, "hide r0"),
        (1, "hide y1"),
        (2, "hide g2"),
        (3, "hide b3"),
        (-1, "pile r0 y1 g2 b3"),
    )
)


@pytest.fixture
def bluff() -> Replay:
    return Replay(GAMES["bluff"].game, 2, {"reroll": True}, BLUFF)


def done(replay: Replay, stop: int) -> list[str]:
    return [action.to_text() for _, action in replay.turn(stop).done]


def test_a_bid_and_what_is_shown_with_it_are_one_step(bluff: Replay) -> None:
    assert bluff.stops == (2, 5, 7, 8)
    assert done(bluff, 5) == ["bid 3x2", "expose 2 2", "reroll 1 1 1"]
    assert [action.to_text() for _, action in bluff.turn(5).by_players] == ["bid 3x2", "expose 2 2"]


def test_the_first_step_is_after_the_deal(bluff: Replay) -> None:
    assert done(bluff, 2) == [move.text for move in BLUFF[:2]]
    assert bluff.turn(2).by_players == ()
    assert bluff.rounds == (2,)


def test_a_choice_of_everyone_is_one_step() -> None:
    replay = Replay(GAMES["faehrte"].game, 4, {}, HIDING)

    assert replay.stops == (1, 6)
    assert replay.turn(6).is_simultaneous
    assert not replay.turn(1).is_simultaneous


@pytest.mark.parametrize(("move", "stop"), [(0, 2), (1, 2), (2, 2), (4, 2), (5, 5), (8, 8), (999_999, 8)])
def test_every_number_leads_to_a_stop(bluff: Replay, move: int, stop: int) -> None:
    assert bluff.stop(move) == stop


def test_a_round_ends_with_a_step_of_its_own_before_the_next_deal() -> None:
    listing = GAMES["tuecke"]
    log = play_out(listing.game, 4, {"rounds": 2}, listing.computers["steady"], Random(1))
    replay = Replay(listing.game, 4, {"rounds": 2}, log)
    first, second = replay.rounds

    assert replay.turn(second - 1).ends_round
    assert CHANCE in replay.state(second - 1).to_act
    assert [seat for seat, _ in replay.turn(second).done] == [CHANCE]
    assert first == 1


def test_every_state_is_the_one_that_the_log_leads_to() -> None:
    game, seats = GAMES["bluff"].game, 4
    log = play_out(game, seats, {}, GAMES["bluff"].computers["steady"], Random(1))
    replay, state = Replay(game, seats, {}, log), game.start(seats, {})
    assert len(log) > 2 * KEPT
    for number, move in enumerate(log):
        assert replay.state(number) == state
        state = state.apply(move.seat, game.parse_action(move.text)).state
    assert replay.state(len(log)) == state
