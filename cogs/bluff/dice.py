"""Dice and bids in text: the symbols that every page of Bluff uses."""

from collections.abc import Iterable
from functools import cache

from bot.pages import faces as shown
from bot.words import Words
from games.bluff.actions import PATH, STAR, Bid, Dice, Face
from games.bluff.events import CupsLifted
from games.core import PlayerError

HIDDEN = shown.face("die_hidden")
"""A die that lies under somebody's cup."""


@cache
def die_face(value: Face) -> str:
    """The name of a die's face."""
    return "die_star" if value == STAR else f"die_{value}"


@cache
def face(value: Face) -> str:
    """One die."""
    return shown.face(die_face(value))


def faces(dice: Iterable[Face]) -> str:
    """Some dice beside each other."""
    return " ".join(map(face, dice))


def one_by_one(dice: Iterable[Face]) -> str:
    """Some dice as they are read aloud."""
    return ", ".join(map(face, dice))


def laid_open(lift: CupsLifted) -> tuple[Dice, ...]:
    """Everyone's dice at a challenge. Shape: one entry a seat, those that the bid is about first."""
    return tuple(
        tuple(sorted((*open_dice, *cup), key=lambda die: not lift.bid.counts((die,))))
        for open_dice, cup in zip(lift.exposed, lift.cups, strict=True)
    )


def bid_label(bid: Bid) -> str:
    """A bid: how many, of what."""
    return f"{bid.quantity} × {face(bid.face)}"


def refusal(error: PlayerError, say: Words) -> str:
    """The sentence of a refusal, with bids as they look on the page."""
    facts = {key: _BIDS.get(fact, fact) for key, fact in error.facts.items()}
    return say(error.template, **facts)


_BIDS: dict[str | int, str] = {str(bid): bid_label(bid) for bid in PATH}
"""Every bid as the page shows it, by its text in a refusal."""
