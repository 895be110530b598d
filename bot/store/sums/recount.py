"""Counts matches that still wait, and counts all matches anew: the sums must come out as they are.

What a match counts for is worked out from its table and log by `read`, which knows the games.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, exists, func, select, update
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, attempt
from bot.store.schema import matches, results
from bot.store.sums import counting
from bot.store.sums.rankings import Board, rolled
from bot.store.sums.schema import (
    day_sums,
    endings,
    figures,
    honours,
    meetings,
    opponents,
    progress,
    rankings,
    standings,
    streaks,
    tallies,
)
from bot.store.tables import log_of, tables_where
from bot.tables.match_result import MatchResult
from bot.tables.periods import ALL_TIME
from bot.tables.table import Table
from games.core import Move

log = logging.getLogger(__name__)

Reader = Callable[[Table, Sequence[Move]], MatchResult | None]
"""Works out what a closed match counts for. Shape: None if it counts for nobody, or can't be replayed any more."""

SUMS = (standings, day_sums, meetings, opponents, tallies, streaks, figures, honours)
"""Everything that is worked out, apart from `rankings`, which only numbers them, and some columns of `results`."""

RATINGS = ("rating_before", "rating_after", "rated", "opponents", "overall_before", "overall_after")
"""The columns of `results` that are compared. Ranks aren't: people who have been forgotten since had a place too."""

BATCH = 5
"""Matches counted in one transaction. Moves wait for it, so it's short: each of them takes some 5 ms."""

_IS_OF_A_WIN = honours.c.kind.startswith("win") & exists().where(
    results.c.match_id == honours.c.match_id, results.c.user_id == honours.c.user_id, results.c.won == 1
)

Row = tuple[Any, ...]
Snapshot = dict[str, set[Row]]


@dataclass(frozen=True, slots=True)
class Difference:
    """What was found in one table when everything was counted anew. Shape: counts of rows."""

    table: str
    missing: int
    superfluous: int


class Unreadable(Exception):
    """Matches that once counted can't be replayed any more, so counting anew would lose what they counted for.

    Shape: the argument says how many.
    """


class Deleted(Exception):
    """Matches that have counted and are no longer stored, so counting anew would lose what they counted for.

    Shape: the argument says how many.
    """


class Recount:
    """Counts matches that have ended, from what is stored about them."""

    def __init__(self, engine: AsyncEngine, read: Reader) -> None:
        self._engine, self._database = engine, Database.of(engine)
        self._read = read

    async def waiting(self) -> int:
        """How many matches still have to be counted."""
        counted = select(progress.c.counted).scalar_subquery()
        query = select(func.count()).select_from(endings).where(endings.c.number > counted)
        return await self._database.read(lambda db: db.execute(query).scalar_one())

    async def count_some(self, most: int = BATCH) -> int:
        """Counts the next matches that wait, in one transaction. Returns how many there were."""
        return await self._database.write(lambda db: _count_next(db, self._read, most), is_serial=True)

    async def compare(self, today: int, *, repairs: bool) -> list[Difference]:
        """Counts every stored match anew, and compares. Without `repairs`, nothing is changed.

        Shape: what differs, by table. Units: `today` in days since 1970. Only while no bot runs, because nobody else
        can write meanwhile. Raises: Deleted if the sums are of matches that aren't all stored any more, and Unreadable
        if a repair would lose what is known of matches; nothing is changed then.
        """
        async with self._engine.execution_options(writes=True).connect() as db, db.begin() as transaction:
            before, after = await db.run_sync(self._count_anew, today, repairs=repairs)
            if not repairs:
                await transaction.rollback()
        found = [Difference(name, len(after[name] - before[name]), len(before[name] - after[name])) for name in before]
        return [difference for difference in found if difference.missing or difference.superfluous]

    def _count_anew(self, db: Connection, today: int, *, repairs: bool) -> tuple[Snapshot, Snapshot]:
        """Counts every stored match anew. Shape: every row of every sum before and after. Raises: as `compare`."""
        if deleted := db.execute(select(progress.c.deleted)).scalar_one():
            raise Deleted(deleted)
        if repairs and (unreadable := self._unreadable(db)):
            raise Unreadable(unreadable)
        today = max(today, _last_day(db))  # the clock may have been ahead when somebody looked
        self._count_all(db, today)
        before = _snapshot(db)
        _forget_all(db)
        self._count_all(db, today)
        return before, _snapshot(db)

    def _unreadable(self, db: Connection) -> int:
        """How many matches have counted and can't be replayed any more."""
        ended = matches.c.id.in_(select(endings.c.match_id))
        versions = db.execute(select(matches.c.game, matches.c.rules_version).where(ended).distinct()).all()
        number = 0
        for game, version in versions:
            some = ended & (matches.c.game == game) & (matches.c.rules_version == version)
            first = db.execute(select(func.min(matches.c.id)).where(some, matches.c.phase == "over")).scalar_one()
            if first is not None:
                (table,) = tables_where(db, matches.c.id == first)
                if self._read(table, log_of(db, first)) is None:
                    number += db.execute(select(func.count()).select_from(matches).where(some)).scalar_one()
        return number

    def _count_all(self, db: Connection, today: int) -> None:
        while _count_next(db, self._read, BATCH):
            pass
        _roll_all(db, today)


