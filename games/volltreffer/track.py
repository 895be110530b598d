"""The track of Volltreffer: squares, the zone, and who has won."""

from collections.abc import Sequence
from typing import Final

from games import turns

Square = int
"""A square of the track, 0 to 80."""

Markers = tuple[Square, ...]
"""One square a seat."""

BULLSEYE: Final[Square] = 66
_LAST: Final[Square] = 80
SQUARES: Final = range(_LAST + 1)
_LAP: Final = 40
"""After 80 comes 41. Source: RULES.md 1.3."""

ZONE: Final = range(61, 71)
ZONE_OF_VARIANT: Final = range(63, 70)


def start(seats: int) -> Square:
    """Source: RULES.md 1.2."""
    return 30 if seats == 5 else 25


def advance(square: Square, gain: int) -> Square:
    """Where a marker stands after a gain. Source: RULES.md 1.3."""
    square += gain
    return square if square <= _LAST else square - _LAP


def off_bullseye(square: Square) -> int:
    """How far a square is from 66."""
    return abs(square - BULLSEYE)


def off_zone(square: Square, zone: range) -> int:
    """How far a marker is from the nearest square of the zone, 0 inside it."""
    return max(zone[0] - square, 0, square - zone[-1])


def places(markers: Sequence[Square], zone: range) -> tuple[int, ...] | None:
    """The places after a round, None where nobody is in the zone. Source: RULES.md 7.1, 7.2, 7.4."""
    inside = [square for square in markers if square in zone]
    if not inside:
        return None
    nearest = min(map(off_bullseye, inside))
    winning = {square for square in inside if off_bullseye(square) == nearest}
    return turns.places([1 if square in winning else -off_zone(square, zone) for square in markers])


def places_without_zone(markers: Sequence[Square]) -> tuple[int, ...]:
    """The places when the last round has brought nobody into the zone. Source: RULES.md 8.1."""
    return turns.places([-off_bullseye(square) for square in markers])
