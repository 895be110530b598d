"""What somebody did in Auf falscher Fährte, in a few words. Pure."""

from bot.words import Words
from cogs.parts.cards import card, colour
from games.cards import Play
from games.core import Action
from games.faehrte.actions import Hide, Trump


def deed(action: Action, say: Words) -> str:
    """What the computer did for a player."""
    match action:
        case Hide(chosen):
            return say("hid {card}", card=card(chosen))
        case Trump(to):
            return say("changed trump to {trump}", trump=colour(to, say)) if to else say("kept trump")
        case Play(chosen):
            return say("played {card}", card=card(chosen))
    return ""
