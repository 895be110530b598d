"""What somebody did in Mit List und Tücke, in a few words. Pure."""

from bot.words import Words
from cogs.parts.cards import card, cards, colour
from games.cards import Play
from games.core import Action
from games.tuecke.actions import COLOURS_IN, Keep, Take


def deed(action: Action, say: Words) -> str:
    """What the computer did for a player."""
    match action:
        case Take(taken):
            return say("took {cards}", cards=cards(taken))
        case Keep(kept):
            return say("kept {colours}", colours=" · ".join(colour(chosen, say) for chosen in COLOURS_IN[kept]))
        case Play(chosen):
            return say("played {card}", card=card(chosen))
    return ""
