"""The teacher's words on a move at Bluff against their advice. Pure: from what its player knew and knows now."""

from bot.tables.table import Table
from bot.words import Words
from cogs.bluff.coach import advice, chance
from cogs.bluff.dice import bid_label
from cogs.parts.names import name
from games.bluff.actions import Bid, Lift
from games.bluff.events import CupsLifted
from games.bluff.view import BluffView
from games.core import Action


def afterthought(table: Table, before: BluffView, played: Action, view: BluffView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    advised = advice(before)
    if played == advised:
        return ""
    lift = view.table.last_lift if view.table.last_lift != before.table.last_lift else None
    match played:
        case Bid():
            told = _bid(table, before, played, lift, say)
        case Lift():
            told = _doubt(before, lift, say)
        case _:
            return ""
    return f"{told} {_instead(before, advised, say)}"


def _bid(table: Table, before: BluffView, bid: Bid, lift: CupsLifted | None, say: Words) -> str:
    """The learner's own bid, and whether it was doubted."""
    likely = chance(before, bid)
    if lift is None or lift.bidder != before.seat or lift.bid != bid:
        return say("**Looking back:** you bid {bid}, which was {chance}% likely to be right, and nobody doubted it.",
                   bid=bid_label(bid), chance=likely)  # fmt: skip
    if lift.count < bid.quantity:
        return say("**Looking back:** you bid {bid}, which was {chance}% likely to be right. {name} doubted it and "
                   "was right.", bid=bid_label(bid), chance=likely, name=name(table, lift.doubter, say))  # fmt: skip
    return say("**Looking back:** you bid {bid}, which was {chance}% likely to be right. {name} doubted it, and you "
               "got away with it!", bid=bid_label(bid), chance=likely, name=name(table, lift.doubter, say))  # fmt: skip


def _doubt(before: BluffView, lift: CupsLifted | None, say: Words) -> str:
    """The bid that the learner doubted, and whether it was wrong."""
    assert lift is not None
    bid, likely = bid_label(lift.bid), chance(before, lift.bid)
    if lift.count < lift.bid.quantity:
        return say("**Looking back:** you doubted {bid}, which was {chance}% likely to be right, and you were right.",
                   bid=bid, chance=likely)  # fmt: skip
    return say("**Looking back:** you doubted {bid}, which was {chance}% likely to be right, and you were wrong.",
               bid=bid, chance=likely)  # fmt: skip


def _instead(before: BluffView, advised: Action | None, say: Words) -> str:
    if isinstance(advised, Bid):
        return say("I'd have bid {bid}: {chance}%.", bid=bid_label(advised), chance=chance(before, advised))
    return say("I'd have doubted the bid before it.")
