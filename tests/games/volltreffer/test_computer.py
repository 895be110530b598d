"""Computer players of Volltreffer that answer at once."""

from random import Random

import pytest

from games.volltreffer.computer import medium, steady
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import bought, leading, standing, view


def choice(state: VolltrefferState) -> str:
    return steady(view(state), Random(1)).to_text()


@pytest.mark.parametrize(
    ("hands", "square", "expected"),
    [
        (("y1 y8 y10", "y9 g1 g2", "y2 g3 g4"), 40, "play y10"),  # the lowest that no other card beats
        (("y1 y6 y10", "y5 g1 g2", "y2 g3 g4"), 40, "play y6"),
        (("y1 y6 b3", "r5 g1 g2", "y7 b4 g4"), 40, "play y1"),  # none takes the trick, so play the weakest
        (("y1 y6 y10", "y5 g1 g2", "y2 g3 g4"), 66, "play y1"),  # five more would lead out of the zone
        (("y1 y6 r9", "y5 g1 g2", "y2 g3 g4"), 55, "play y6"),
    ],
)
def test_steady_leads_what_serves_it(hands: tuple[str, ...], square: int, expected: str) -> None:
    assert choice(standing(leading(*hands), square, 40, 40)) == expected


LOW = ("y2 g2 b2 v2 y1 g1 b1 v3", "r3 y4 g5 b6 v7 y8 g9 b10", "r2 r4 y5 g6 b7 v8 y9 g10")


def medium_choice(state: VolltrefferState) -> str:
    return medium(view(state), Random(1)).to_text()


@pytest.mark.parametrize(
    ("square", "expected"),
    [(41, "declare four:2 three:1"), (56, "declare three:1"), (64, "declare -")],
)
def test_it_shows_what_leads_to_the_zone(square: int, expected: str) -> None:
    assert medium_choice(standing(bought(*LOW), square, 40, 40)) == expected


@pytest.mark.parametrize(
    ("hands", "squares", "expected"),
    [
        (("y1 y8", "y7 g2", "y2 g4"), (56, 40, 40), "play y8"),
        (("y1 y8", "y7 g2", "y2 g4"), (66, 40, 40), "play y1"),
        (("y5", "y7", "y2"), (66, 40, 40), "play y5"),
    ],
)
def test_it_leads_what_serves_it(hands: tuple[str, ...], squares: tuple[int, ...], expected: str) -> None:
    assert medium_choice(standing(leading(*hands), *squares)) == expected
