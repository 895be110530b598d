"""Every face by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, slots=True)
class Face:
    """One face. Shape: `twin` is how it is written where it cannot be shown."""

    name: str
    twin: str
    draw: Callable[[], Image.Image]


FACES: Mapping[str, Face] = {}
