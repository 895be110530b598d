"""Names of moves in Auf falscher Fährte. Pure."""

from bot.words import Words
from cogs.parts.cards import card, colour
from games.cards import Play
from games.core import Action
from games.faehrte.actions import Hide, Trump


def deed(action: Action, say: Words) -> str:
    """The move as a label."""
    match action:
        case Hide(chosen):
            return say("Hide {card}", card=card(chosen))
        case Trump(to):
            return say("Keep trump") if to is None else say("Change trump to {trump}", trump=colour(to, say))
        case Play(chosen):
            return say("Play {card}", card=card(chosen))
    return ""
