"""Volltreffer: cards bought, melded and played, and a marker that should stop near 66."""

from games.volltreffer.computer import COMPUTERS, EVALUATE, RATINGS, SEARCH
from games.volltreffer.daily import DAILY
from games.volltreffer.figures import FIGURES, observe
from games.volltreffer.game import GAME
from games.volltreffer.stakes import STAKES

__all__ = ["COMPUTERS", "DAILY", "EVALUATE", "FIGURES", "GAME", "RATINGS", "SEARCH", "STAKES", "observe"]
