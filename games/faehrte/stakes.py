"""What the values of Auf falscher Fährte's evaluation mean to somebody who looks back at a match."""

from typing import Final

from games.faehrte.view import FaehrteView
from games.review import Stakes


def _gained(view: FaehrteView) -> float:
    """By how many points a seat ended above the others' mean."""
    assert view.seat is not None
    totals = view.table.totals
    return (len(totals) * totals[view.seat] - sum(totals)) / (len(totals) - 1)


STAKES: Final = Stakes("points", least=0.25, gained=_gained)
