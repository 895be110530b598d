"""What a square of the track is worth: at the end of a round, and with tricks still to come. Knows no cards."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from games.volltreffer import track
from games.volltreffer.moves import HAND, TRICK
from games.volltreffer.track import Square

Worth = tuple[float, ...]
"""Shape: one chance of victory a square."""

_BELOW: Final = (
    (0, 0.01),
    (15, 0.03),
    (25, 0.08),
    (30, 0.13),
    (37, 0.18),
    (45, 0.24),
    (50, 0.29),
    (55, 0.37),
    (60, 0.45),
)
_INSIDE: Final = (0.97, 0.90, 0.79, 0.70, 0.63, 0.60)
_ABOVE: Final = ((71, 0.38), (80, 0.33))
"""What share of the matches someone wins who ends a round below the zone, so far from 66 inside it, and above it.

Measured: inside, over 3000 matches of good players; outside, between what such a square wins where the match ends there
for others too, and where it goes on. Above the zone is nearly as good as close below it: dear cards lead back.
"""

_SAY: Final = 0.5
"""How often someone who could take a trick can leave it as well."""

LEVELS: Final = 16
"""The chance to take a trick is rounded to this many steps."""


def _between(points: tuple[tuple[Square, float], ...], square: Square) -> float:
    """The height above `square` of a line through these points, level beyond both ends."""
    square = min(max(square, points[0][0]), points[-1][0])
    (left, low), (right, high) = next(pair for pair in pairwise(points) if square <= pair[1][0])
    return low + (high - low) * (square - left) / (right - left)


def _at_rest(square: Square, zone: range) -> float:
    """What a square is worth at the end of a round."""
    if square in zone:
        return _INSIDE[track.off_bullseye(square)]
    return _between(_BELOW if square < zone[0] else _ABOVE, square)


def _before(after: Worth, chance: float) -> Worth:
    """What a square is worth before one more trick, which can be taken with this chance."""
    taken = [after[track.advance(square, TRICK)] for square in track.SQUARES]
    return tuple(
        chance * (_SAY * max(take, leave) + (1 - _SAY) * take) + (1 - chance) * leave
        for take, leave in zip(taken, after, strict=True)
    )


def _ahead(zone: range, chance: float) -> tuple[Worth, ...]:
    """Shape: by the tricks to come."""
    worths = [tuple(_at_rest(square, zone) for square in track.SQUARES)]
    for _ in range(HAND):
        worths.append(_before(worths[-1], chance))
    return tuple(worths)


AHEAD: Final = tuple(
    tuple(_ahead(zone, level / LEVELS) for level in range(LEVELS + 1)) for zone in (track.ZONE, track.ZONE_OF_VARIANT)
)
"""What a square is worth. Shape: by variant, level of the chance to take a trick, tricks to come, square."""


def ahead(variant: bool, tricks: int, chance: float, square: float) -> float:
    """What it is worth to stand on or between squares with `tricks` to come, each taken with this chance."""
    worths = AHEAD[variant][min(max(round(chance * LEVELS), 0), LEVELS)][tricks]
    square = max(square, 0.0)
    whole = int(square)
    part = square - whole
    return worths[track.advance(whole, 0)] * (1 - part) + worths[track.advance(whole, 1)] * part


def shares(markers: Sequence[Square], places: Sequence[int] | None, variant: bool) -> list[float]:
    """What share of the victory each seat can count on when a round is over. Shape: one a seat, together 1."""
    if places:
        winners = places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in places]
    at_rest = AHEAD[variant][0][0]
    worths = [at_rest[square] for square in markers]
    whole = sum(worths)
    return [worth / whole for worth in worths]
