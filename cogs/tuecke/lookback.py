"""The words of a review of Mit List und Tücke: the hand then, and why a move was better. Pure: from a view."""

from typing import Literal

from bot.words import Words
from cogs.parts.cards import card, cards
from cogs.tuecke.told import formula, pair
from games.cards import Card, Cards, Play
from games.core import Action
from games.tuecke.actions import ColourSet, Keep, Take
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.table import first_taker, second_taker
from games.tuecke.view import TueckeView


def hand(view: TueckeView, say: Words) -> str:
    """The cards in hand, and what one's piles were worth."""
    held = say("Your hand: {cards}", cards=cards(view.hand))
    piles = say("Your piles: {formula}", formula=_worth(view))
    return f"{held}\n{piles}" if view.taken else held


def reason(view: TueckeView, played: Action, better: Action, say: Words) -> str:
    """The difference between two moves, as far as their player could see."""
    match played, better:
        case Play(chosen), Play(other):
            return _played(view, chosen, other, say)
        case Take(taken), Take(other):
            return say("With {better} your piles would have been worth {formula}, with {played} {less}.",
                       better=cards(other), formula=_worth(view, other), played=cards(taken),
                       less=_worth(view, taken))  # fmt: skip
        case Keep(kept), Keep(other):
            return say("With {better} your piles would have been worth {formula}, with {played} {less}.",
                       better=pair(other), formula=_kept(view, other), played=pair(kept),
                       less=_kept(view, kept))  # fmt: skip
    return ""


Role = Literal["lead", "first", "second", "nothing"]


def _played(view: TueckeView, played: Card, better: Card, say: Words) -> str:
    role, former = _role(view, better), _role(view, played)
    told = _told(role, better, say)
    if role != former:
        return f"{told} {_told(former, played, say)}"
    kept = say("With {better} you'd have kept {played} for later.", better=card(better), played=card(played))
    return kept if role == "lead" else f"{told} {kept}"


def _role(view: TueckeView, chosen: Card) -> Role:
    """The role that a card would give its player in the trick as it lies."""
    table = view.table
    trick, leader, seats = (*table.trick, chosen), table.round.leader, table.round.seats
    if not table.trick:
        return "lead"
    if first_taker(trick, leader, seats) == view.seat:
        return "first"
    return "second" if second_taker(trick, leader, seats) == view.seat else "nothing"


def _told(role: Role, chosen: Card, say: Words) -> str:
    if role == "first":
        return say(
            "{card} was the highest card of the colour led so far, so you'd have had first pick.", card=card(chosen)
        )
    if role == "second":
        return say("{card} was the lowest card of the other colours so far, so you'd have had to take the rest.",
                   card=card(chosen))  # fmt: skip
    return say("{card} would have taken nothing of the trick so far.", card=card(chosen))


def _worth(view: TueckeView, more: Cards = 0) -> str:
    assert view.seat is not None
    return formula(Pile(counts_of(view.taken | more), view.table.round.kept[view.seat]))


def _kept(view: TueckeView, colours: ColourSet) -> str:
    return formula(Pile(counts_of(view.taken), colours))
