"""What clicks change at a table. Each function runs in a transaction of the store."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from bot.store.rows import changing, new
from bot.store.schema import deals, gaps, matches, moves, players, sitters
from bot.store.sums.upsert import put
from bot.store.tables import IS_OPEN, IS_SOLO
from bot.tables.deals import terms_of
from bot.tables.table import Robot, Table
from games.core import Move
from games.sealed import Seal, fingerprint


class Taken(Exception):
    """Another change was stored first: the table has a newer version, or the match already has a rematch."""


_LAST_GAP: Final = select(func.coalesce(func.max(gaps.c.number), 0)).scalar_subquery()
_OPEN: Final = insert(matches).values(credited=_LAST_GAP).returning(matches.c.id, matches.c.credited)
_CHANGE: Final = update(matches).where(matches.c.id == bindparam("of_match"))
_CLAIM: Final = _CHANGE.where(matches.c.version == bindparam("before"))
_FIX_WORDS: Final = update(deals).where(deals.c.match_id == bindparam("of_match"))
_ADD_MOVE: Final = insert(moves)


def open_table(db: Connection, draft: Table) -> Table:
    """Stores the row of a new table, and returns it with its number and the last gap."""
    match_id, credited = db.execute(_OPEN, new(draft)).one()
    return replace(draft, id=match_id, credited=credited)


def claim(db: Connection, table: Table) -> None:
    """Stores the table's new version. Raises: Taken unless the version before it is the one on disk."""
    if not db.execute(_CLAIM, {"of_match": table.id, "before": table.version - 1, **changing(table)}).rowcount:
        raise Taken


def add_moves(db: Connection, table: Table, first: int, log: Sequence[Move], stood_in: int) -> None:
    """Stores moves from number `first` on. Shape: the computer made the first `stood_in` in a person's place."""
    rows = [
        {
            "match_id": table.id,
            "number": number,
            "seat": move.seat,
            "text": move.text,
            "stood_in": number < first + stood_in,
        }
        for number, move in enumerate(log, first)
    ]
    db.execute(_ADD_MOVE, rows)


def fix_words(db: Connection, match_id: int, begun: Seal) -> None:
    """Stores what the players' words are in the derivation: from now on they can be deleted, but not changed."""
    db.execute(_FIX_WORDS, {"of_match": match_id, "words": list(begun.words)})


def place_board(db: Connection, match_id: int, board_id: int | None, old_board_id: int | None) -> None:
    """Stores which message shows the table, and which older one still has to be turned into a link to it."""
    db.execute(_CHANGE, {"of_match": match_id, "board_id": board_id, "old_board_id": old_board_id})


def note_drawn(db: Connection, match_id: int) -> None:
    """Stores that the public message of a closed table needs no more drawing."""
    db.execute(_CHANGE, {"of_match": match_id, "is_drawn": True})


def free_rematch(db: Connection, match_id: int) -> None:
    """Stores that this match isn't the rematch of another one."""
    db.execute(_CHANGE, {"of_match": match_id, "rematch_of": None})


def seat(db: Connection, table: Table, *, is_new: bool = False) -> None:
    """Stores who sits where, and the current names of newcomers. Shape: `is_new` if nobody sat there yet."""
    known: set[int | None] = set()
    if not is_new:
        here = sitters.c.match_id == table.id
        known = set(db.execute(select(sitters.c.user_id).where(here)).scalars())
        db.execute(delete(sitters).where(here))
    newcomers = sorted((person.user_id, person.name) for person in table.people if person.user_id not in known)
    community_id = table.place.community_id
    put(db, players, [{"community_id": community_id, "user_id": one, "name": name} for one, name in newcomers])
    db.execute(insert(sitters), [_sitter_row(table, number) for number in range(len(table.sitters))])


def number_of_seats(db: Connection, user_id: int) -> int:
    """How many seats somebody has at open tables, apart from lessons, including those they have left for good."""
    seats = select(func.count()).select_from(sitters).join(matches)
    return db.execute(seats.where(sitters.c.user_id == user_id, IS_OPEN, ~IS_SOLO)).scalar_one()


def _sitter_row(table: Table, number: int) -> dict[str, object]:
    sitter = table.sitters[number]
    row: dict[str, object] = {"match_id": table.id, "seat": number, "name": sitter.name}
    if isinstance(sitter, Robot):
        return row | {"user_id": None, "computer": sitter.level, "words": None}
    return row | {"user_id": sitter.user_id, "computer": None, "words": sitter.words or None}


def seal(db: Connection, table: Table, key: bytes) -> Table:
    """Stores the key to a new table's deals; returns the table with its fingerprint."""
    found = fingerprint(key, terms_of(table))
    db.execute(insert(deals).values(match_id=table.id, secret_key=key.hex()))
    db.execute(update(matches).where(matches.c.id == table.id).values(fingerprint=found))
    return replace(table, fingerprint=found)


def seal_of(db: Connection, match_id: int) -> Seal | None:
    """What all chance of a match comes from, without words before it has begun."""
    query = select(deals.c.secret_key, deals.c.words).where(deals.c.match_id == match_id)
    for secret_key, words in db.execute(query):
        return Seal(bytes.fromhex(secret_key), tuple(words or ()))
    return None


def dealt_with(key: bytes) -> Select[tuple[int]]:
    """The number of the match whose deals follow from this key."""
    return select(deals.c.match_id).where(deals.c.secret_key == key.hex())
