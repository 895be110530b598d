"""Names of moves in Volltreffer. Pure."""

from bot.words import Words
from cogs.parts.cards import card, cards
from cogs.volltreffer.told import named
from games.cards import Play
from games.core import Action
from games.volltreffer.actions import Buy, Declare, LayRow, Swap


def deed(action: Action, say: Words) -> str:
    """The move as a label."""
    match action:
        case Buy(chosen):
            return say("Buy {card}", card=card(chosen))
        case LayRow(row):
            return say("Lay out {cards}", cards=cards(row))
        case Swap(both):
            return say("Swap {cards}", cards=cards(both))
        case Declare(()):
            return say("Show nothing")
        case Declare(melds):
            return say("Show {melds}", melds=named(melds, say))
        case Play(chosen):
            return say("Play {card}", card=card(chosen))
    return ""
