"""Finds rankings, and keeps the rolling periods up to date: each day that drops out is taken away from the sums.

That is done when somebody asks for a ranking or a match is counted in it, so no ranking costs anything while nobody
plays or looks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, select, update

from bot.store.sums.schema import day_sums, rankings, standings
from bot.store.sums.upsert import put_new
from bot.tables.periods import ALL_TIME, ROLLING
from bot.tables.standings import Field


@dataclass(frozen=True, slots=True)
class Board:
    """The rankings of all periods for one community, game and field."""

    community_id: int
    game: str
    field: Field


class Ranking(NamedTuple):
    """One ranking. Shape: `day` is the last one that it includes, if it is a rolling one."""

    id: int
    day: int


IS_OF_BOARD: Final[ColumnElement[bool]] = (
    (rankings.c.community_id == bindparam("community_id"))
    & (rankings.c.game == bindparam("game"))
    & (rankings.c.field == bindparam("field"))
)
"""The condition for the rankings of a board, whose fields are the parameters."""


def make(db: Connection, boards: Iterable[Board], periods: Sequence[str], today: int) -> None:
    """Makes those rankings that are new."""
    rows = [asdict(board) | {"period": period, "day": today} for board in boards for period in periods]
    put_new(db, rankings, rows)


def rolled(db: Connection, board: Board, today: int) -> dict[str, Ranking]:
    """A board's rankings by period, after the days that are over have been taken away from its rolling ones."""
    return all_rolled(db, [board], today)[board]


def all_rolled(db: Connection, boards: Sequence[Board], today: int) -> dict[Board, dict[str, Ranking]]:
    """As `rolled`. Shape: the boards are those of all given communities and games, for one field."""
    found: dict[Board, dict[str, Ranking]] = {board: {} for board in boards}
    (field,) = {board.field for board in boards}
    columns = rankings.c
    query = select(columns.community_id, columns.game, columns.period, columns.id, columns.day).where(
        columns.community_id.in_({board.community_id for board in boards}),
        columns.game.in_({board.game for board in boards}),
        columns.field == field,
    )
    for community, game, period, *ranking in db.execute(query):
        found[Board(community, game, field)][period] = Ranking(*ranking)
    for one in found.values():
        _roll(db, one, today)
    return found


def _roll(db: Connection, found: dict[str, Ranking], today: int) -> None:
    """Takes the days that are over away from a board's rolling rankings."""
    late = {period: found[period] for period in ROLLING if period in found and found[period].day < today}
    for period, ranking in late.items():
        days = ROLLING[period]
        _take_away(db, found[ALL_TIME].id, ranking.id, ranking.day - days, today - days)
        found[period] = Ranking(ranking.id, today)
    if late:
        ids = [ranking.id for ranking in late.values()]
        db.execute(update(rankings).where(rankings.c.id.in_(ids)).values(day=today))
        too_old = day_sums.c.day <= today - max(ROLLING.values())
        db.execute(delete(day_sums).where(day_sums.c.ranking_id == found[ALL_TIME].id, too_old))


def _take_away(db: Connection, all_time: int, rolling: int, after: int, last: int) -> None:
    """Takes the days after `after`, up to `last`, away from a rolling ranking."""
    columns = day_sums.c
    query = (
        select(
            columns.user_id.label("person"),
            func.sum(columns.matches).label("fewer_matches"),
            func.sum(columns.wins).label("fewer_wins"),
            func.sum(columns.points).label("fewer_points"),
        )
        .where(columns.ranking_id == all_time, columns.day > after, columns.day <= last)
        .group_by(columns.user_id)
    )
    gone = [dict(row) for row in db.execute(query).mappings()]
    if not gone:
        return
    theirs = (standings.c.ranking_id == rolling) & (standings.c.user_id == bindparam("person"))
    fewer = {name: standings.c[name] - bindparam(f"fewer_{name}") for name in ("matches", "wins", "points")}
    db.execute(update(standings).where(theirs).values(fewer), gone)
    empty = delete(standings).where(standings.c.ranking_id == rolling, standings.c.matches <= 0)
    db.execute(empty)
