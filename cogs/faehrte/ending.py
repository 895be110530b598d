"""Auf falscher Fährte's words for a player at the end of a match. Pure: from their view and their figures to words."""

from collections.abc import Mapping

from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.told import own_points
from cogs.parts.scores import best_round
from games.faehrte.figures import STEERED
from games.faehrte.view import FaehrteView
from games.figures import Tally


def farewell(_table: Table, view: FaehrteView, say: Words) -> str:
    """The player's tricks and points in the last round, and their points in all."""
    assert view.seat is not None
    return own_points(view.table.results[-1], view.seat, say)


def praise(view: FaehrteView, figures: Mapping[str, Tally], say: Words) -> str:
    """The player's best round, or how often their hidden card has helped to decide."""
    assert view.seat is not None
    steered = figures[STEERED.key].total if STEERED.key in figures else 0
    if best := best_round([result.points for result in view.table.results], view.seat, say):
        return best
    if steered:
        return say.many("{n} round went your hidden card's way.", "{n} rounds went your hidden card's way.", steered)
    return ""
