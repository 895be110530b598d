"""Mit List und Tücke: tricks that two players share, and two colours that count."""

from games.tuecke.computer import COMPUTERS, RATINGS, STAKES
from games.tuecke.figures import FIGURES, observe
from games.tuecke.game import DAILY, GAME
from games.tuecke.search import evaluate, hard

__all__ = ["COMPUTERS", "DAILY", "FIGURES", "GAME", "RATINGS", "STAKES", "evaluate", "hard", "observe"]
