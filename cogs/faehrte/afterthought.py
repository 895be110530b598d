"""The teacher's words on a move at Auf falscher Fährte against their advice. Pure: from what its player knew."""

from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.coach import advice
from cogs.parts.cards import card, colour
from cogs.parts.tutor import look_back, makes_no_difference
from games.cards import Card, Play, value_of
from games.core import Action
from games.faehrte.actions import Hide, Trump
from games.faehrte.computer import wants_tricks
from games.faehrte.view import FaehrteView


def afterthought(_table: Table, before: FaehrteView, played: Action, view: FaehrteView, say: Words) -> str:
    """The move, a better one, and the outcome. Shape: "" for the advised move."""
    match played, advice(before):
        case Hide(hidden), Hide(better) if hidden != better:
            return _hid(hidden, better, say)
        case Trump(chosen), Trump(better) if chosen != better:
            trump = before.table.trump
            return say("**Looking back:** you chose {played} as trump. I'd have chosen {advised}.",
                       played=colour(trump if chosen is None else chosen, say),
                       advised=colour(trump if better is None else better, say))  # fmt: skip
        case Play(chosen), Play(better) if chosen != better and (last := view.table.last_trick) is not None:
            same = makes_no_difference(last.cards, chosen, better, before.table.trump)
            wanted = wants_tricks(before)
            return look_back(chosen, better, took=last.winner == before.seat, wanted=wanted, same=same, say=say)
    return ""


def _hid(hidden: Card, better: Card, say: Words) -> str:
    if value_of(better) > value_of(hidden):
        return say("**Looking back:** you hid {played}. I'd have hidden {advised}, which pulls more towards Plus.",
                   played=card(hidden), advised=card(better))  # fmt: skip
    if value_of(better) < value_of(hidden):
        return say("**Looking back:** you hid {played}. I'd have hidden {advised}, which pulls more towards Minus.",
                   played=card(hidden), advised=card(better))  # fmt: skip
    return say("**Looking back:** you hid {played}. I'd have hidden {advised}, which adds the same to the total.",
               played=card(hidden), advised=card(better))  # fmt: skip
