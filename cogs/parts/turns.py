"""Sentences about whose turn it is that several games share. Pure; knows no game by name."""

from collections.abc import Iterable

from bot.pages.page import Part, Text
from bot.pages.size import joined
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import colour
from cogs.parts.names import name
from games.cards import Colour
from games.core import Seat


def waiting(turn: str, known: Iterable[Part], say: Words) -> tuple[Part, ...]:
    """The panel of a player who is not asked: whose turn it is, and what they know.

    Shape: `turn` is one line or more.
    """
    title = say("## Not your turn")
    return joined((Text(f"{title}\n{turn}"), *known))


def own_card(led: Colour | None, say: Words) -> str:
    """The title of the panel from which a card is played. Shape: `led` is None if any card leads."""
    if led is None:
        return say("## Your turn · lead a card")
    return say("## Your turn · {colour} was led", colour=colour(led, say))


def card_from(table: Table, seat: Seat, led: Colour | None, say: Words) -> str:
    """The line that this player is to play a card. Shape: as for `own_card`."""
    who = name(table, seat, say)
    if led is None:
        return say("▶ {name}: lead a card", name=who)
    return say("▶ {name}: play a card · {colour} was led", name=who, colour=colour(led, say))
