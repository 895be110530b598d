"""Volltreffer's words for a player at the end of a match. Pure: from their view of it to words."""

from collections.abc import Mapping

from bot.tables.table import Table
from bot.words import Words
from cogs.volltreffer.told import own_square
from games.figures import Tally
from games.volltreffer.view import VolltrefferView


def farewell(_table: Table, view: VolltrefferView, say: Words) -> str:
    """The player's square, and how far that is from the bull's-eye."""
    assert view.seat is not None
    return own_square(view.table.markers[view.seat], say)


def praise(view: VolltrefferView, _figures: Mapping[str, Tally], say: Words) -> str:
    """Praise for reaching the zone, or for the most tricks of the last round."""
    open_table, seat = view.table, view.seat
    assert seat is not None
    assert open_table.last_round is not None
    tricks = open_table.last_round.tricks
    if open_table.markers[seat] in open_table.zone:
        return say("You landed in the zone.")
    if tricks[seat] and tricks[seat] == max(tricks):
        return say("Nobody took more tricks than you in the last round: {tricks}.", tricks=tricks[seat])
    return ""
