"""Words about turning points that several games have, and the cards of a trick beside them. Pure."""

from collections.abc import Callable, Sequence

from bot.pictures.highlight import Group, Scene
from bot.words import Words
from cogs.parts.cards import card_face
from games.cards import Card
from games.core import Seat
from games.highlights import FromBehind, Moment, Narrow, StartToFinish

Who = Callable[[Seat], str]
"""The name of a seat, as a picture or a text has it."""


def race(moment: Moment, who: Who, say: Words) -> str:
    """How the lead changed. Shape: "" for a moment of another kind."""
    match moment:
        case FromBehind(seat, _, behind, _, 1, leader, ahead):
            return say.many(
                "{name} was {n} point behind {leader} before the last round, and won by {ahead}.",
                "{name} was {n} points behind {leader} before the last round, and won by {ahead}.",
                behind, name=who(seat), leader=who(leader), ahead=ahead,
            )  # fmt: skip
        case FromBehind(seat, _, behind, number, _, leader, ahead):
            return say.many(
                "{name} was {n} point behind {leader} after round {round}, and still won by {ahead}.",
                "{name} was {n} points behind {leader} after round {round}, and still won by {ahead}.",
                behind, name=who(seat), leader=who(leader), round=number, ahead=ahead,
            )  # fmt: skip
        case Narrow(seat, _, 0, second):
            return say("{name} and {second} finished level, to the point.", name=who(seat), second=who(second))
        case Narrow(seat, _, ahead, second):
            return say.many(
                "Only {n} point lay between {name} and {second} in the end.",
                "Only {n} points lay between {name} and {second} in the end.",
                ahead, name=who(seat), second=who(second),
            )  # fmt: skip
        case StartToFinish(seat, _, ahead, second):
            return say("{name} led after every single round, and won by {ahead} from {second}.", name=who(seat),
                       second=who(second), ahead=ahead)  # fmt: skip
    return ""


def trick_scene(leader: Seat, cards: Sequence[Card], taker: Seat | None) -> Scene:
    """The cards of a trick in the order played, with that of its taker marked."""
    played = ((Seat((leader + place) % len(cards)), laid) for place, laid in enumerate(cards))
    return tuple(Group(seat, (card_face(laid),), is_marked=seat == taker) for seat, laid in played)
