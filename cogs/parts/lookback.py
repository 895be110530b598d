"""The words of several games' reviews on cards: why one would have been better than another. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.words import Words
from cogs.parts.cards import card
from cogs.parts.tutor import would_take
from games.cards import JOKER, Card, Colour


@dataclass(frozen=True, slots=True)
class TrickThen:
    """A trick as it lay when somebody was asked to play.

    Shape: `led` is None without a colour to follow. `wanted` tells whether tricks were worth having, `aim` says why.
    """

    cards: Sequence[Card]
    led: Colour | None
    trump: Colour
    wanted: bool
    aim: str


def trick_reason(trick: TrickThen, played: Card, better: Card, say: Words) -> str:
    """How two cards differed in a trick. Shape: what to aim for is only said where it speaks for the better one."""
    facts = {"better": card(better), "played": card(played)}
    kept = say("With {better} you'd have kept {played} for later.", **facts)
    if not trick.cards or trick.led is None or JOKER in {played, better}:
        return kept
    takes, took = (would_take(trick.cards, trick.led, one, trick.trump) for one in (better, played))
    if takes and not took:
        told = say("{better} would have beaten everything in the trick; {played} didn't.", **facts)
        return f"{trick.aim} {told}" if trick.wanted else told
    if took and not takes:
        told = say("{played} beat everything in the trick; {better} wouldn't have.", **facts)
        return f"{told} {kept}" if trick.wanted else f"{trick.aim} {told}"
    both, neither = (
        say("Both cards would have beaten everything in the trick."),
        say("Neither card would have beaten everything in the trick."),
    )
    return f"{both if takes else neither} {kept}"
