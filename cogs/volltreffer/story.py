"""The story of a round of Volltreffer, told from what everyone has seen. Pure."""

from collections.abc import Iterator, Sequence

from bot.matches.history import Seen
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, colour
from cogs.parts.names import badge
from cogs.parts.tricks import numbered_trick
from cogs.volltreffer.told import melds, prices
from games.core import Event
from games.volltreffer.events import CardBought, MeldsShown, RowLaid, TrickTaken
from games.volltreffer.table import OpenTable
from games.volltreffer.view import VolltrefferView

Moves = Sequence[Seen[VolltrefferView]]


def tell(table: Table, seen: Moves, say: Words) -> list[str]:
    """Trump, the first row, every purchase and swap, the melds, and every trick."""
    begins, now = seen[0].after.table, seen[-1].after.table
    assert begins.trump_card is not None
    trump = say("Trump: {trump}", trump=f"{colour(begins.trump, say)} ({card(begins.trump_card)})")
    later = [line for move in seen for event in move.events for line in _told(table, event, move.after.table, say)]
    return [trump, *_first_row(seen, say), *_purchases(seen, say), *later, *_unfinished(now)]


def _first_row(seen: Moves, say: Words) -> list[str]:
    """The opening row, once it lies. Shape: empty while the dealer puts equal cards in order."""
    row = next((move.after.table.row for move in seen if move.after.table.phase == "buy"), None)
    return [] if row is None else [say("First row: {row}", row=prices(row, say))]


def _purchases(seen: Moves, say: Words) -> list[str]:
    """Every purchase with its price, and what the buyer then swapped. Shape: a line for each time round the table."""
    bought: list[str] = []
    facts: dict[str, str | int] = {}
    for before, after, event in (
        (move.before.table, move.after.table, event) for move in seen for event in move.events
    ):
        if isinstance(event, CardBought):
            facts = {"name": badge(event.seat), "card": card(event.card), "price": event.price}
            bought.append(say("{name} {card} for {price}", **facts))
        elif isinstance(event, RowLaid) and before.phase == "swap":
            moved = [here for here, there in zip(before.row, after.row, strict=True) if here != there]
            swapped = " ⇄ ".join(map(card, moved))
            bought[-1] = say("{name} {card} for {price}, swaps {cards}", cards=swapped, **facts)
    seats = seen[0].after.table.seats
    laps = [" · ".join(bought[first : first + seats]) for first in range(0, len(bought), seats)]
    return [say("Bought: {cards}", cards=laps[0]), *laps[1:]] if laps else []


def _told(table: Table, event: Event, after: OpenTable, say: Words) -> Iterator[str]:
    match event:
        case MeldsShown():
            assert after.last_smallest is not None
            yield from melds(table, event, after.last_smallest, say)
        case TrickTaken(leader, cards, winner):
            yield numbered_trick(sum(after.tricks), leader, cards, after.seats, first=winner)


def _unfinished(now: OpenTable) -> list[str]:
    """The trick on the table. Shape: empty for none."""
    if not now.trick or now.leader is None:
        return []
    return [numbered_trick(sum(now.tricks) + 1, now.leader, now.trick, now.seats)]
