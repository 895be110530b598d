"""Every face by its name."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Face:
    """One face. Shape: `twin` is how it is written where it cannot be shown."""

    name: str
    twin: str


FACES: Mapping[str, Face] = {}
