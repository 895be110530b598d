"""What is told of a round of Auf falscher Fährte."""

import pytest

from games.cards import COLOUR_OF_WORD
from games.core import Seat
from games.faehrte.events import RoundScored
from games.faehrte.highlights import LastTrick, NewTrump, Sweep, Tipped, Turned, spot
from games.highlights import Moment
from tests.games.faehrte.tables import act, playing, watch

ANA, BLUE = Seat(0), COLOUR_OF_WORD["blue"]


def told(*tricks: int, hidden: str = "r9 y9 g9", turned: Turned | None = None) -> dict[type, Moment]:
    """Moments of a match of one round whose last trick the first player takes after these, by kind."""
    state = act(playing("r5 / y3 / g2", turned=hidden, tricks=tricks), "play r5", "play y3")
    after, events = watch(state, "play g2")
    found, _ = spot(state, after, events, turned)
    return {type(one): one for one in found}


def test_a_last_trick_of_jokers_alone_turned_nothing() -> None:
    state = act(playing("J / J / J", jokers_gone=3, tricks=(4, 4, 4)), "play J", "play J")
    after, events = watch(state, "play J")
    found, _ = spot(state, after, events, None)

    assert any(isinstance(event, RoundScored) for event in events)
    assert LastTrick not in map(type, found)


def test_the_last_trick_is_told_of_who_took_it_if_it_decided_the_match() -> None:
    last = told(4, 5, 2)[LastTrick]

    assert isinstance(last, LastTrick)
    assert (last.seat, last.before, last.after) == (ANA, 2, 3)
    assert LastTrick not in told(3, 5, 3)


def test_two_tricks_of_three_are_a_sweep() -> None:
    assert Sweep in told(7, 2, 2)
    assert Sweep not in told(6, 3, 2)


@pytest.mark.parametrize(("hidden", "is_just"), [("r9 y3 g2", True), ("r9 y4 g2", True), ("r9 y5 g2", False)])
def test_a_total_is_just_enough_if_it_is_within_two_of_the_border(hidden: str, is_just: bool) -> None:
    state = playing("r5 / y3 / g2", turned=hidden, tricks=(7, 2, 2))

    assert state.hidden[ANA] is not None
    assert (Tipped in told(7, 2, 2, hidden=hidden)) == is_just


def test_a_new_trump_is_told_of_who_won_the_round_with_it() -> None:
    assert NewTrump in told(6, 3, 2, turned=Turned(ANA, BLUE, (3, 3, 2)))
    assert NewTrump not in told(4, 6, 1, turned=Turned(ANA, BLUE, (1, 6, 1)))
    assert NewTrump not in told(6, 3, 2, turned=Turned(ANA, BLUE, (5, 1, 2)))
