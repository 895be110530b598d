"""The story of a round of Auf falscher Fährte, told from what everyone has seen. Pure."""

from collections.abc import Iterator, Sequence

from bot.matches.history import Seen
from bot.tables.table import Table
from bot.words import Words
from cogs.faehrte.told import change_of_trump, left_over, revealed
from cogs.parts.cards import card, colour
from cogs.parts.tricks import numbered_trick
from games.core import Event
from games.faehrte.events import CardTurned, KindDecided, TrickTaken, TrumpNamed, TrumpStays
from games.faehrte.table import OpenTable
from games.faehrte.view import FaehrteView


def tell(table: Table, seen: Sequence[Seen[FaehrteView]], say: Words) -> list[str]:
    """Trump, every trick, every change of trump, and every hidden card as it was turned."""
    begins, now = seen[0], seen[-1].after
    trump = say("Trump: {trump}", trump=colour(begins.before.table.trump, say))
    told = [line for move in seen for event in move.events for line in _told(table, event, move.after.table, say)]
    return [trump, *left_over(begins.after, say), *told, *_unfinished(now.table)]


def _told(table: Table, event: Event, after: OpenTable, say: Words) -> Iterator[str]:
    match event:
        case TrickTaken(leader, cards, winner):
            trick = numbered_trick(len(after.taken), leader, cards, after.seats, first=winner)
            yield trick if winner is not None else say("{trick} · nobody took it", trick=trick)
        case TrumpNamed() | TrumpStays():
            yield f"-# {change_of_trump(table, event, say)}"
        case CardTurned() if after.kind is None:
            yield say("-# Hidden card turned up: {card}", card=card(event.card))
        case KindDecided(kind, total):
            yield f"-# {revealed(after.turned, kind, total, say)}"


def _unfinished(now: OpenTable) -> list[str]:
    """The trick on the table. Shape: empty for none."""
    return [numbered_trick(now.tricks_done + 1, now.leader, now.trick, now.seats)] if now.trick else []
