"""Tables as rows: what is read of them, always in two queries, and what clicks change. Runs in others' transactions."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    true,
    update,
)

from bot.errors import VersionConflict
from bot.share import SHARD_SHIFT, Share
from bot.store.database import put
from bot.store.schema import deals, matches, moves, players, sitters
from bot.tables.clock import SeatClock
from bot.tables.deals import terms_of
from bot.tables.table import OPEN_PHASES, Person, Place, RevealPause, Robot, Sitter, Table
from bot.tables.timekeeping import ServiceClock
from games.core import Move
from games.sealed import Seal, fingerprint

IS_OPEN = matches.c.phase.in_([literal(phase) for phase in OPEN_PHASES])
"""The SQL condition for tables that can still be joined or played."""

IS_SOLO = matches.c.is_lesson | matches.c.day.is_not(None)
"""The SQL condition for lessons and daily matches, which belong to one person and have no public message."""

TO_DRAW = (IS_OPEN | ~matches.c.is_drawn) & ~IS_SOLO
"""The SQL condition for tables whose public message must be kept up to date: open, or closed and not yet drawn."""


def within(share: Share) -> ColumnElement[bool]:
    """The SQL condition for tables on the servers of a process."""
    if share.is_everything:
        return true()
    return shard_among(share.count).in_(share.shards)


def shard_among(count: int | ColumnElement[int]) -> ColumnElement[int]:
    """The shard of a table's server, among so many, as a SQL expression."""
    return (matches.c.guild_id // (1 << SHARD_SHIFT)) % count


def offset_of(service_clock: ServiceClock) -> ColumnElement[int]:
    """How many seconds the shard of a table's server has lost so far, as a SQL expression."""
    if not service_clock.offsets:
        return literal(0)
    return case(service_clock.offsets, value=shard_among(service_clock.count), else_=0)


def tables_where(db: Connection, condition: ColumnElement[bool]) -> list[Table]:
    """The tables whose row in `matches` meets this condition, oldest first.

    Both queries use the condition, never a list of ids: databases limit the number of parameters in a query.
    """
    rows = db.execute(select(matches).where(condition).order_by(matches.c.id)).all()
    seated = select(sitters).join(matches).where(condition).order_by(sitters.c.match_id, sitters.c.seat)
    at_table: defaultdict[int, list[Sitter]] = defaultdict(list)
    for row in db.execute(seated) if rows else ():
        at_table[row.match_id].append(_sitter(row))
    return [_table(row, at_table[row.id]) for row in rows]


def log_of(db: Connection, match_id: int) -> list[Move]:
    """Every move of a match so far, in order."""
    query = select(moves.c.seat, moves.c.text).where(moves.c.match_id == match_id).order_by(moves.c.number)
    return [Move(seat, text) for seat, text in db.execute(query)]


def _sitter(row: Row[Any]) -> Sitter:
    return Robot(row.computer, row.name) if row.computer else Person(row.user_id, row.name, row.words or "")


def _table(row: Row[Any], sitting: Iterable[Sitter]) -> Table:
    return Table(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=row.options,
        capacity=row.capacity,
        phase=row.phase,
        place=Place(row.guild_id, row.channel_id),
        host_id=row.host_id,
        changed_at=row.changed_at,
        version=row.version,
        sitters=tuple(sitting),
        plays_forced=row.plays_forced,
        board_id=row.board_id,
        old_board_id=row.old_board_id,
        rematch_of=row.rematch_of,
        opened_by=row.opened_by,
        is_lesson=row.is_lesson,
        day=row.day,
        pace=row.pace,
        locale=row.locale,
        clocks=tuple(SeatClock(**clock) for clock in row.clocks),
        hold=RevealPause(row.hold["until"], tuple(row.hold["gone_on"])) if row.hold else None,
        fingerprint=row.fingerprint,
        service_offset=row.service_offset,
        removed=tuple(row.removed),
    )


_CLOCK = tuple(field.name for field in fields(SeatClock))


def _clock(clock: SeatClock) -> Mapping[str, object]:
    return {name: getattr(clock, name) for name in _CLOCK}  # as `asdict`, which copies each value


def _hold(hold: RevealPause) -> Mapping[str, object]:
    return {"until": hold.until, "gone_on": hold.gone_on}


Values = Mapping[str, Callable[[Table], object]]
"""Functions that return the values of columns, by the columns' names."""

CHANGING: Final[Values] = {
    "capacity": attrgetter("capacity"),
    "phase": attrgetter("phase"),
    "host_id": attrgetter("host_id"),
    "version": attrgetter("version"),
    "changed_at": attrgetter("changed_at"),
    "clocks": lambda table: [_clock(clock) for clock in table.clocks],
    "removed": attrgetter("removed"),
    "hold": lambda table: _hold(table.hold) if table.hold else None,
    "service_offset": attrgetter("service_offset"),
}
"""The columns that can change."""

NEW: Final[Values] = {
    "game": attrgetter("game"),
    "rules_version": attrgetter("rules_version"),
    "options": lambda draft: dict(draft.options),
    "guild_id": attrgetter("place.guild_id"),
    "channel_id": attrgetter("place.channel_id"),
    "plays_forced": attrgetter("plays_forced"),
    "rematch_of": attrgetter("rematch_of"),
    "opened_by": attrgetter("opened_by"),
    "is_lesson": attrgetter("is_lesson"),
    "pace": attrgetter("pace"),
    "locale": attrgetter("locale"),
    "day": attrgetter("day"),
    "is_drawn": attrgetter("is_solo"),  # a lesson or a daily match has no public message
    **CHANGING,
}
"""The columns of a new row."""


def new(draft: Table) -> dict[str, object]:
    """The values of a new row, by name. Shape: as for `changing`."""
    return {name: value(draft) for name, value in NEW.items()}


def changing(table: Table) -> dict[str, object]:
    """The values that can change, by name. Shape: JSON values for `clocks` and `hold`."""
    return {name: value(table) for name, value in CHANGING.items()}


_OPEN: Final = insert(matches).returning(matches.c.id)
_CHANGE: Final = update(matches).where(matches.c.id == bindparam("of_match"))
_CLAIM: Final = _CHANGE.where(matches.c.version == bindparam("before"))
_FIX_WORDS: Final = update(deals).where(deals.c.match_id == bindparam("of_match"))
_ADD_MOVE: Final = insert(moves)


def open_table(db: Connection, draft: Table) -> Table:
    """Stores the row of a new table, and returns it with its number."""
    return replace(draft, id=db.execute(_OPEN, new(draft)).scalar_one())


def claim(db: Connection, table: Table) -> None:
    """Stores the table's new version. Raises: VersionConflict unless the version before it is the one on disk."""
    if not db.execute(_CLAIM, {"of_match": table.id, "before": table.version - 1, **changing(table)}).rowcount:
        raise VersionConflict


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
