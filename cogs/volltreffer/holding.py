"""A hand at Volltreffer, in one line. Pure: from a seat's view to words."""

from bot.words import Words
from cogs.parts.cards import compact
from cogs.volltreffer.told import named
from games.volltreffer.view import VolltrefferView


def holding(view: VolltrefferView, say: Words) -> str:
    """The cards, which lie open, and the melds that the others do not know yet."""
    melds = view.declared.melds if view.declared else ()
    declared = [say("showing: {melds}", melds=named(melds, say))] if melds else []
    return " · ".join(filter(None, (compact(view.hand), *declared)))
