"""Values that are quick to make: what a simulation makes by the million. Knows no game."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(eq_default=True, frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A dataclass that the type checker holds to be frozen.

    Frozen at run time it would take three times as long to make, and so would a NamedTuple.
    """
    return dataclass(slots=True)(cls)


def put(row: tuple[T, ...], place: int, entry: T) -> tuple[T, ...]:
    """The row with another entry in one place."""
    entries = list(row)
    entries[place] = entry
    return tuple(entries)
