"""A hand at Auf falscher Fährte, in one line. Pure: from a seat's view to words."""

from bot.words import Words
from cogs.parts.cards import card, compact
from games.faehrte.view import FaehrteView


def holding(view: FaehrteView, say: Words) -> str:
    """The cards, and which one was hidden."""
    hidden = [] if view.hidden is None else [say("hidden: {card}", card=card(view.hidden))]
    return " · ".join(filter(None, (compact(view.hand), *hidden)))
