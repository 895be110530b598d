"""Mit List und Tücke: tricks that two players share, and two colours that count."""

from functools import partial

from games.tuecke import search
from games.tuecke.computer import COMPUTERS, RATINGS, STAKES
from games.tuecke.figures import FIGURES, observe
from games.tuecke.game import DAILY, GAME
from games.tuecke.search import hard

evaluate = partial(search.evaluate, by="points")
"""Reviews go by points, which decide a match and tell actions apart where a round's winner is clear."""

__all__ = ["COMPUTERS", "DAILY", "FIGURES", "GAME", "RATINGS", "STAKES", "evaluate", "hard", "observe"]
