"""Computer players of Mit List und Tücke that answer at once."""

from games.core import Seat
from games.tuecke.computer import guessed_piles
from tests.games.tuecke.tables import play, table

NO_MORE = (0, 0, 0, 0)


def guessed(**options: bool) -> list[tuple[float, ...]]:
    """What seat 0 believes about the piles after a trick in which it took r9 and g8, and seat 1 took the rest."""
    hands, taken = "r9 r1 / y1 y2 / g5 g6 / g8 b7", "r2 r3 / g1 g2 g3 g4 / - / g7"
    state = play(table(hands, taken=taken, options=options), "r9 y1 g5 g8, take r9 g8")
    return guessed_piles(state.view(Seat(0))).counts


def test_it_counts_what_lies_with_whom() -> None:
    assert guessed() == [(3, 0, 1, 0), (0, 1, 3, 0), NO_MORE, (0, 0, 3, 0)]


def test_it_knows_open_counts() -> None:
    assert guessed(open_counts=True) == [(3, 0, 1, 0), (0, 1, 5, 0), NO_MORE, (0, 0, 1, 0)]
