"""The teacher's words on a move at Volltreffer against their advice. Pure: from what its player knew."""

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card
from cogs.parts.tutor import look_back, makes_no_difference
from cogs.volltreffer.coach import advice
from games.cards import Play
from games.core import Action
from games.volltreffer.actions import Buy, Declare
from games.volltreffer.computer import is_welcome
from games.volltreffer.market import PRICES
from games.volltreffer.melds import points
from games.volltreffer.view import VolltrefferView


def afterthought(_table: Table, before: VolltrefferView, played: Action, view: VolltrefferView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    match played, advice(before):
        case Buy(chosen), Buy(better) if chosen != better:
            row = before.table.row
            return say("**Looking back:** you bought {played} for {price}. I'd have bought {advised} for {other}.",
                       played=card(chosen), price=PRICES[row.index(chosen)], advised=card(better),
                       other=PRICES[row.index(better)])  # fmt: skip
        case Declare(shown), Declare(better) if points(shown) < points(better):
            return say.many(
                "**Looking back:** your melds could have earned you {n} more square.",
                "**Looking back:** your melds could have earned you {n} more squares.",
                points(better) - points(shown),
            )
        case Play(chosen), Play(better) if chosen != better and (last := view.table.last_trick) is not None:
            assert before.seat is not None
            wanted = is_welcome(before.table, before.seat)
            same = makes_no_difference(last.cards, chosen, better, before.table.trump)
            return look_back(chosen, better, took=last.winner == before.seat, wanted=wanted, same=same, say=say)
    return ""
