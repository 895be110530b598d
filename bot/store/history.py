"""Reads the finished matches of one person, newest first, page by page. Pages begin at a match, not at a count."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import ALL_GAMES, matches, players, results, sitters
from bot.store.statistics import PersonQuery
from bot.store.tables import tables_where
from bot.tables.ratings import Change
from bot.tables.standings import Field
from bot.tables.table import Phase, Table

LINES = 6
"""Matches on one page."""

LARGEST_NUMBER = 2**31 - 1
"""The largest number of a match: PostgreSQL refuses more, and a forged button can name any."""

Way = Literal["older", "newer"]


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished match, as it counts for one person.

    Shape: `number` orders matches by their end. `place` is among the people, from 1; None against the computer. There
    is no rating for a match that isn't rated, or not yet. `is_placement` if it was provisional before the match, or
    still is. Units: `ended_at` in seconds since 1970.
    """

    number: int
    table: Table
    field: Field
    has_won: bool
    points: int
    ended_at: int
    place: int | None
    rating_before: int | None
    rating_after: int | None
    is_placement: bool = False


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some of somebody's finished matches, newest first. Shape: `name` as in `Statistics`."""

    name: str | None = None
    lines: tuple[Finished, ...] = ()
    has_newer: bool = False
    has_older: bool = False


class HistoryStore:
    """The finished matches of people."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def page(self, query: PersonQuery, way: Way = "older", beside: int | None = None) -> HistoryPage:
        """The matches next to the one with the number `beside`, older or newer. Shape: without it, the newest."""
        beside = beside if beside is None else min(beside, LARGEST_NUMBER)

        def work(db: Connection) -> HistoryPage:
            known = (players.c.community_id == query.community_id) & (players.c.user_id == query.user_id)
            name = db.execute(select(players.c.name).where(known)).scalar_one_or_none()
            rows = _rows(db, query, way, beside, LINES + 1)
            has_more, rows = len(rows) > LINES, rows[:LINES]
            if not rows:
                return HistoryPage(name)
            behind = beside is not None and bool(_rows(db, query, _back(way), rows[0].number, 1))
            if beside is None or way == "older":
                return HistoryPage(name, _finished(db, rows), has_newer=behind, has_older=has_more)
            return HistoryPage(name, _finished(db, rows[::-1]), has_newer=has_more, has_older=behind)

        return await self._database.read(work)

    async def highest(self) -> int:
        """The highest number of a stored match, 0 if there is none. Numbers only go up."""
        query = select(func.coalesce(func.max(matches.c.id), 0))
        return await self._database.read(lambda db: db.execute(query).scalar_one())

    async def latest(self, user_id: int, phases: Collection[Phase], *, before_day: int) -> int | None:
        """The number of the latest match of this person that ended in one of these phases, on any server.

        Shape: None if there is none. Lessons don't count, nor do daily matches of this day or later.
        """
        is_own = (sitters.c.user_id == user_id) & matches.c.phase.in_(phases) & ~matches.c.is_lesson
        is_closed = matches.c.day.is_(None) | (matches.c.day < before_day)
        query = select(matches.c.id).join_from(sitters, matches).where(is_own, is_closed)
        latest_first = query.order_by(matches.c.changed_at.desc(), matches.c.id.desc())
        return await self._database.read(lambda db: db.execute(latest_first.limit(1)).scalar_one_or_none())


def _back(way: Way) -> Way:
    return "newer" if way == "older" else "older"


def _rows(db: Connection, query: PersonQuery, way: Way, beside: int | None, most: int) -> list[Row[Any]]:
    """The person's results, beginning with the one nearest to `beside`."""
    columns = results.c
    theirs = (columns.user_id == query.user_id) & (columns.community_id == query.community_id)
    if query.game != ALL_GAMES:
        theirs &= columns.game == query.game
    is_newer = beside is not None and way == "newer"
    theirs &= columns.number < beside if beside is not None and not is_newer else columns.number > (beside or 0)
    order = columns.number.asc() if is_newer else columns.number.desc()
    kept = select(results).join(matches, matches.c.id == columns.match_id).where(theirs)  # a result outlives its match
    return list(db.execute(kept.order_by(order).limit(most)).all())


def _finished(db: Connection, rows: Iterable[Row[Any]]) -> tuple[Finished, ...]:
    rows = tuple(rows)
    ids = [row.match_id for row in rows]
    tables = {table.id: table for table in tables_where(db, matches.c.id.in_(ids))}
    points: dict[int, list[int]] = {}
    gained = select(results.c.match_id, results.c.points).where(results.c.match_id.in_(ids))
    for match_id, some in db.execute(gained):
        points.setdefault(match_id, []).append(some)
    return tuple(
        Finished(
            number=row.number,
            table=tables[row.match_id],
            field=row.field,
            has_won=bool(row.won),
            points=row.points,
            ended_at=row.ended_at,
            place=_place(row, points[row.match_id], tables[row.match_id]),
            rating_before=row.rating_before,
            rating_after=row.rating_after,
            is_placement=_is_placement(row),
        )
        for row in rows
    )


def _is_placement(row: Row[Any]) -> bool:
    """Whether the rating was provisional before the match, or still is."""
    change = Change(*(getattr(row, field.name) for field in fields(Change)))
    return bool(change.is_provisional or change.was_provisional)


def _place(row: Row[Any], points: Collection[int], table: Table) -> int | None:
    """The place among the people. In older results it follows from points: a point for each person behind them.

    A person who has deleted their data has no points any more, but still takes their place: behind this one if their
    points lack a person, or else ahead. Only a tie with them isn't seen, except for the first place.
    """
    if row.field != "people" or not table.is_decided:
        return None
    if row.place is not None:
        return int(row.place)
    if row.won:
        return 1
    forgotten = len(table.seats_of_people) - len(points)
    own: int = row.points
    ahead, behind = sum(other > own for other in points), sum(other < own for other in points)
    return 1 + ahead + max(0, forgotten - (own - behind))
