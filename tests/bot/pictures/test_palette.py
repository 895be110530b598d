"""Nobody depends on hues, and even people with colour blindness can tell them apart."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest
from PIL import ImageChops, ImageColor

from bot.pictures.palette import FELT, GOLD, GOLD_DARK, NIGHT, SEATS, SUITS, TEXT
from bot.pictures.shapes import SHAPES, shape

SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""The change of linear RGB by each kind of colour vision, at its strongest.

Source: Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009.
"""

TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)

ANOTHER_COLOUR = 25
"""Colours at least this far apart in CIE L*a*b* look clearly different; 2.3 is just noticeable."""

PAIRS = list(combinations(SUITS, 2))


def linear(ink: str) -> list[float]:
    """The linear red, green and blue of an ink."""
    parts = [part / 255 for part in ImageColor.getrgb(ink)[:3]]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def times(matrix: Sequence[Sequence[float]], parts: Sequence[float]) -> list[float]:
    return [sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in matrix]


def seen(ink: str, sight: str) -> tuple[float, float, float]:
    """An ink as this kind of vision sees it, in CIE L*a*b* under D65."""
    xyz = times(TO_XYZ, [min(max(part, 0), 1) for part in times(SIGHTS[sight], linear(ink))])
    shares = [part / white for part, white in zip(xyz, WHITE, strict=True)]
    x, y, z = (share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: str, other: str) -> float:
    """The contrast of two inks, from 1 to 21. Source: WCAG 2.2, 1.4.3."""
    dark, light = sorted(times(TO_XYZ, linear(ink))[1] for ink in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_colours_of_cards_differ_for_everyone(sight: str) -> None:
    apart = {(one, other): dist(seen(SUITS[one].fill, sight), seen(SUITS[other].fill, sight)) for one, other in PAIRS}

    assert min(apart.values()) >= ANOTHER_COLOUR


def test_any_two_colours_of_cards_have_different_symbols() -> None:
    for one, other in PAIRS:
        apart = ImageChops.difference(shape(SUITS[one].symbol, 44), shape(SUITS[other].symbol, 44))
        assert sum(apart.histogram()[128:]) > 44 * 44 / 10, (one, other)
        assert SUITS[one].twin != SUITS[other].twin


def test_numbers_can_be_read_on_their_colours_and_words_on_the_table() -> None:
    for suit in SUITS.values():
        assert contrast(suit.fill, suit.ink) >= 3, suit  # enough for large and bold text
    for ink, ground in ((TEXT, FELT), (GOLD, FELT), (GOLD_DARK, GOLD), *((NIGHT, on) for on in SEATS)):
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_a_shape_fills_its_square_and_no_more() -> None:
    for name in SHAPES:
        left, top, right, bottom = shape(name, 64).getbbox() or (0, 0, 0, 0)
        assert max(right - left, bottom - top) >= 64 * 0.75, name
        assert shape(name, 64).size == (64, 64)
