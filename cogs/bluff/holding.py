"""The dice under a cup in Bluff, in one line. Pure: from a seat's view to words."""

from bot.words import Words
from cogs.bluff.dice import faces
from games.bluff.view import BluffView


def holding(view: BluffView, _say: Words) -> str:
    """The dice that only this seat sees; the open ones are on the board."""
    return faces(view.own_dice)
