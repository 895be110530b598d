"""Volltreffer: cards bought, melded and played, and a marker that should stop near 66."""

from games.volltreffer.computer import COMPUTERS, SEARCH
from games.volltreffer.game import GAME

__all__ = ["COMPUTERS", "GAME", "SEARCH"]
