"""Bluff: dice under cups, bids that rise, and doubt."""

from games.bluff.computer import COMPUTERS, RATINGS, STAKES
from games.bluff.figures import FIGURES, observe
from games.bluff.game import DAILY, GAME
from games.bluff.search import evaluate, hard

__all__ = ["COMPUTERS", "DAILY", "FIGURES", "GAME", "RATINGS", "STAKES", "evaluate", "hard", "observe"]
