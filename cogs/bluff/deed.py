"""What somebody did in Bluff, in a few words. Pure."""

from bot.words import Words
from cogs.bluff.dice import bid_label, faces
from games.bluff.actions import Bid, Expose, Lift
from games.core import Action


def deed(action: Action, say: Words) -> str:
    """What the computer did for a player. Shape: "" for dice left as they were."""
    match action:
        case Bid():
            return say("bid {bid}", bid=bid_label(action))
        case Lift():
            return say("doubted the bid")
        case Expose(dice):
            return say("showed {dice} and rerolled the rest", dice=faces(dice))
    return ""
