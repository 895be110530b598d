"""Auf falscher Fährte: tricks, and hidden cards that tell late whether to take them."""

from games.faehrte.computer import COMPUTERS, RATINGS, SEARCH
from games.faehrte.figures import FIGURES, observe
from games.faehrte.game import GAME

__all__ = ["COMPUTERS", "FIGURES", "GAME", "RATINGS", "SEARCH", "observe"]
