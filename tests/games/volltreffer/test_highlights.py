"""What is told of the last round of a match of Volltreffer."""

from dataclasses import replace

from games.highlights import Moment
from games.volltreffer.highlights import Alone, Bullseye, Closest, Ducked, LastTrick, Leap, Notes, spot
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
    assert told(56, 50, 40).keys() == {LastTrick, Alone}
    assert told(66, 62, 40).keys() == {LastTrick, Alone, Ducked}
    assert told(50, 62, 40).keys() == {Alone, Ducked}


def test_66_is_told_and_two_in_the_zone_are_compared() -> None:
    assert Bullseye in told(40, 66, 50)
    assert Closest in told(59, 62, 50)


def test_a_win_that_all_share_is_nobodys_feat() -> None:
    assert told(56, 61, 61).keys() == {LastTrick}


def test_who_was_farthest_from_the_zone_came_a_long_way() -> None:
    assert Leap in told(58, 40, 40, began=(30, 50, 50), number=2)
    assert Leap not in told(58, 40, 40, began=(30, 50, 50))
