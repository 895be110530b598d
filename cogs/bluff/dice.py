"""Dice and bids in text: the symbols that every page of Bluff uses."""

from collections.abc import Iterable

from bot.words import Words
from games.bluff import PATH, STAR, Bid, Face
from games.core import PlayerError

HIDDEN = "▫️"
"""A die that lies under somebody's cup."""

_FACES: dict[Face, str] = {1: "⚀", 2: "⚁", 3: "⚂", 4: "⚃", 5: "⚄", STAR: "★"}


def face(of: Face) -> str:
    """One die."""
    return _FACES[of]


def faces(dice: Iterable[Face]) -> str:
    """Some dice beside each other."""
    return " ".join(map(face, dice))


def die_label(die: Face) -> str:
    """One die on a button, where pips are too small to be counted."""
    return face(die) if die == STAR else f"{face(die)} {die}"


def bid_label(bid: Bid) -> str:
    """A bid: how many, of what."""
    return f"{bid.quantity} × {face(bid.face)}"


def refusal(error: PlayerError, say: Words) -> str:
    """What a refusal says, with bids as they look on the page."""
    facts = {key: _BIDS.get(fact, fact) for key, fact in error.facts.items()}
    return say(error.template, **facts)


_BIDS: dict[str | int, str] = {str(bid): bid_label(bid) for bid in PATH}
"""Every bid as the page shows it, by its text in a refusal."""
