"""A hand at Mit List und Tücke, in one line. Pure: from a seat's view to words."""

from bot.words import Words
from cogs.parts.cards import compact, sign
from games.cards import FOUR_COLOURS
from games.tuecke.scoring import counts_of
from games.tuecke.view import TueckeView


def holding(view: TueckeView, say: Words) -> str:
    """The cards, and how many of each colour the seat has taken, which the others have to remember."""
    found = zip(FOUR_COLOURS, counts_of(view.taken), strict=True)
    counts = " ".join(f"{sign(colour)} {count}" for colour, count in found if count)
    taken = [say("taken: {piles}", piles=counts)] if counts else []
    return " · ".join(filter(None, (compact(view.hand), *taken)))
