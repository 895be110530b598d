"""Players who think differently, to measure the computer players against. Nothing outside `bench` may import them.

Each game has a module of its name with its STYLES: at least ten players who share neither beliefs nor habits with the
computer players, nor with each other. They know the rules and their view, and import nothing of how a game's own
computer players think. Every style is a function from a view to an action, made of a few parameters.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from games.core import Computer

BEGINNER: Final = "beginner"
"""The style that plays any sensible move: every game has it, and it counts for no mean of the pool."""


@cache
def styles_of(game: str) -> Mapping[str, Computer[Any, Any]]:
    """The styles of a game, by name. Shape: empty for a game without any."""
    module = f"bench.pool.{game}"
    if importlib.util.find_spec(module) is None:
        return {}
    found: Mapping[str, Computer[Any, Any]] = importlib.import_module(module).STYLES
    return found
