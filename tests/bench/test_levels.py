"""The measured strength of computer players."""

import pytest

from bench.levels import fit


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
