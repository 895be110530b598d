"""Steps for what clicks change at a table."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Update, bindparam, func, insert, select, update

from bot.store.exactly_once import Taken
from bot.store.rows import CHANGING, NEW, changing
from bot.store.schema import deals, gaps, matches, moves
from bot.store.units import Statement, Step
from bot.tables.table import Table
from games.core import Move
from games.sealed import Seal

_MOVE = ("match_id", "number", "seat", "text", "stood_in")


def _change(*columns: str) -> Statement:
    """A change of these columns in the row of one match."""
    return Statement(_of_match(update(matches)), columns)


def _of_match(change: Update) -> Update:
    return change.where(matches.c.id == bindparam("of_match"))


_LAST_GAP: Final = select(func.coalesce(func.max(gaps.c.number), 0)).scalar_subquery()
OPEN: Final = Statement(
    insert(matches).values(credited=_LAST_GAP).returning(matches.c.id, matches.c.credited), tuple(NEW)
)
"""Stores the row of a new table, and returns its number and the last gap."""

_CLAIM: Final = Statement(_of_match(update(matches)).where(matches.c.version == bindparam("before")), tuple(CHANGING))
_PLACE_BOARD: Final = _change("board_id", "old_board_id")
_NOTE_DRAWN: Final = _change("is_drawn")
_FREE_REMATCH: Final = _change("rematch_of")
_FIX_WORDS: Final = Statement(update(deals).where(deals.c.match_id == bindparam("of_match")), ("words",))
_ADD_MOVE: Final = Statement(insert(moves), _MOVE)


def claim(table: Table) -> Step:
    """Stores the table's new version. Raises: Taken unless the version before it is the one on disk."""
    return Step(_CLAIM, [{"of_match": table.id, "before": table.version - 1, **changing(table)}], Taken)


def add_moves(table: Table, first: int, log: Sequence[Move], stood_in: int) -> Step:
    """Stores moves from number `first` on. Shape: the computer made the first `stood_in` in a person's place."""
    values = (
        (table.id, number, move.seat, move.text, number < first + stood_in) for number, move in enumerate(log, first)
    )
    return Step(_ADD_MOVE, [dict(zip(_MOVE, row, strict=True)) for row in values])


def fix_words(match_id: int, begun: Seal) -> Step:
    """Stores what the players' words are in the derivation: from now on they can be deleted, but not changed."""
    return Step(_FIX_WORDS, [{"of_match": match_id, "words": list(begun.words)}])


def place_board(match_id: int, board_id: int | None, old_board_id: int | None) -> Step:
    """Stores which message shows the table, and which older one still has to be turned into a link to it."""
    return Step(_PLACE_BOARD, [{"of_match": match_id, "board_id": board_id, "old_board_id": old_board_id}])


def note_drawn(match_id: int) -> Step:
    """Stores that the public message of a closed table needs no more drawing."""
    return Step(_NOTE_DRAWN, [{"of_match": match_id, "is_drawn": True}])


def free_rematch(match_id: int) -> Step:
    """Stores that this match isn't the rematch of another one."""
    return Step(_FREE_REMATCH, [{"of_match": match_id, "rematch_of": None}])
