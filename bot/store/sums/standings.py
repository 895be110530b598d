"""Adds a match to the rankings it counts for: matches, wins and points, and ratings where it is rated."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import Connection

from bot.store.sums.asking import SUMS, Found, Sums, found_sums, opponents_met, ranks
from bot.store.sums.rankings import Board, all_rolled, make
from bot.store.sums.schema import ALL_GAMES, EVERYWHERE, day_sums, standings
from bot.store.sums.upsert import add, put
from bot.tables.match_result import MatchResult, Participant
from bot.tables.periods import ALL_TIME, ROLLING, day_of, season_of
from bot.tables.ratings import PROVISIONAL_MATCHES, Rating, rated


@dataclass(frozen=True, slots=True)
class Change:
    """What a match has done to somebody's rating and rank, as shown.

    Shape: no rank before the match if the rating was provisional. `is_provisional` says whether it still is after the
    match; it then comes from `rated` matches and, among people, from this many different `opponents`. Both are None
    where nobody has noted them.
    """

    rating_before: int
    rating_after: int
    rank_before: int | None
    rank_after: int
    is_provisional: bool = False
    rated: int | None = None
    opponents: int | None = None

    @property
    def was_provisional(self) -> bool:
        """Whether the rating was provisional before the match. Matches of older versions have a rank nevertheless."""
        return self.rated is not None and (self.rank_before is None or self.rated <= PROVISIONAL_MATCHES)


class Noted(NamedTuple):
    """What is stored with somebody's result: the change in the game, and their rating in all games together."""

    change: Change
    overall_before: int
    overall_after: int


def count(
    db: Connection, ending: MatchResult, weights: Sequence[float], *, scopes: Iterable[int], listed: frozenset[int]
) -> dict[int, Noted]:
    """Adds the match to every ranking. Shape: `weights` in the order of `ending.rated`; changes by user id.

    `listed` has those who agree to be listed everywhere. There are no changes if the match isn't rated.
    """
    boards = [Board(scope, game, ending.field) for scope in scopes for game in (ending.game, ALL_GAMES)]
    ids = _rankings(db, boards, ending.ended_at)
    people = [result.user_id for result in ending.results]
    before = found_sums(db, [number for board in boards for number in ids[board].values()], people)
    countings = {}
    for board in boards:
        if board.game == ending.game:
            met = dict(zip((ending.game, ALL_GAMES), opponents_met(db, ending, board.community_id), strict=True))
        countings[board] = _Counting(
            ending, weights, board, listed, ids=ids[board], before=before, opponents=met[board.game]
        )
    here, everything = (countings[board] for board in boards[:2])
    noted = _noted(db, here, everything) if ending.rated else {}
    put(db, standings, [row for one in countings.values() for row in one.rows()])
    add(db, day_sums, [row for one in countings.values() for row in one.rows_of_day()])
    return noted


def _rankings(db: Connection, boards: Sequence[Board], ended_at: int) -> dict[Board, dict[str, int]]:
    """The rankings that the match belongs to, by their boards and periods, all time first."""
    today = day_of(ended_at)
    periods = (ALL_TIME, season_of(ended_at), *ROLLING)
    found = all_rolled(db, boards, today)
    if missing := [board for board in boards if not found[board].keys() >= set(periods)]:
        make(db, missing, periods, today)
        found = all_rolled(db, boards, today)
    return {
        board: {
            period: of_board[period].id
            for period in periods
            if period not in ROLLING or today > of_board[period].day - ROLLING[period]
        }
        for board, of_board in found.items()
    }


def _noted(db: Connection, in_game: "_Counting", overall: "_Counting") -> dict[int, Noted]:
    """What the match does to everyone in its game and in all games, before it's stored."""
    field = in_game.ending.field
    before, after = in_game.all_time_before, in_game.all_time
    ranks_before, ranks_after = ranks(
        db,
        in_game.ids[ALL_TIME],
        {user_id: sums.strength(field) for user_id, sums in before.items()},
        {user_id: sums.strength(field) for user_id, sums in after.items()},
    )
    noted = {}
    for user_id, now in after.items():
        change = Change(
            rating_before=before.get(user_id, Sums()).rating.shown,
            rating_after=now.rating.shown,
            rank_before=None if before.get(user_id, Sums()).is_provisional(field) else ranks_before[user_id],
            rank_after=ranks_after[user_id],
            is_provisional=now.is_provisional(field),
            rated=now.rated,
            opponents=now.opponents if field == "people" else None,
        )
        overall_before = overall.all_time_before.get(user_id, Sums()).rating.shown
        noted[user_id] = Noted(change, overall_before, overall.all_time[user_id].rating.shown)
    return noted


