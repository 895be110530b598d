"""The words of a review of Auf falscher Fährte: the hand then, and why a move was better. Pure: from a view."""

from bot.words import Words
from cogs.parts.cards import card, cards, colour
from cogs.parts.lookback import Trick, trick_reason
from games.cards import JOKER, OF_COLOUR, Card, Play, value_of
from games.core import Action
from games.faehrte.actions import Hide, Trump
from games.faehrte.computer import wants_tricks
from games.faehrte.view import FaehrteView


def hand(view: FaehrteView, say: Words) -> str:
    """The cards in hand, and the hidden one."""
    held = say("Your hand: {cards}", cards=cards(view.hand))
    if view.hidden is None:
        return held
    hidden = say("You hid {card}.", card=card(view.hidden))
    return f"{held}\n{hidden}"


def reason(view: FaehrteView, played: Action, better: Action, say: Words) -> str:
    """The difference between two moves, as far as their player could see."""
    match played, better:
        case Hide(hidden), Hide(other):
            return _hidden(hidden, other, say)
        case Trump(chosen), Trump(other):
            trump = view.table.trump
            named, instead = (trump if one is None else one for one in (chosen, other))
            return say("You held {n} × {better} and {m} × {played}.", better=colour(instead, say),
                       n=_count(view, instead), played=colour(named, say), m=_count(view, named))  # fmt: skip
        case Play(chosen), Play(other):
            table = view.table
            trick = Trick(table.trick, table.led, table.trump, wants_tricks(view), _aim(view, say))
            return trick_reason(trick, chosen, other, say)
    return ""


def _count(view: FaehrteView, trump: int) -> int:
    return (view.hand & OF_COLOUR[trump]).bit_count()


def _aim(view: FaehrteView, say: Words) -> str:
    if view.table.kind is not None:
        return say("It was a Plus round.") if view.table.kind == "plus" else say("It was a Minus round.")
    if wants_tricks(view):
        return say("From the cards you knew, Plus was more likely.")
    return say("From the cards you knew, Minus was more likely.")


def _hidden(played: Card, better: Card, say: Words) -> str:
    facts = {"played": card(played), "better": card(better)}
    if JOKER in (played, better) or value_of(played) == value_of(better):
        return say("With {better} you'd have kept {played} for later.", **facts)
    if value_of(better) > value_of(played):
        return say("{better} would have pulled the total further towards Plus than {played}.", **facts)
    return say("{better} would have pulled the total further towards Minus than {played}.", **facts)
