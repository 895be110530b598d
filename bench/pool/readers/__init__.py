"""Readers: players who know how `medium` plays, and infer what it holds from what it does.

Each game in which `medium` can be read with profit has a module of its name with its READERS.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from typing import Any

from games.core import Computer


@cache
def readers_of(game: str) -> Mapping[str, Computer[Any, Any]]:
    """The readers of a game, by name. Shape: empty for a game without any."""
    module = f"{__name__}.{game}"
    if importlib.util.find_spec(module) is None:
        return {}
    found: Mapping[str, Computer[Any, Any]] = importlib.import_module(module).READERS
    return found
