"""Adds a match to the rankings it counts for: matches, wins and points, and ratings where it is rated."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.sums.rankings import Board, make, ranking_ids, roll
from bot.store.sums.schema import ALL_GAMES, EVERYWHERE, day_sums, opponents, standings
from bot.store.sums.upsert import add, put
from bot.tables.ending import Ending, Entrant
from bot.tables.periods import ALL_TIME, ROLLING, day_of, season_of
from bot.tables.ratings import NEWCOMER, Rating, is_provisional, rated
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
        opponents = self.opponents if field == "people" else None
        return self.rating.shown - (BEHIND if is_provisional(self.rated, opponents) else 0)


@dataclass(frozen=True, slots=True)
class Change:
    """What a match has done to somebody's rating and rank, as shown. Shape: no rank before their first match."""

    rating_before: int
    rating_after: int
    rank_before: int | None
    rank_after: int


async def count(
    db: AsyncConnection, ending: Ending, weights: Sequence[float], *, scopes: Iterable[int], listed: frozenset[int]
) -> dict[int, Change]:
    """Adds the match to every ranking. Shape: `weights` in the order of `ending.rated`; changes by user id.

    `listed` has those who agree to be listed everywhere.
    """
    changes: dict[int, Change] = {}
    for scope in scopes:
        for game in (ending.game, ALL_GAMES):
            changed = await _Counting(db, ending, weights, scope, game, listed).count()
            changes = changes or changed
    return changes


