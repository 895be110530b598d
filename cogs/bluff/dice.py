"""Dice and bids in text: the symbols that every page of Bluff uses."""

from collections.abc import Iterable

from games.bluff import STAR, Bid, Face

HIDDEN = "▫️"
"""A die that lies under somebody's cup."""

_FACES: dict[Face, str] = {1: "⚀", 2: "⚁", 3: "⚂", 4: "⚃", 5: "⚄", STAR: "★"}


def face(of: Face) -> str:
    """One die."""
    return _FACES[of]


def faces(dice: Iterable[Face]) -> str:
    """Some dice beside each other."""
    return " ".join(map(face, dice))


def bid_label(bid: Bid) -> str:
    """A bid: how many, of what."""
    return f"{bid.quantity} × {face(bid.face)}"
