"""Bluff: dice under cups, bids that rise, and doubt."""

from games.bluff.computer import COMPUTERS, SEARCH
from games.bluff.game import GAME

__all__ = ["COMPUTERS", "GAME", "SEARCH"]
