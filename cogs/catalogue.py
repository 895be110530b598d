"""How every game looks, by its key in the catalogue: the one place where those of the games come together."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from bot.messages.game_ui import GameUI
from games.catalogue import GAMES

GAME_UIS: Final[Mapping[str, GameUI]] = {key: import_module(f"cogs.{key}").GAME_UI for key in GAMES}
"""Shape: the games in the order of the catalogue, each with the `GAME_UI` of its package in cogs/."""
