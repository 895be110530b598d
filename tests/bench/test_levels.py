"""The measured strength of computer players."""

from math import exp
from random import Random

import pytest

from bench.levels import Finish, fit
from bot.tables.ratings import BETA


def test_sharing_a_place_shows_as_much_as_taking_it_and_the_next_one_in_turn() -> None:
    known = {"medium": 25.0}
    shared = fit({(("easy", 1), ("medium", 1), ("medium", 3), ("medium", 4)): 100}, known)
    in_turn = fit(
        {
            (("easy", 1), ("medium", 2), ("medium", 3), ("medium", 4)): 50,
            (("medium", 1), ("easy", 2), ("medium", 3), ("medium", 4)): 50,
        },
        known,
    )

    assert shared["easy"] == pytest.approx(in_turn["easy"])


def test_matches_between_levels_of_known_strength_give_these_strengths() -> None:
    rng, odds = Random(1), exp((22 - 25) / (2 * BETA**2) ** 0.5)
    finishes: dict[Finish, int] = {}
    for _ in range(4000):
        order = ("easy", "medium") if rng.random() * (1 + odds) < odds else ("medium", "easy")
        key = tuple((level, place) for place, level in enumerate(order, 1))
        finishes[key] = finishes.get(key, 0) + 1

    assert fit(finishes, {"medium": 25})["easy"] == pytest.approx(22, abs=0.5)
