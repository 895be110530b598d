"""What Mit List und Tücke counts when a round is scored, with known piles."""

from games.catalogue import GAMES
from tests.games.counted import Counted, counted
from tests.games.tuecke.tables import ending

TUECKE = GAMES["tuecke"]

LAST = ("play r9", "play g1", "play r5", "play r6")
"""The last trick of a round: the first player takes two cards, the second the others."""


def scored(taken: str, *decided: str, kept: str = "") -> Counted:
    """The figures of a round in which these cards were taken before the last trick. The first takes r5 r9 of it."""
    return counted(TUECKE, ending("r9 / g1 / r5 / r6", taken=taken, kept=kept), *LAST, "take r5 r9", *decided)


def test_a_divisor_is_the_size_of_the_third_pile_without_a_decision() -> None:
    first, *_ = scored("r1 r2 y1 y2 b1 b2 / - / - / -")

    assert first == {"divisor": (2, 1), "colours_kept": (3, 1), "decided": (0, 1)}


def test_a_divisor_is_the_size_of_the_discard_after_a_decision() -> None:
    first, *_ = scored("r1 y1 y2 y3 g2 g3 b1 / - / - / -", kept="red blue / - / - / -")

    assert first == {"divisor": (5, 1), "colours_kept": (2, 1), "decided": (1, 1)}


def test_two_colours_alone_are_divided_by_one() -> None:
    first, second, *_ = scored("y1 y2 / - / - / -")

    assert first == {"divisor": (1, 1), "colours_kept": (2, 1), "decided": (0, 1)}
    assert second == {"divisor": (1, 1), "colours_kept": (2, 1), "decided": (0, 1)}


def test_a_round_without_a_product_has_no_divisor() -> None:
    first, _, third, *_ = scored("- / - / - / -")

    assert first == {"colours_kept": (1, 1), "decided": (0, 1)}
    assert third == {"colours_kept": (0, 1), "decided": (0, 1)}


def test_a_round_that_breaks_off_is_not_counted() -> None:
    state = ending("r9 / g1 / r5 / r6", taken="y1 y2 / - / - / -")

    assert not any(counted(TUECKE, state, *LAST))
