"""What is told of the last round of a match of Volltreffer."""

from dataclasses import replace

from games.highlights import OF_A_WINNER, Moment
from games.volltreffer.highlights import Bullseye, Closest, Ducked, LastTrick, Leap, Notes, spot
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import act, leading, standing, watch


def told(*markers: int, began: tuple[int, ...] = (25, 25, 25), number: int = 1) -> dict[type, Moment]:
    """Moments of a round whose last trick the first player takes, by kind."""
    state = standing(leading("r2", "y9", "b1"), *markers)
    state = act(replace(state, table=replace(state.table, round=number)), "play r2", "play y9")
    after, events = watch(state, "play b1")
    assert isinstance(after, VolltrefferState)
    found, _ = spot(state, after, events, Notes(began))
    return {type(moment): moment for moment in found}


def test_the_last_trick_is_told_if_it_changed_who_wins() -> None:
    assert told(56, 50, 40, began=(56, 50, 40)).keys() == {LastTrick}
    assert told(66, 62, 40, began=(66, 62, 40)).keys() == {LastTrick, Ducked}
    assert told(50, 62, 40, began=(50, 62, 40)).keys() == {Ducked}


def test_a_win_lost_in_the_last_round_is_told_rather_than_one_that_the_winner_lost_earlier() -> None:
    assert told(66, 62, 40)[LastTrick].weight > OF_A_WINNER * told(66, 50, 40)[LastTrick].weight


def test_66_is_told_and_two_in_the_zone_are_compared() -> None:
    assert Bullseye in told(40, 66, 50)
    assert Closest in told(59, 62, 50)


def test_who_won_alone_in_the_zone_is_told_of_their_way_if_it_was_long() -> None:
    long = told(58, 40, 40, began=(48, 50, 30), number=2)[Leap]

    assert isinstance(long, Leap)
    assert (long.start, long.end, long.is_farthest) == (48, 63, False)
    assert Leap not in told(58, 40, 40, began=(49, 50, 30), number=2)


def test_a_win_that_all_share_is_nobodys_feat() -> None:
    assert told(56, 61, 61, began=(56, 61, 61)).keys() == {LastTrick}


def test_who_was_farthest_from_the_zone_came_a_long_way() -> None:
    first, second = (told(58, 40, 40, began=(30, 50, 50), number=number)[Leap] for number in (1, 2))

    assert isinstance(first, Leap)
    assert isinstance(second, Leap)
    assert (first.is_farthest, second.is_farthest) == (False, True)
