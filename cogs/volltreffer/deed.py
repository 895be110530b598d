"""What somebody did in Volltreffer, in a few words. Pure."""

from bot.words import Words
from cogs.parts.cards import card, cards
from cogs.volltreffer.told import meld_name
from games.cards import Play
from games.core import Action
from games.volltreffer.actions import Buy, Declare, LayRow, Swap


def deed(action: Action, say: Words) -> str:
    """What the computer did for a player."""
    match action:
        case Buy(chosen):
            return say("bought {card}", card=card(chosen))
        case LayRow(row):
            return say("laid out {cards}", cards=cards(row))
        case Swap(both):
            return say("swapped {cards}", cards=cards(both))
        case Declare(()):
            return say("showed nothing")
        case Declare(melds):
            return say("showed {melds}", melds=" · ".join(meld_name(meld, say) for meld in melds))
        case Play(chosen):
            return say("played {card}", card=card(chosen))
    return ""
