"""Bluff's words for a player at the end of a match. Pure: from their view of it and their figures to words."""

from collections.abc import Mapping

from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.told import happened, losses
from games.bluff.figures import BIDS_HELD, BLUFFS_THROUGH, DOUBTS_RIGHT
from games.bluff.view import BluffView
from games.figures import Tally


def farewell(table: Table, view: BluffView, say: Words) -> str:
    """The last doubt, and what it cost."""
    assert view.table.last_lift is not None
    return " ".join((happened(table, view.table.last_lift, say, view.seat), *losses(table, view, say, view.seat)))


def praise(view: BluffView, figures: Mapping[str, Tally], say: Words) -> str:
    """Bluffs that nobody doubted, or bids that were rightly doubted, or wrongly; for the last, their rounds."""
    found = {figure: figures[figure.key].total for figure in (BLUFFS_THROUGH, DOUBTS_RIGHT, BIDS_HELD)
             if figure.key in figures}  # fmt: skip
    if bluffs := found.get(BLUFFS_THROUGH):
        return say.many("You got away with {n} bluff.", "You got away with {n} bluffs.", bluffs)
    if doubts := found.get(DOUBTS_RIGHT):
        return say.many("You saw through {n} bid that was too high.", "You saw through {n} bids that were too high.",
                        doubts)  # fmt: skip
    if bids := found.get(BIDS_HELD):
        return say.many("You were doubted and right {n} time.", "You were doubted and right {n} times.", bids)
    assert view.seat is not None
    gone = view.table.out_in[view.seat]
    if gone and view.table.places[view.seat] == max(view.table.places):
        return say("You held out until round {n} of {total}.", n=gone, total=view.table.round)
    return ""
