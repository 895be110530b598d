"""Tables as rows: the conditions that queries share, and what is read of them, always in two queries."""

from collections import defaultdict
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, literal, select, true

from bot.share import SHARD_SHIFT, Share
from bot.store.schema import matches, moves, sitters
from bot.tables.clock import SeatClock
from bot.tables.table import OPEN_PHASES, Invitation, Pause, Person, Place, RevealPause, Robot, Sitter, Table
from games.core import Move

IS_OPEN = matches.c.phase.in_([literal(phase) for phase in OPEN_PHASES])
"""The SQL condition for tables that can still be joined or played."""

IS_SOLO = matches.c.is_lesson | matches.c.day.is_not(None)
"""The SQL condition for lessons and daily matches, which belong to one person and have no public message."""

IS_LISTED = IS_OPEN & ~IS_SOLO & ~matches.c.is_invite_only
"""The SQL condition for tables that are listed for people who see their channel: no private one is."""

TO_DRAW = (IS_OPEN | ~matches.c.is_drawn) & ~IS_SOLO
"""The SQL condition for tables whose public message must be kept up to date: open, or closed and not yet drawn."""


def within(share: Share) -> ColumnElement[bool]:
    """The SQL condition for tables on the servers of a process."""
    return true() if share.is_everything else shard_among(share.count).in_(share.shards)


def shard_among(count: int | ColumnElement[int]) -> ColumnElement[int]:
    """The shard of a table's server, among so many, as a SQL expression."""
    return (matches.c.guild_id // (1 << SHARD_SHIFT)) % count


def tables_where(db: Connection, condition: ColumnElement[bool]) -> list[Table]:
    """The tables whose row in `matches` meets this condition, oldest first.

    Both queries use the condition, never a list of ids: databases limit the number of parameters in a query.
    """
    rows = db.execute(select(matches).where(condition).order_by(matches.c.id)).all()
    seated = select(sitters).join(matches).where(condition).order_by(sitters.c.match_id, sitters.c.seat)
    at_table: defaultdict[int, list[Sitter]] = defaultdict(list)
    for row in db.execute(seated) if rows else ():
        person = None if row.computer else Person(row.user_id, row.name, row.words or "")
        at_table[row.match_id].append(person or Robot(row.computer, row.name))
    return [_table(row, tuple(at_table[row.id])) for row in rows]


def log_of(db: Connection, match_id: int) -> list[Move]:
    """Every move of a match so far, in order."""
    query = select(moves.c.seat, moves.c.text).where(moves.c.match_id == match_id).order_by(moves.c.number)
    return [Move(seat, text) for seat, text in db.execute(query)]


_MADE_OF_JSON = {"clocks", "hold", "pause", "removed", "invited"}
_SAME: Final = [one.name for one in fields(Table) if one.name in matches.c and one.name not in _MADE_OF_JSON]
"""The fields that are columns, too."""


def _table(row: Row[Any], sitting: tuple[Sitter, ...]) -> Table:
    return Table(
        **{name: getattr(row, name) for name in _SAME},
        place=Place(row.guild_id, row.channel_id),
        sitters=sitting,
        clocks=tuple(SeatClock(**clock) for clock in row.clocks),
        hold=RevealPause(row.hold["until"], tuple(row.hold["gone_on"])) if row.hold else None,
        pause=Pause(row.pause["since"], row.pause["until"], tuple(row.pause["gone_on"])) if row.pause else None,
        removed=tuple(row.removed),
        invited=tuple(Invitation(**invitation) for invitation in row.invited),
    )
