"""What somebody did in Auf falscher Fährte, in a few words. Pure."""

from bot.words import Words
from cogs.parts.cards import card, colour
from games.cards import Play
from games.core import Action
from games.faehrte.actions import Hide, Trump


def deed(action: Action, say: Words) -> str:
    """What the computer did for a player."""
    match action:
        case Hide(of):
            return say("hid {card}", card=card(of))
        case Trump(to):
            return say("changed trump to {trump}", trump=colour(to, say)) if to else say("kept trump")
        case Play(of):
            return say("played {card}", card=card(of))
    return ""
