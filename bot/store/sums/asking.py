"""Reads what counting a match needs to know: everyone's sums, opponents and ranks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, Connection, Select, case, func, select

from bot.store.sums.schema import opponents, standings
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


def ranks(
    db: Connection, ranking_id: int, before: Mapping[int, int], after: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Everyone's rank in a community before and after a match, by user id. Call it before the match is counted.

    Shape: strengths by user id, in `before` of those who have one.
    """
    strengths = [*before.values(), *after.values()]
    row = db.execute(select(*(better(ranking_id, strength).scalar_subquery() for strength in strengths))).one()
    old = {user_id: 1 + ahead for user_id, ahead in zip(before, row[: len(before)], strict=True)}
    new = {}
    for (user_id, strength), ahead in zip(after.items(), row[len(before) :], strict=True):
        new[user_id] = 1 + ahead - _number_above(strength, before) + _number_above(strength, after)
    return old, new


def _number_above(strength: int, others: Mapping[int, int]) -> int:
    """How many of those who are listed are stronger. People who have been forgotten, with ids below 0, aren't."""
    return sum(other > strength for user_id, other in others.items() if user_id > 0)


def opponents_met(db: Connection, ending: MatchResult, scope: int) -> tuple[Counter[int], Counter[int]]:
    """How many different people each one has been rated against in a community: in this game, and in all games."""
    people = [participant.user_id for participant in ending.rated if participant.user_id is not None]
    here, everywhere = Counter[int](), Counter[int]()
    if not people:
        return here, everywhere
    columns = opponents.c
    query = (
        select(columns.user_id, func.max(case((columns.game == ending.game, 1), else_=0)))
        .where(columns.community_id == scope, columns.user_id.in_(people))
        .group_by(columns.user_id, columns.opponent_id)
    )
    for user_id, is_in_game in db.execute(query):
        here[user_id] += is_in_game
        everywhere[user_id] += 1
    return here, everywhere


def found_sums(db: Connection, ids: Sequence[int], people: Sequence[int]) -> Found:
    """The sums of these people in these rankings, without those that have none yet."""
    columns = standings.c
    query = select(columns.ranking_id, columns.user_id, *(columns[name] for name in SUMS))
    theirs = query.where(columns.ranking_id.in_(ids), columns.user_id.in_(people))
    return {(row[0], row[1]): Sums(*row[2:]) for row in db.execute(theirs)}
