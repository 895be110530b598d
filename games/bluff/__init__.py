"""Bluff: dice under cups, bids that rise, and doubt."""

from games.bluff.computer import COMPUTERS, EVALUATE, RATINGS, SEARCH
from games.bluff.daily import DAILY
from games.bluff.figures import FIGURES, observe
from games.bluff.game import GAME
from games.bluff.stakes import STAKES

__all__ = ["COMPUTERS", "DAILY", "EVALUATE", "FIGURES", "GAME", "RATINGS", "SEARCH", "STAKES", "observe"]