class _Counting:
    """One match and the rankings of one community and game."""

    def __init__(
        self,
        ending: MatchResult,
        weights: Sequence[float],
        board: Board,
        listed: frozenset[int],
        *,
        ids: Mapping[str, int],
        before: Found,
        opponents: Mapping[int, int],
    ) -> None:
        """Shape: the rankings' `ids` by period; all sums `before`; how many different `opponents` each person has met.

        `all_time` and `all_time_before` are the sums in the ranking of all time by user id.
        """
        self.ending, self.ids = ending, ids
        self._weights, self._board, self._listed = weights, board, listed
        self._before, self._opponents = before, opponents
        now_id = ids[ALL_TIME]
        self.all_time_before = {user_id: sums for (number, user_id), sums in before.items() if number == now_id}
        after = self._after(now_id, self._ratings(now_id))
        self.all_time = {user_id: sums for (_, user_id), sums in after.items()}

    def rows(self) -> list[dict[str, object]]:
        """Everyone's standings in the rankings of all periods, after the match."""
        found: Found = {}
        for period, ranking_id in self.ids.items():
            if period in ROLLING:
                found |= self._as_of_now(self._after(ranking_id, {}))
            elif period == ALL_TIME:
                found |= {(ranking_id, user_id): sums for user_id, sums in self.all_time.items()}
            else:
                found |= self._after(ranking_id, self._ratings(ranking_id))
        return [self._row(*key, sums) for key, sums in found.items()]

    def rows_of_day(self) -> list[dict[str, object]]:
        """What will have to be taken away when the day leaves the rolling periods. Shape: empty if it's too old."""
        if self.ids.keys().isdisjoint(ROLLING):
            return []
        day = {"day": day_of(self.ending.ended_at), "ranking_id": self.ids[ALL_TIME]}
        return [
            {**day, "user_id": result.user_id, "matches": 1, "wins": int(result.won), "points": result.points}
            for result in self.ending.results
        ]

    def _after(self, ranking_id: int, ratings: Mapping[int, Rating]) -> Found:
        """The sums of everyone in one ranking after the match, with these new ratings."""
        found: Found = {}
        for result in self.ending.results:
            sums = self._before.get((ranking_id, result.user_id), Sums())
            rating = ratings.get(result.user_id)
            found[ranking_id, result.user_id] = Sums(
                matches=sums.matches + 1,
                wins=sums.wins + result.won,
                points=sums.points + result.points,
                rated=sums.rated + (rating is not None),
                opponents=self._opponents.get(result.user_id, 0),
                mu=rating.mu if rating else sums.mu,
                sigma=rating.sigma if rating else sums.sigma,
            )
        return found

    def _ratings(self, ranking_id: int) -> dict[int, Rating]:
        """The ratings after the match of the people who are rated."""
        participants = self.ending.rated
        if not participants:
            return {}
        sums = [self._before.get((ranking_id, participant.user_id or 0), Sums()) for participant in participants]
        old = [participant.rating or one.rating for participant, one in zip(participants, sums, strict=True)]
        fixed = {index for index, participant in enumerate(participants) if participant.rating}
        field = self.ending.field
        provisional = {index for index, one in enumerate(sums) if index not in fixed and one.is_provisional(field)}
        new = rated(old, [participant.place or 0 for participant in participants], self._weights, fixed, provisional)
        return {
            _id(participant): rating
            for participant, rating in zip(participants, new, strict=True)
            if not participant.rating
        }

    def _as_of_now(self, sums: Found) -> Found:
        """The sums with everyone's rating of today: a rolling period has no ratings of its own."""
        found: Found = {}
        for (ranking_id, user_id), one in sums.items():
            now = self.all_time[user_id]
            found[ranking_id, user_id] = replace(one, rated=now.rated, mu=now.mu, sigma=now.sigma)
        return found

    def _row(self, ranking_id: int, user_id: int, sums: Sums) -> dict[str, object]:
        is_everywhere = self._board.community_id == EVERYWHERE
        is_listed = user_id > 0 and (not is_everywhere or user_id in self._listed)  # below 0, they're forgotten
        strength = sums.strength(self.ending.field)
        key = {"ranking_id": ranking_id, "user_id": user_id, "is_listed": is_listed}
        found = {name: getattr(sums, name) for name in SUMS}
        return {**key, **found, "rating": sums.rating.shown, "strength": strength}


def _id(participant: Participant) -> int:
    assert participant.user_id is not None
    return participant.user_id
