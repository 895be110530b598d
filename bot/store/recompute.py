"""Works out all ratings anew from the stored results, and compares: they must come out as they are."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.opening import openings
from bot.store.results import Board, Found, Noted, Sums, boards_of, counted, noted_changes, rows_of
from bot.store.schema import ALL_GAMES, EVERYWHERE, preferences, ratings, results
from bot.tables.match_result import MatchResult, Participant
from bot.tables.periods import ALL_TIME
from bot.tables.ratings import LEAST_OPPONENTS, computer_rating
from bot.tables.standings import Field, Result

CHANGES = ("rating_before", "rating_after", "is_provisional", "rated", "opponents", "overall_before", "overall_after")
"""The columns of `results` that are compared. Ranks aren't: people who have been forgotten since had a place too."""

BATCH = 1_000
"""Rows written at a time."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs in one table. Shape: counts of rows."""

    table: str
    missing: int
    superfluous: int


class Recompute:
    """Works out ratings from results, in the order in which matches ended."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def compare(self, *, repairs: bool) -> list[Difference]:
        """What differs, by table. Without `repairs`, nothing is changed. Only while no bot runs."""
        async with self._engine.execution_options(writes=True).begin() as db:
            return await db.run_sync(_compare, repairs=repairs)


def _compare(db: Connection, *, repairs: bool) -> list[Difference]:
    sums, noted = _worked_out(db)
    theirs = (preferences.c.kind == "person") & preferences.c.is_everywhere
    listed = frozenset(db.execute(select(preferences.c.id).where(theirs)).scalars())
    names = [column.name for column in ratings.c]
    rows = [tuple(row[name] for name in names) for row in rows_of(sums, listed)]
    stored = set(map(tuple, db.execute(select(*ratings.c))))
    columns = (results.c.match_id, results.c.user_id, *(results.c[name] for name in CHANGES))
    detailed = results.c.has_finished.is_not(None) & (results.c.community_id != EVERYWHERE)
    changes = set(map(tuple, db.execute(select(*columns).where(detailed))))
    found = [_difference("ratings", set(rows), stored), _difference("results", noted, changes)]
    if repairs:
        db.execute(delete(ratings))
        for first in range(0, len(rows), BATCH):
            db.execute(insert(ratings), [dict(zip(names, row, strict=True)) for row in rows[first : first + BATCH]])
        _put_changes(db, sorted(noted - changes))
    return [one for one in found if one.missing or one.superfluous]


def _difference(table: str, worked_out: set[tuple[Any, ...]], stored: set[tuple[Any, ...]]) -> Difference:
    return Difference(table, len(worked_out - stored), len(stored - worked_out))


def _put_changes(db: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    names = ("of_match", "person", *CHANGES)
    one = (results.c.match_id == bindparam("of_match")) & (results.c.user_id == bindparam("person"))
    if rows:
        db.execute(update(results).where(one), [dict(zip(names, row, strict=True)) for row in rows])


def _worked_out(db: Connection) -> tuple[Found, set[tuple[Any, ...]]]:
    """Everyone's sums, and the rows of `CHANGES` that belong to their results."""
    sums: Found = {}
    met: defaultdict[tuple[int, str, int], set[int]] = defaultdict(set)
    for (scope, user_id, game), balance in openings(db, true()).items():
        for name, values in balance.get("ratings", {}).items():
            field, season = name.split("/")
            mu, sigma, *counts = values
            sums[Board(scope, game, cast("Field", field), season), user_id] = Sums(mu, sigma, *map(int, counts))
        for board in (game, ALL_GAMES):
            met[scope, board, user_id] |= set(map(int, balance.get("met", ())))
    noted: set[tuple[Any, ...]] = set()
    query = select(results).where(results.c.has_finished.is_not(None))
    rows = db.execute(query.order_by(results.c.number, results.c.seat)).yield_per(BATCH)
    for _, of_match in groupby(rows, attrgetter("number")):
        people = list(of_match)
        ending = _ending(people)
        boards = boards_of(ending, is_everywhere=people[0].is_everywhere)
        moving = [row.weight for row in people if row.place is not None]
        weights = moving if ending.field == "people" else [1.0] * len(ending.rated)
        keys = [(board, row.user_id) for board in boards for row in people]
        before = {key: sums[key] for key in keys if key in sums}
        after = counted(ending, boards, weights, before, _new_opponents(ending, boards, before, met))
        sums |= after
        if people[0].community_id != EVERYWHERE:
            noted |= set(_rows(ending, noted_changes(ending, before, after)))
    return sums, noted


def _ending(people: Sequence[Row[Any]]) -> MatchResult:
    """The end of a match as its results describe it."""
    first = people[0]
    by_seat = {
        row.seat: Participant(
            user_id=row.user_id,
            place=row.place,
            result=Result(row.user_id, won=bool(row.won), points=row.points),
            has_finished=row.has_finished,
        )
        for row in people
    }
    for seat, level, place, mu in first.rivals or ():
        by_seat[seat] = Participant(level=level, place=place, rating=computer_rating(mu))
    seats = tuple(by_seat[seat] for seat in sorted(by_seat))
    return MatchResult(first.match_id, first.community_id, first.game, first.field, first.pace, first.ended_at, seats)


def _new_opponents(
    ending: MatchResult, boards: Sequence[Board], before: Found, met: defaultdict[tuple[int, str, int], set[int]]
) -> dict[tuple[int, str], Counter[int]]:
    """How many people each one met for the first time, as when the match ended. Adds them to `met`."""
    ids = [one.user_id for one in ending.rated if one.user_id is not None]
    found: dict[tuple[int, str], Counter[int]] = {}
    for board in boards:
        if board.season != ALL_TIME:
            continue
        new = found[board.scope, board.game] = Counter[int]()
        if ending.field == "people":
            for one in ids:
                known, others = met[board.scope, board.game, one], {*ids} - {one}
                if before.get((board, one), Sums()).opponents < LEAST_OPPONENTS:
                    new[one] = len(others - known)
                known |= others
    return found


def _rows(ending: MatchResult, noted: dict[int, Noted]) -> Iterator[tuple[Any, ...]]:
    """What is stored of these changes, for everyone the match counts for."""
    for result in ending.results:
        if (note := noted.get(result.user_id)) is None:
            yield (ending.match_id, result.user_id, *(None for _ in CHANGES))
        else:
            in_game = (getattr(note.change, name) for name in CHANGES[:-2])
            yield (ending.match_id, result.user_id, *in_game, note.overall_before, note.overall_after)
