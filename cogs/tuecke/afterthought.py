"""The teacher's words on a move at Mit List und Tücke against their advice. Pure: from what its player knew."""

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards
from cogs.tuecke.coach import advice
from cogs.tuecke.told import formula, pair
from games.cards import Card, Play
from games.core import Action
from games.tuecke.actions import Keep, Take
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.view import TueckeView


def afterthought(_table: Table, before: TueckeView, played: Action, view: TueckeView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    match played, advice(before):
        case Play(chosen), Play(better) if chosen != better:
            return _played(before, chosen, better, view, say)
        case Take(taken), Take(better) if taken != better:
            assert before.seat is not None
            worth = formula(Pile(counts_of(before.taken | better), before.table.round.kept[before.seat]))
            return say("**Looking back:** you took {played}. With {advised} your piles would have been worth "
                       "{formula}.",
                       played=cards(taken), advised=cards(better), formula=worth)  # fmt: skip
        case Keep(kept), Keep(better) if kept != better:
            worth = formula(Pile(counts_of(before.taken), better))
            return say("**Looking back:** you kept {played}. With {advised} your piles would have been worth "
                       "{formula}.",
                       played=pair(kept), advised=pair(better), formula=worth)  # fmt: skip
    return ""


def _played(before: TueckeView, chosen: Card, better: Card, view: TueckeView, say: Words) -> str:
    """A card, and what it took."""
    open_table, last = view.table, view.table.round.last_trick
    if chosen in open_table.trick:
        if open_table.phase == "take" and open_table.first_taker == before.seat:
            return say("**Looking back:** you played {played}, I'd have played {advised}. You choose first.",
                       played=card(chosen), advised=card(better))  # fmt: skip
        return ""
    if last is None or chosen not in last.cards:
        return ""
    if last.second == before.seat:
        return say("**Looking back:** you played {played}, I'd have played {advised}. You had to take {cards}.",
                   played=card(chosen), advised=card(better), cards=cards(last.second_takes))  # fmt: skip
    return say("**Looking back:** you played {played}, I'd have played {advised}. You took nothing.",
               played=card(chosen), advised=card(better))  # fmt: skip
