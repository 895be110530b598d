"""What Volltreffer counts when a round is over, with the markers on known squares."""

import pytest

from games.catalogue import GAMES
from games.volltreffer.rules import VolltrefferState
from tests.games.counted import by_default, counted
from tests.games.volltreffer.tables import act, deck, leading, standing

VOLLTREFFER = GAMES["volltreffer"]

LAST = ("play y9", "play y1", "play y2")
"""The last trick of a round, which brings the first player 5 squares."""


def before_last(*markers: int, max_rounds: int = 0) -> VolltrefferState:
    """Round 1 before its last trick. Shape: `markers` are the squares after it."""
    state = leading("y9", "y1", "y2", options={"max_rounds": max_rounds})
    return standing(state, markers[0] - 5, *markers[1:])


def test_each_round_ends_on_a_square() -> None:
    figures = counted(VOLLTREFFER, before_last(30, 22, 17), *LAST)

    assert figures[:3] == ({"round_end": (30, 1)}, {"round_end": (22, 1)}, {"round_end": (17, 1)})


@pytest.mark.parametrize(("square", "off"), [(66, 0), (61, 5), (70, 4), (25, 41), (80, 14)], ids=str)
def test_the_distance_from_66_at_the_end_of_a_match_is_counted(square: int, off: int) -> None:
    _, second, *_ = counted(VOLLTREFFER, before_last(64, square, 17), *LAST)

    assert second == {"round_end": (square, 1), "off_66": (off, 1)}


def test_a_round_that_breaks_off_is_not_counted() -> None:
    assert not any(counted(VOLLTREFFER, before_last(64, 66, 17), *LAST[:-1]))


def test_rounds_are_summed_up() -> None:
    state = before_last(30, 22, 17, max_rounds=2)
    dealt = deck(1, "g7", "")
    second = by_default(act(state, *LAST, dealt))
    after = act(state, *LAST, dealt, *second).table.markers

    figures = counted(VOLLTREFFER, state, *LAST, dealt, *second)

    assert [found["round_end"] for found in figures[:3]] == [
        (30 + after[0], 2),
        (22 + after[1], 2),
        (17 + after[2], 2),
    ]
    assert [found["off_66"] for found in figures[:3]] == [(abs(square - 66), 1) for square in after]
