"""Nobody depends on hues, and even people with colour blindness can tell them apart."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.pictures.palette import FELT, GOLD, GOLD_DARK, NIGHT, SEATS, SUITS, TEXT
from bot.pictures.shapes import SHAPES, shape
from tests.bot.pictures.colours import SIGHTS, contrast, difference, seen

ANOTHER_COLOUR = 15
"""Colours at least this different look clearly different; 2.3 is just noticeable."""

PAIRS = list(combinations(SUITS, 2))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_the_one_of_its_authors(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    """Source: the test data of Sharma, Wu and Dalal."""
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_colours_of_cards_differ_for_everyone(sight: str) -> None:
    apart = {
        (one, other): difference(seen(SUITS[one].fill, sight), seen(SUITS[other].fill, sight)) for one, other in PAIRS
    }

    assert min(apart.values()) >= ANOTHER_COLOUR


def test_any_two_colours_of_cards_have_different_symbols() -> None:
    for one, other in PAIRS:
        apart = ImageChops.difference(shape(SUITS[one].symbol, 44), shape(SUITS[other].symbol, 44))
        assert sum(apart.histogram()[128:]) > 44 * 44 / 10, (one, other)
        assert SUITS[one].twin != SUITS[other].twin


@pytest.mark.parametrize("colour", SUITS)
def test_a_number_can_be_read_on_its_colour(colour: str) -> None:
    """Large and bold text needs a contrast of 3. Source: WCAG 2.2, 1.4.3."""
    assert contrast(SUITS[colour].fill, SUITS[colour].ink) >= 3


@pytest.mark.parametrize(
    ("ink", "ground"), [(TEXT, FELT), (GOLD, FELT), (GOLD_DARK, GOLD), *((NIGHT, on) for on in SEATS)]
)
def test_words_can_be_read_on_the_table(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_fills_its_square_and_no_more(name: str) -> None:
    left, top, right, bottom = shape(name, 64).getbbox() or (0, 0, 0, 0)

    assert max(right - left, bottom - top) >= 64 * 0.75
    assert shape(name, 64).size == (64, 64)
