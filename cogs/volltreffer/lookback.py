"""The words of a review of Volltreffer: the hand then, and why a move was better. Pure: from a view."""

from bot.words import Words
from cogs.parts.cards import card, cards
from cogs.parts.lookback import Trick, trick_reason
from games.cards import Card, Play, colour_of, value_of
from games.core import Action
from games.volltreffer.actions import Buy, Declare
from games.volltreffer.computer import is_welcome
from games.volltreffer.market import PRICES
from games.volltreffer.melds import OF_VALUE, points
from games.volltreffer.view import VolltrefferView


def hand(view: VolltrefferView, say: Words) -> str:
    """The cards bought so far."""
    return say("Your hand: {cards}", cards=cards(view.hand))


def reason(view: VolltrefferView, played: Action, better: Action, say: Words) -> str:
    """The difference between two moves, as far as their player could see."""
    match played, better:
        case Buy(bought), Buy(other):
            return " ".join((_bought(view, other, say), _bought(view, bought, say)))
        case Declare(shown), Declare(other):
            return say("Squares for your melds: {played}. For the better choice: {better}.",
                       played=points(shown), better=points(other))  # fmt: skip
        case Play(chosen), Play(other):
            table = view.table
            assert view.seat is not None
            trick = Trick(table.trick, table.led, table.trump, is_welcome(table, view.seat), _aim(view, say))
            return trick_reason(trick, chosen, other, say)
    return ""


def _aim(view: VolltrefferView, say: Words) -> str:
    assert view.seat is not None
    if is_welcome(view.table, view.seat):
        return say("A trick wouldn't have taken you further from the zone.")
    return say("A trick would have taken you further from the zone.")


def _bought(view: VolltrefferView, chosen: Card, say: Words) -> str:
    """A card's price, and what spoke for it."""
    facts = {"card": card(chosen), "price": PRICES[view.table.row.index(chosen)]}
    if colour_of(chosen) == view.table.trump:
        return say("{card} cost {price} and was trump.", **facts)
    same = (view.hand & OF_VALUE[value_of(chosen)]).bit_count()
    if same:
        return say.many("{card} cost {price}, and you had {n} card of the same number.",
                        "{card} cost {price}, and you had {n} cards of the same number.", same, **facts)  # fmt: skip
    return say("{card} cost {price}.", **facts)
