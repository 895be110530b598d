"""Reads everything stored about a person, for them. Ids of others are left out, and so are all tokens."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Select, exists, select
from sqlalchemy import Table as SqlTable
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.personal import removals_of, rows_of_person
from bot.store.schema import matches, moves, opening_balances, panels, results, sitters
from bot.store.tables import tables_where
from bot.tables.table import Table
from games.core import Move

Row = Mapping[str, Any]

NOT_THEIRS = {panels.c.token: "a token is a key, not a fact about its owner", panels.c.handle: "part of the key"}
"""Columns of a person's own rows that aren't exported, and why."""

_has_no_match = ~exists().where(matches.c.id == results.c.match_id)


@dataclass(frozen=True, slots=True)
class Sat:
    """A match in which somebody has a seat. Shape: `log` is empty while the match is under way, or if nobody asked."""

    table: Table
    result: Row | None
    log: Sequence[Move]


class ExportStore:
    """Everything about a person on disk, without their matches having to wait."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def rows(self, user_id: int) -> dict[str, list[Row]]:
        """The rows about this person, by table. Shape: opponents are numbers that mean nothing elsewhere."""

        def work(db: Connection) -> dict[str, list[Row]]:
            found: dict[str, list[Row]] = {}
            others: dict[int, int] = {}
            for table, condition in rows_of_person(user_id).items():
                here = condition & _has_no_match if table is results else condition  # the others stand beside theirs
                rows = db.execute(_selected(table).where(here)).mappings()
                found[table.name] = [_cleaned(row, user_id, others) for row in rows]
            found["removed_from"] = [{"match_id": match_id} for match_id in removals_of(db, user_id)]
            return found

        return await self._database.read(work)

    async def match_ids(self, user_id: int) -> list[int]:
        """The numbers of the matches, lobbies and lessons in which this person has a seat, newest first."""
        query = select(sitters.c.match_id).where(sitters.c.user_id == user_id).order_by(sitters.c.match_id.desc())
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def matches(self, ids: Sequence[int], user_id: int, *, with_moves: bool) -> list[Sat]:
        """These matches, newest first, without those that are gone by now. Without `with_moves`, no log is read."""
        theirs = results.c.match_id.in_(ids) & (results.c.user_id == user_id)

        def work(db: Connection) -> list[Sat]:
            tables = tables_where(db, matches.c.id.in_(ids))
            counted = db.execute(_selected(results).where(theirs)).mappings()
            found = {row["match_id"]: _cleaned(row, user_id, {}) for row in counted}
            # The log of a match under way has everyone's hidden dice and cards.
            closed = [table.id for table in tables if not table.is_open] if with_moves else []
            logs = _logs(db, closed)
            return [Sat(table, found.get(table.id), logs[table.id]) for table in reversed(tables)]

        return await self._database.read(work)


def _logs(db: Connection, ids: Sequence[int]) -> defaultdict[int, list[Move]]:
    """Every move of these matches, in order."""
    columns = moves.c
    query = select(columns.match_id, columns.seat, columns.text).where(columns.match_id.in_(ids))
    found: defaultdict[int, list[Move]] = defaultdict(list)
    for match_id, seat, text in db.execute(query.order_by(columns.match_id, columns.number)):
        found[match_id].append(Move(seat, text))
    return found


def _selected(table: SqlTable) -> Select[Any]:
    return select(*(column.label(column.name) for column in table.c if column not in NOT_THEIRS))


def _cleaned(row: Mapping[Any, Any], user_id: int, others: dict[int, int]) -> Row:
    """The row with its reader as "you", others as numbers, and Discord's ids as text: many programs round them."""
    found: dict[str, Any] = {}

    def number(one: int) -> str:
        return f"another player ({others.setdefault(one, len(others) + 1)})"

    for key, value in row.items():
        if key in {"user_id", "opponent_id"}:
            found[key] = "you" if value == user_id else number(value)
        elif key == opening_balances.c.balance.name:
            found[key] = dict(value, met={number(int(one)): counts for one, counts in value.get("met", {}).items()})
        else:
            found[key] = str(value) if key in DISCORD_IDS and value is not None else value
    return found


def _is_discord_id(column: Column[Any]) -> bool:
    return isinstance(column.type, BigInteger) and (column.name.endswith("_id") or column.name in {"id", "scope"})


DISCORD_IDS = frozenset(
    column.name for table in (*rows_of_person(1), matches) for column in table.c
    if _is_discord_id(column)
)  # fmt: skip
"""The names of columns with ids of Discord."""
