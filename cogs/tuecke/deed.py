"""Names of moves in Mit List und Tücke. Pure."""

from bot.words import Words
from cogs.parts.cards import card, cards, colour
from games.cards import Play
from games.core import Action
from games.tuecke.actions import COLOURS_IN, Keep, Take


def deed(action: Action, say: Words) -> str:
    """The move as a label."""
    match action:
        case Take(taken):
            return say("Take {cards}", cards=cards(taken))
        case Keep(kept):
            return say("Keep {colours}", colours=" · ".join(colour(chosen, say) for chosen in COLOURS_IN[kept]))
        case Play(chosen):
            return say("Play {card}", card=card(chosen))
    return ""