@dataclass(frozen=True, slots=True)
class _Counting:
    """One match and the rankings of one community and game."""

    db: AsyncConnection
    ending: Ending
    weights: Sequence[float]
    scope: int
    game: str
    listed: frozenset[int]

    async def count(self) -> dict[int, Change]:
        """Adds the match to the rankings of all periods. Shape: what a result page shows of it, by user id."""
        people = [result.user_id for result in self.ending.results]
        opponents = await self._opponents(people)
        ids = await self._rankings()
        before = await _sums(self.db, ids.values(), people)
        all_time = self._after(before, ids[ALL_TIME], opponents)
        rows = dict(all_time)
        for period, ranking_id in ids.items():
            after = self._after(before, ranking_id, opponents)
            rows |= self._as_of_now(after, ids[ALL_TIME], all_time) if period in ROLLING else after
        old = {key: sums for key, sums in before.items() if key[0] == ids[ALL_TIME]}
        old_ranks = await self._ranks(old)
        await put(self.db, standings, [self._row(*key, sums) for key, sums in rows.items()])
        await self._add_to_day(ids[ALL_TIME])
        new_ranks = await self._ranks(all_time)
        rated_ids = {entrant.user_id for entrant in self.ending.rated}
        return {
            user_id: Change(
                before.get(key, Sums()).rating.shown, sums.rating.shown, old_ranks.get(user_id), new_ranks[user_id]
            )
            for key, sums in all_time.items()
            if (user_id := key[1]) in rated_ids and user_id in new_ranks
        }

    async def _rankings(self) -> dict[str, int]:
        """The rankings that the match belongs to, by their periods, all time first."""
        today = day_of(self.ending.ended_at)
        periods = (ALL_TIME, season_of(self.ending.ended_at), *ROLLING)
        board = Board(self.scope, self.game, self.ending.field)
        await make(self.db, board, periods, today)
        last_days = await roll(self.db, board, today)
        found = await ranking_ids(self.db, board)
        return {
            period: found[period]
            for period in periods
            if period not in ROLLING or today > last_days[period] - ROLLING[period]
        }

    async def _opponents(self, people: Sequence[int]) -> dict[int, int]:
        """How many different people each of these has been rated against."""
        mine = (opponents.c.community_id == self.scope) & opponents.c.user_id.in_(people)
        if self.game != ALL_GAMES:
            mine &= opponents.c.game == self.game
        query = (
            select(opponents.c.user_id, func.count(opponents.c.opponent_id.distinct()))
            .where(mine)
            .group_by(opponents.c.user_id)
        )
        return {row[0]: row[1] for row in await self.db.execute(query)}

    def _after(self, before: "_Found", ranking_id: int, opponents: Mapping[int, int]) -> "_Found":
        """The sums of everyone in one ranking after the match."""
        ratings = self._ratings(before, ranking_id)
        found: _Found = {}
        for result in self.ending.results:
            sums = before.get((ranking_id, result.user_id), Sums())
            rating = ratings.get(result.user_id)
            found[ranking_id, result.user_id] = replace(
                sums,
                matches=sums.matches + 1,
                wins=sums.wins + result.won,
                points=sums.points + result.points,
                rated=sums.rated + (rating is not None),
                opponents=opponents.get(result.user_id, 0),
                mu=rating.mu if rating else sums.mu,
                sigma=rating.sigma if rating else sums.sigma,
            )
        return found

    def _ratings(self, before: "_Found", ranking_id: int) -> dict[int, Rating]:
        """The ratings after the match of the people who are rated."""
        entrants = self.ending.rated
        if not entrants:
            return {}
        old = [entrant.rating or before.get((ranking_id, _id(entrant)), Sums()).rating for entrant in entrants]
        fixed = {index for index, entrant in enumerate(entrants) if entrant.rating}
        new = rated(old, [entrant.place or 0 for entrant in entrants], self.weights, fixed)
        return {_id(entrant): rating for entrant, rating in zip(entrants, new, strict=True) if not entrant.rating}

    def _as_of_now(self, sums: "_Found", now_id: int, all_time: "_Found") -> "_Found":
        """The sums with everyone's rating of today: a rolling period has no ratings of its own."""
        found: _Found = {}
        for (ranking_id, user_id), one in sums.items():
            now = all_time[now_id, user_id]
            found[ranking_id, user_id] = replace(one, rated=now.rated, mu=now.mu, sigma=now.sigma)
        return found

    def _row(self, ranking_id: int, user_id: int, sums: Sums) -> dict[str, object]:
        is_listed = self.scope != EVERYWHERE or user_id in self.listed
        strength = sums.strength(self.ending.field)
        key = {"ranking_id": ranking_id, "user_id": user_id, "is_listed": is_listed}
        return {**key, **asdict(sums), "rating": sums.rating.shown, "strength": strength}

    async def _add_to_day(self, ranking_id: int) -> None:
        """Notes what will have to be taken away when the day leaves the rolling periods."""
        day = day_of(self.ending.ended_at)
        rows = [
            {
                "day": day,
                "ranking_id": ranking_id,
                "user_id": result.user_id,
                "matches": 1,
                "wins": int(result.won),
                "points": result.points,
            }
            for result in self.ending.results
        ]
        await add(self.db, day_sums, rows)

    async def _ranks(self, found: "_Found") -> dict[int, int]:
        """The ranks of these people in their ranking as it is now. Shape: empty where no result page shows them."""
        if self.scope == EVERYWHERE or self.game == ALL_GAMES:
            return {}
        return {
            user_id: await rank(self.db, ranking_id, sums.strength(self.ending.field))
            for (ranking_id, user_id), sums in found.items()
        }


_Found = dict[tuple[int, int], Sums]
"""Sums by ranking and user id."""


def _id(entrant: Entrant) -> int:
    assert entrant.user_id is not None
    return entrant.user_id


async def rank(db: AsyncConnection, ranking_id: int, strength: int) -> int:
    """The rank that this strength has in a ranking, from 1."""
    better = (standings.c.ranking_id == ranking_id) & standings.c.is_listed & (standings.c.strength > strength)
    return 1 + (await db.execute(select(func.count()).select_from(standings).where(better))).scalar_one()


async def _sums(db: AsyncConnection, ids: Iterable[int], people: Sequence[int]) -> _Found:
    """The sums of these people in these rankings, without those that have none yet."""
    columns = standings.c
    query = select(
        columns.ranking_id, columns.user_id, columns.matches, columns.wins, columns.points,
        columns.rated, columns.opponents, columns.mu, columns.sigma,
    ).where(columns.ranking_id.in_(list(ids)), columns.user_id.in_(people))  # fmt: skip
    return {(row[0], row[1]): Sums(*row[2:]) for row in await db.execute(query)}
