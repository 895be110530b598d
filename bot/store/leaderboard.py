"""Who is best: sums over the results. The rule of what a match counts is in bot/standings.py.

Ranked by points; then by wins; then by fewer matches. Whoever is equal in all three shares the rank.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.standings import Field
from bot.store.ranks import better_first
from bot.store.schema import players, results


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the leaderboard. Shape: rank counts from 1; equal players share it."""

    rank: int
    user_id: int
    name: str
    matches: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """One page of the leaderboard, and the reader's own line wherever it stands."""

    lines: tuple[Standing, ...]
    own: Standing | None
    total: int


@dataclass(frozen=True, slots=True)
class Question:
    """Which leaderboard. Shape: game None means all games; since is seconds since 1970, 0 for all time."""

    community_id: int
    field: Field
    game: str | None
    since: int


class Leaderboard:
    """The rankings of each server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def ranking(self, question: Question, *, reader: int, first: int, lines: int) -> Ranking:
        """Lines `first` to `first + lines` (from 0), the reader's own, and how many there are."""
        matches_, wins, points = func.count(), func.sum(results.c.won), func.sum(results.c.points)
        summed = (
            select(
                func.rank().over(order_by=better_first(points, wins, matches_)).label("rank"),
                results.c.user_id,
                matches_.label("matches"),
                wins.label("wins"),
                points.label("points"),
            )
            .where(_asked(question))
            .group_by(results.c.user_id)
            .subquery()
        )
        named = select(
            summed.c.rank, summed.c.user_id, players.c.name, summed.c.matches, summed.c.wins, summed.c.points
        ).join(players, (players.c.user_id == summed.c.user_id) & (players.c.community_id == question.community_id))
        async with self._engine.connect() as db:
            total = (await db.execute(select(func.count()).select_from(summed))).scalar_one()
            page = await db.execute(named.order_by(summed.c.rank, summed.c.user_id).offset(first).limit(lines))
            shown = tuple(Standing(*row) for row in page)
            own = (await db.execute(named.where(summed.c.user_id == reader))).one_or_none()
        return Ranking(shown, Standing(*own) if own else None, total)


def _asked(question: Question) -> ColumnElement[bool]:
    conditions = [
        results.c.community_id == question.community_id,
        results.c.field == question.field,
        results.c.ended_at >= question.since,
    ]
    if question.game:
        conditions.append(results.c.game == question.game)
    return and_(*conditions)
