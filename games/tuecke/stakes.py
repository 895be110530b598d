"""What the values of Mit List und Tücke's evaluation mean to somebody who looks back at a match."""

from typing import Final

from games.review import Stakes
from games.tuecke.view import TueckeView


def _gained(view: TueckeView) -> float:
    """How many rounds more than a fair share a seat has won."""
    assert view.seat is not None
    rounds = [ended.points for ended in view.table.round.ended]
    won = sum((points[view.seat] == max(points)) / points.count(max(points)) for points in rounds)
    return won - len(rounds) / view.table.round.seats


STAKES: Final = Stakes("round", least=0.03, gained=_gained)
