"""Mit List und Tücke: tricks that two share, and two colours that count."""

from games.tuecke.computer import COMPUTERS
from games.tuecke.rules import GAME

__all__ = ["COMPUTERS", "GAME"]
