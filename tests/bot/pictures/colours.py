"""Measures how far apart colours look, also to people with colour blindness."""

from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Matrix = Sequence[Triple]

SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How each kind of colour vision, at its strongest, changes linear RGB.

Source: Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009.
"""


def seen(ink: str, sight: str) -> Triple:
    """A colour as this kind of vision sees it, in CIE L*a*b* under D65. Shape: `ink` is `#rrggbb`."""
    linear = [_linear(int(ink[start : start + 2], 16) / 255) for start in (1, 3, 5)]
    red, green, blue = (min(max(_dot(row, linear), 0), 1) for row in SIGHTS[sight])
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    fx, fy, fz = (_cube_root(part / white) for part, white in ((x, 0.95047), (y, 1.0), (z, 1.08883)))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two colours in L*a*b*: about 2.3 is just noticeable.

    Source: Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula, 2005.
    """
    mean_chroma = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    chroma = [hypot(stretch * a, b) for _, a, b in (one, other)]
    hue = [degrees(atan2(b, stretch * a)) % 360 for _, a, b in (one, other)]
    turn = (hue[1] - hue[0] + 180) % 360 - 180 if chroma[0] * chroma[1] else 0.0
    lightness, fullness = other[0] - one[0], chroma[1] - chroma[0]
    shift = 2 * sqrt(chroma[0] * chroma[1]) * sin(radians(turn / 2))
    mean_lightness, mean_fullness = (one[0] + other[0]) / 2, sum(chroma) / 2
    mean_hue = (hue[0] + turn / 2) % 360
    weight = (
        1
        - 0.17 * cos(radians(mean_hue - 30))
        + 0.24 * cos(radians(2 * mean_hue))
        + 0.32 * cos(radians(3 * mean_hue + 6))
        - 0.20 * cos(radians(4 * mean_hue - 63))
    )
    by_lightness = lightness / (1 + 0.015 * (mean_lightness - 50) ** 2 / sqrt(20 + (mean_lightness - 50) ** 2))
    by_fullness = fullness / (1 + 0.045 * mean_fullness)
    by_hue = shift / (1 + 0.015 * mean_fullness * weight)
    rotation = 60 * exp(-(((mean_hue - 275) / 25) ** 2))
    twist = -2 * sqrt(mean_fullness**7 / (mean_fullness**7 + 25**7)) * sin(radians(rotation))
    return sqrt(by_lightness**2 + by_fullness**2 + by_hue**2 + twist * by_fullness * by_hue)


def contrast(one: str, other: str) -> float:
    """How readable one ink is on another, from 1 to 21. Source: WCAG 2.2, 1.4.3."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(ink: str) -> float:
    return _dot((0.2126, 0.7152, 0.0722), [_linear(int(ink[start : start + 2], 16) / 255) for start in (1, 3, 5)])


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _cube_root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _dot(row: Sequence[float], parts: Sequence[float]) -> float:
    return sum(weight * part for weight, part in zip(row, parts, strict=True))
