"""Reads what counting a match needs to know: everyone's sums, opponents and ranks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache

from sqlalchemy import ColumnElement, Select, bindparam, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.sums.schema import opponents, standings
from bot.store.units import Statement, ask, numbered, one_of
from bot.tables.match_result import MatchResult
from bot.tables.ratings import NEWCOMER, Rating, is_provisional
from bot.tables.standings import Field

BEHIND = 1_000_000
"""By how much everyone provisional is behind the others. No rating comes near it."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What somebody has done in one ranking."""

    matches: int = 0
    wins: int = 0
    points: int = 0
    rated: int = 0
    opponents: int = 0
    mu: float = NEWCOMER.mu
    sigma: float = NEWCOMER.sigma

    @property
    def rating(self) -> Rating:
        """The person's rating."""
        return Rating(self.mu, self.sigma)

    def strength(self, field: Field) -> int:
        """What people are ordered by: the shown rating, behind all others while it is provisional."""
        return self.rating.shown - (BEHIND if self.is_provisional(field) else 0)

    def is_provisional(self, field: Field) -> bool:
        """Whether the rating still says little."""
        return is_provisional(self.rated, self.opponents if field == "people" else None)


SUMS = tuple(field.name for field in fields(Sums))
"""The columns of a standing that are sums."""

Key = tuple[int, int]
"""A ranking and a user id."""

Found = dict[Key, Sums]
"""Somebody's sums in a ranking, where there are any."""


def better(ranking_id: int | ColumnElement[int], strength: int | ColumnElement[int]) -> Select[int]:
    """Counts those in a ranking who are stronger than this."""
    ahead = (standings.c.ranking_id == ranking_id) & standings.c.is_listed & (standings.c.strength > strength)
    return select(func.count()).select_from(standings).where(ahead)


async def ranks(
    db: AsyncConnection, ranking_id: int, before: Mapping[int, int], after: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Everyone's rank in a community before and after a match, by user id. Call it before the match is counted.

    Shape: strengths by user id, in `before` of those who have one.
    """
    strengths = [*before.values(), *after.values()]
    (row,) = await ask(db, _numbers_ahead(len(strengths)), ranking=ranking_id, **numbered("strength", strengths))
    old = {user_id: 1 + ahead for user_id, ahead in zip(before, row[: len(before)], strict=True)}
    new = {}
    for (user_id, strength), ahead in zip(after.items(), row[len(before) :], strict=True):
        new[user_id] = 1 + ahead - _number_above(strength, before) + _number_above(strength, after)
    return old, new


def _number_above(strength: int, others: Mapping[int, int]) -> int:
    """How many of those who are listed are stronger. People who have been forgotten, with ids below 0, aren't."""
    return sum(other > strength for user_id, other in others.items() if user_id > 0)


@cache
def _numbers_ahead(people: int) -> Statement:
    """How many in a ranking are stronger than each of so many people."""
    counts = (better(bindparam("ranking"), bindparam(f"strength_{at}")) for at in range(people))
    return Statement(select(*(count.scalar_subquery() for count in counts)))


async def opponents_met(db: AsyncConnection, ending: MatchResult, scope: int) -> tuple[Counter[int], Counter[int]]:
    """How many different people each one has been rated against in a community: in this game, and in all games."""
    people = [participant.user_id for participant in ending.rated if participant.user_id is not None]
    here, everywhere = Counter[int](), Counter[int]()
    if not people:
        return here, everywhere
    found = await ask(db, _met(len(people)), game=ending.game, community=scope, **numbered("person", people))
    for user_id, is_in_game in found:
        here[user_id] += is_in_game
        everywhere[user_id] += 1
    return here, everywhere


@cache
def _met(people: int) -> Statement:
    """The opponents of each of so many people in a community, and whether they met in this game."""
    columns = opponents.c
    return Statement(
        select(columns.user_id, func.max(case((columns.game == bindparam("game"), 1), else_=0)))
        .where(columns.community_id == bindparam("community"), one_of(columns.user_id, "person", people))
        .group_by(columns.user_id, columns.opponent_id)
    )


async def found_sums(db: AsyncConnection, ids: Iterable[int], people: Sequence[int]) -> Found:
    """The sums of these people in these rankings, without those that have none yet."""
    ids = list(ids)
    values = numbered("ranking", ids) | numbered("person", people)
    return {(row[0], row[1]): Sums(*row[2:]) for row in await ask(db, _sums_of(len(ids), len(people)), **values)}


@cache
def _sums_of(ids: int, people: int) -> Statement:
    """The sums of so many people in so many rankings."""
    columns = standings.c
    query = select(columns.ranking_id, columns.user_id, *(columns[name] for name in SUMS))
    return Statement(query.where(one_of(columns.ranking_id, "ranking", ids), one_of(columns.user_id, "person", people)))
