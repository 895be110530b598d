"""How every game looks, by its key in the catalogue: the one place where the screens of the games come together."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from bot.messages.screens import Screens
from games.catalogue import GAMES

SCREENS: Final[Mapping[str, Screens]] = {key: import_module(f"cogs.{key}").SCREENS for key in GAMES}
"""Shape: the games in the order of the catalogue, each with the `SCREENS` of its package in cogs/."""
