"""How a match has changed people's ranks: one query over the results, run once when the match ends."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, select

from bot.store.schema import results


@dataclass(frozen=True, slots=True)
class Rank:
    """A person's rank in the match's game, from 1. Shape: `before` is None if this was their first match."""

    now: int
    before: int | None


def better_first(
    points: ColumnElement[Any], wins: ColumnElement[Any], matches: ColumnElement[Any]
) -> tuple[ColumnElement[Any], ...]:
    """The order of the leaderboard: by points, then by wins, then by fewer matches."""
    return points.desc(), wins.desc(), matches


def ranks_after(match_id: int) -> Select[Any]:
    """Selects the ranks of everyone this match has counted for, with the match and without it.

    Shape: user id, rank with it, rank without it, number of matches without it. Over all time, in its game and field.
    """
    columns = results.c
    this = select(results).where(columns.match_id == match_id).limit(1).subquery()
    is_new = columns.match_id == match_id

    def old(column: ColumnElement[Any]) -> ColumnElement[Any]:
        return func.sum(case((is_new, 0), else_=column))

    matches, wins, points = func.count(), func.sum(columns.won), func.sum(columns.points)
    old_matches = func.sum(case((is_new, 0), else_=1))
    newcomers_last = case((old_matches == 0, 1), else_=0)
    ranked = (
        select(
            columns.user_id,
            func.rank().over(order_by=better_first(points, wins, matches)).label("now"),
            func.rank()
            .over(order_by=(newcomers_last, *better_first(old(columns.points), old(columns.won), old_matches)))
            .label("before"),
            old_matches.label("old_matches"),
        )
        .join(this, _same_board(this.c))
        .group_by(columns.user_id)
        .subquery()
    )
    there = select(columns.user_id).where(columns.match_id == match_id)
    return select(ranked).where(ranked.c.user_id.in_(there))


def _same_board(this: Any) -> ColumnElement[bool]:  # noqa: ANN401 - the columns of a subquery
    """The results that counted on the same leaderboard when this match ended."""
    columns = results.c
    return and_(
        columns.community_id == this.community_id,
        columns.field == this.field,
        columns.game == this.game,
        columns.ended_at <= this.ended_at,
    )