def _count_next(db: Connection, read: Reader, most: int) -> int:
    counted = counting.lock(db)
    query = select(endings).where(endings.c.number > counted).order_by(endings.c.number)
    following = db.execute(query.limit(most + 1)).all()
    for number, match_id, is_everywhere in following[:most]:

        def count(number: int = number, match_id: int = match_id, is_everywhere: bool = is_everywhere) -> None:
            (table,) = tables_where(db, matches.c.id == match_id)
            if (ending := read(table, log_of(db, match_id))) is not None:
                counting.count(db, ending, number, is_everywhere=is_everywhere)

        _, error = attempt(db, count)
        if error:
            if _may_pass(error):
                raise error
            log.error("match %d cannot be counted: %s", match_id, type(error).__name__)  # it must not hold up others
        db.execute(update(progress).values(counted=number))
    if len(following) <= most:
        counting.drop_former_players(db)
    return len(following[:most])


def _may_pass(error: Exception) -> bool:
    """Whether it's the database that failed, such as on a full disk: the same match can be counted later."""
    is_of_database = isinstance(error, (DBAPIError, NoConnection))
    return is_of_database and not isinstance(error, (DataError, IntegrityError, ProgrammingError))


def _forget_all(db: Connection) -> None:
    """Deletes everything that was worked out, but leaves people the wins that they have been congratulated on.

    Once, any win could be a first one; now only a first place in a match played to its end can.
    """
    for table in SUMS:
        db.execute(delete(honours).where(~_IS_OF_A_WIN) if table is honours else delete(table))
    db.execute(delete(rankings))
    db.execute(update(results).values(dict.fromkeys(RATINGS)))
    db.execute(update(progress).values(counted=0))


def _last_day(db: Connection) -> int:
    """The latest day that any ranking includes. Units: days since 1970."""
    return db.execute(select(func.max(rankings.c.day))).scalar_one() or 0


def _roll_all(db: Connection, today: int) -> None:
    columns = (rankings.c.community_id, rankings.c.game, rankings.c.field)
    for row in db.execute(select(*columns).where(rankings.c.period == ALL_TIME)).all():
        rolled(db, Board(*row), today)


def _snapshot(db: Connection) -> Snapshot:
    """Every row of every sum, with rankings by what they are instead of by number."""
    found = {table.name: set(map(tuple, db.execute(_rows(table)))) for table in SUMS}
    columns = (results.c.match_id, results.c.user_id, *(results.c[name] for name in RATINGS))
    return found | {"results": set(map(tuple, db.execute(select(*columns))))}


def _rows(table: SqlTable) -> Any:  # noqa: ANN401 - a query of as many columns as the table has
    if "ranking_id" not in table.c:
        return select(table)
    own = [column for column in table.c if column.key != "ranking_id"]
    named = [column for column in rankings.c if column.key not in {"id", "day"}]
    return select(*named, *own).join_from(table, rankings, table.c.ranking_id == rankings.c.id)
