"""Auf falscher Fährte: tricks, and hidden cards that tell late whether to take them."""

from games.faehrte.computer import COMPUTERS, EVALUATE, RATINGS, SEARCH
from games.faehrte.daily import DAILY
from games.faehrte.figures import FIGURES, observe
from games.faehrte.game import GAME
from games.faehrte.stakes import STAKES

__all__ = ["COMPUTERS", "DAILY", "EVALUATE", "FIGURES", "GAME", "RATINGS", "SEARCH", "STAKES", "observe"]
