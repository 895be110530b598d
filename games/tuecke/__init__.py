"""Mit List und Tücke: tricks that two players share, and two colours that count."""

from games.tuecke.computer import COMPUTERS, EVALUATE, RATINGS, SEARCH
from games.tuecke.daily import DAILY
from games.tuecke.figures import FIGURES, observe
from games.tuecke.game import GAME
from games.tuecke.stakes import STAKES

__all__ = ["COMPUTERS", "DAILY", "EVALUATE", "FIGURES", "GAME", "RATINGS", "SEARCH", "STAKES", "observe"]
