"""Names of moves in Bluff. Pure."""

from bot.words import Words
from cogs.bluff.dice import bid_label, faces
from games.bluff.actions import Bid, Expose, Lift
from games.core import Action


def deed(action: Action, say: Words) -> str:
    """The move as a label. Shape: "" for dice left as they are."""
    match action:
        case Bid():
            return say("Bid {bid}", bid=bid_label(action))
        case Lift():
            return say("Doubt")
        case Expose(dice):
            return say("Show {dice} and reroll the rest", dice=faces(dice))
    return ""
