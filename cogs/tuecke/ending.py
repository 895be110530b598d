"""Mit List und Tücke's words for a player at the end of a match. Pure: from their view of it to words."""

from collections.abc import Mapping

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.scores import best_round
from cogs.tuecke.told import own_worth
from games.figures import Tally
from games.tuecke.view import TueckeView


def farewell(_table: Table, view: TueckeView, say: Words) -> str:
    """The worth of the player's piles in the last round, and their points in all."""
    assert view.seat is not None
    return own_worth(view.table.round.ended[-1], view.seat, say)


def praise(view: TueckeView, _figures: Mapping[str, Tally], say: Words) -> str:
    """The player's best round."""
    assert view.seat is not None
    return best_round([past.points for past in view.table.round.ended], view.seat, say)
