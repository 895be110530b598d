"""Auf falscher Fährte: tricks, and hidden cards that tell late whether to take them."""

from games.faehrte.computer import COMPUTERS, RATINGS, STAKES
from games.faehrte.figures import FIGURES, observe
from games.faehrte.game import DAILY, GAME
from games.faehrte.search import evaluate, hard

__all__ = ["COMPUTERS", "DAILY", "FIGURES", "GAME", "RATINGS", "STAKES", "evaluate", "hard", "observe"]
