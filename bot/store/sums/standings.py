"""Adds a match to the rankings it counts for: matches, wins and points, and ratings where it is rated."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.sums.asking import SUMS, Found, Key, Sums, found_sums, opponents_met, ranks
from bot.store.sums.rankings import Board, make, rolled
from bot.store.sums.schema import ALL_GAMES, EVERYWHERE, day_sums, standings
from bot.store.sums.upsert import add, put
from bot.tables.ending import Ending, Entrant
from bot.tables.periods import ALL_TIME, ROLLING, day_of, season_of
from bot.tables.ratings import Rating, rated
from bot.tables.standings import Field


@dataclass(frozen=True, slots=True)
class Change:
    """What a match has done to somebody's rating and rank, as shown.

    Shape: no rank before their first match. `is_provisional` says whether the rating still is, after the match; it then
    comes from `rated` matches and, among people, from this many different `opponents`. Both are None where nobody has
    noted them.
    """

    rating_before: int
    rating_after: int
    rank_before: int | None
    rank_after: int
    is_provisional: bool = False
    rated: int | None = None
    opponents: int | None = None


class Noted(NamedTuple):
    """What is stored with somebody's result: the change in the game, and their rating in all games together."""

    change: Change
    overall_before: int
    overall_after: int


class _Step(NamedTuple):
    """What a match has done to somebody in a ranking of all time. Shape: ranks only where they are shown."""

    before: Sums
    after: Sums
    rank_before: int | None = None
    rank_after: int = 0


async def count(
    db: AsyncConnection, ending: Ending, weights: Sequence[float], *, scopes: Iterable[int], listed: frozenset[int]
) -> dict[int, Noted]:
    """Adds the match to every ranking. Shape: `weights` in the order of `ending.rated`; changes by user id.

    `listed` has those who agree to be listed everywhere. There are no changes if the match isn't rated.
    """
    noted: dict[int, Noted] = {}
    for scope in scopes:
        met = await opponents_met(db, ending, scope)
        in_game = await _Counting(db, ending, weights, scope, ending.game, listed).count(met[0])
        overall = await _Counting(db, ending, weights, scope, ALL_GAMES, listed).count(met[1])
        if ending.rated and scope != EVERYWHERE:
            noted = {user_id: _noted(step, overall[user_id], ending.field) for user_id, step in in_game.items()}
    return noted


def _noted(in_game: _Step, overall: _Step, field: Field) -> Noted:
    after = in_game.after
    change = Change(
        rating_before=in_game.before.rating.shown,
        rating_after=after.rating.shown,
        rank_before=in_game.rank_before,
        rank_after=in_game.rank_after,
        is_provisional=after.is_provisional(field),
        rated=after.rated,
        opponents=after.opponents if field == "people" else None,
    )
    return Noted(change, overall.before.rating.shown, overall.after.rating.shown)


@dataclass(frozen=True, slots=True)
class _Counting:
    """One match and the rankings of one community and game."""

    db: AsyncConnection
    ending: Ending
    weights: Sequence[float]
    scope: int
    game: str
    listed: frozenset[int]

    async def count(self, opponents: Mapping[int, int]) -> dict[int, _Step]:
        """Adds the match to the rankings of all periods. Shape: what it has done in the one of all time, by user id.

        `opponents` says how many different people each of them has been rated against.
        """
        people = [result.user_id for result in self.ending.results]
        ids = await self._rankings()
        before = await found_sums(self.db, ids.values(), people)
        all_time = self._after(before, ids[ALL_TIME], opponents, self._ratings(before, ids[ALL_TIME]))
        rows = dict(all_time)
        for period, ranking_id in ids.items():
            if period in ROLLING:
                after = self._after(before, ranking_id, opponents, {})
                rows |= self._as_of_now(after, ids[ALL_TIME], all_time)
            elif period != ALL_TIME:
                rows |= self._after(before, ranking_id, opponents, self._ratings(before, ranking_id))
        is_shown = self.scope != EVERYWHERE and self.game != ALL_GAMES and bool(self.ending.rated)
        old = {key: before[key] for key in all_time if key in before} if is_shown else {}
        old_ranks = await self._ranks(old)
        await put(self.db, standings, [self._row(*key, sums) for key, sums in rows.items()])
        if not ids.keys().isdisjoint(ROLLING):  # what is too old for them is never taken away from them
            await self._add_to_day(ids[ALL_TIME])
        new_ranks = await self._ranks(all_time if is_shown else {})
        return {
            key[1]: _Step(before.get(key, Sums()), after, old_ranks.get(key), new_ranks.get(key, 0))
            for key, after in all_time.items()
        }

    async def _rankings(self) -> dict[str, int]:
        """The rankings that the match belongs to, by their periods, all time first."""
        today = day_of(self.ending.ended_at)
        periods = (ALL_TIME, season_of(self.ending.ended_at), *ROLLING)
        board = Board(self.scope, self.game, self.ending.field)
        found = await rolled(self.db, board, today)
        if not found.keys() >= set(periods):
            await make(self.db, board, periods, today)
            found = await rolled(self.db, board, today)
        return {
            period: found[period].id
            for period in periods
            if period not in ROLLING or today > found[period].day - ROLLING[period]
        }

    def _after(
        self, before: Found, ranking_id: int, opponents: Mapping[int, int], ratings: Mapping[int, Rating]
    ) -> Found:
        """The sums of everyone in one ranking after the match, with these new ratings."""
        found: Found = {}
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

    def _ratings(self, before: Found, ranking_id: int) -> dict[int, Rating]:
        """The ratings after the match of the people who are rated."""
        entrants = self.ending.rated
        if not entrants:
            return {}
        sums = [before.get((ranking_id, entrant.user_id or 0), Sums()) for entrant in entrants]
        old = [entrant.rating or one.rating for entrant, one in zip(entrants, sums, strict=True)]
        fixed = {index for index, entrant in enumerate(entrants) if entrant.rating}
        field = self.ending.field
        provisional = {index for index, one in enumerate(sums) if index not in fixed and one.is_provisional(field)}
        new = rated(old, [entrant.place or 0 for entrant in entrants], self.weights, fixed, provisional)
        return {_id(entrant): rating for entrant, rating in zip(entrants, new, strict=True) if not entrant.rating}

    def _as_of_now(self, sums: Found, now_id: int, all_time: Found) -> Found:
        """The sums with everyone's rating of today: a rolling period has no ratings of its own."""
        found: Found = {}
        for (ranking_id, user_id), one in sums.items():
            now = all_time[now_id, user_id]
            found[ranking_id, user_id] = replace(one, rated=now.rated, mu=now.mu, sigma=now.sigma)
        return found

    def _row(self, ranking_id: int, user_id: int, sums: Sums) -> dict[str, object]:
        is_listed = user_id > 0 and (self.scope != EVERYWHERE or user_id in self.listed)  # below 0, they're forgotten
        strength = sums.strength(self.ending.field)
        key = {"ranking_id": ranking_id, "user_id": user_id, "is_listed": is_listed}
        found = {name: getattr(sums, name) for name in SUMS}
        return {**key, **found, "rating": sums.rating.shown, "strength": strength}

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

    async def _ranks(self, found: Found) -> dict[Key, int]:
        """The ranks of these people in their ranking as it is now."""
        strengths = {key: sums.strength(self.ending.field) for key, sums in found.items()}
        return await ranks(self.db, strengths)


def _id(entrant: Entrant) -> int:
    assert entrant.user_id is not None
    return entrant.user_id
