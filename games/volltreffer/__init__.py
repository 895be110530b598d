"""Volltreffer: cards bought, melded and played, and a marker that should stop near 66."""

from games.volltreffer.computer import COMPUTERS, RATINGS, STAKES
from games.volltreffer.figures import FIGURES, observe
from games.volltreffer.game import DAILY, GAME
from games.volltreffer.search import evaluate, hard

__all__ = ["COMPUTERS", "DAILY", "FIGURES", "GAME", "RATINGS", "STAKES", "evaluate", "hard", "observe"]
