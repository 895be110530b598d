"""Reads what is kept about one person in a community. Sums are only read: bot/store/sums adds them up."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.firsts import First, firsts
from bot.store.schema import players, results
from bot.store.sums.asking import better
from bot.store.sums.schema import (
    ALL_GAMES,
    EVERYONE,
    figures,
    honours,
    opponents,
    rankings,
    standings,
    streaks,
    tallies,
)
from bot.tables.periods import ALL_TIME
from bot.tables.standings import Field

MOST_POINTS = 200
"""Points of a rating's curve: more could not be told apart in a picture."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a rating has changed.

    Shape: `points` has the rating before the first of `matches` rated matches, and after each of them; if there are
    many, about 200 of these, with all that stand out.
    """

    points: tuple[int, ...]
    matches: int


def curve_of(changes: Sequence[tuple[int, int]]) -> Curve:
    """The curve of a rating with these changes: before and after each match, at least one."""
    points = [changes[0][0], *(after for _, after in changes)]
    return Curve(thinned(points, MOST_POINTS), len(changes))


def thinned(points: Sequence[int], most: int) -> tuple[int, ...]:
    """At most this many of the points, in order: the first and the last one, and the extremes of those between."""
    if len(points) <= most:
        return tuple(points)
    groups = most // 2 - 1
    between = points[1:-1]
    kept: list[int] = []
    for number in range(groups):
        group = between[number * len(between) // groups : (number + 1) * len(between) // groups]
        kept += sorted((min(group), max(group)), key=group.index)
    return (points[0], *kept, points[-1])


RATED_MATCHES = 1000
"""How many of somebody's latest rated matches the curve of their rating shows."""

NAMED_OPPONENTS = 25
"""How many opponents are read, the most frequent ones. Fewer are shown: some keep their statistics to themselves."""


@dataclass(frozen=True, slots=True)
class PersonQuery:
    """Whose statistics, where, and of which game. Shape: `game` may be ALL_GAMES (bot/store/sums/schema.py)."""

    community_id: int
    user_id: int
    game: str


@dataclass(frozen=True, slots=True)
class Record:
    """Somebody's line in the ranking of all time.

    Shape: `rank` counts from 1; None where it wasn't asked for. The rating comes from `rated` matches, and from so many
    different `opponents`; None against the computer.
    """

    matches: int
    wins: int
    rating: int
    is_provisional: bool
    rank: int | None = None
    rated: int = 0
    opponents: int | None = None


class Count(NamedTuple):
    """How often somebody has played, and won."""

    matches: int
    wins: int


class Streak(NamedTuple):
    """Matches in a row: those up to now, and the most there have ever been."""

    current: int = 0
    best: int = 0


NO_STREAK = Streak()


class Opponent(NamedTuple):
    """An opponent, and in how many matches somebody finished ahead of them or behind."""

    user_id: int
    name: str | None
    matches: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class FigureSums:
    """The sums of one figure: the person's own, and those of everyone. Each is a total over a number of cases."""

    total: int
    cases: int
    total_of_all: int
    cases_of_all: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is kept about one person in one community.

    Shape: `name` is None if they have never sat at a table there. `standings` and `curves` are those of the game that
    was asked for, `by_game` the standings in each game, without ranks. `counts` are by topic and key, as in `tallies`
    (bot/store/sums/schema.py); `won` and `finished` by game. `opponents` begin with the most frequent one. `figures`
    has none that were never observed.
    """

    name: str | None = None
    standings: Mapping[Field, Record] = field(default_factory=dict)
    by_game: Mapping[tuple[str, Field], Record] = field(default_factory=dict)
    counts: Mapping[tuple[str, str], Count] = field(default_factory=dict)
    won: Mapping[str, Streak] = field(default_factory=dict)
    finished: Streak = NO_STREAK
    opponents: tuple[Opponent, ...] = ()
    curves: Mapping[Field, Curve] = field(default_factory=dict)
    figures: Mapping[str, FigureSums] = field(default_factory=dict)
    firsts: tuple[First, ...] = ()


class StatisticsStore:
    """The statistics of people. Moves never wait for them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)
        self._asking = asyncio.Semaphore(1)  # one person at a time: moves need the processor too

    async def read(self, query: PersonQuery) -> Statistics:
        """Everything about one person."""
        async with self._asking:
            return await self._database.read(lambda db: _Reading(db, query).read())

    async def met(self, query: PersonQuery, opponent_id: int) -> Opponent | None:
        """How often this person has played with another one, and who was ahead. Shape: None for never."""
        async with self._asking:
            found = await self._database.read(lambda db: _Reading(db, query).opponents(opponent_id))
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class _Reading:
    """One person's statistics, read from one connection."""

    db: Connection
    query: PersonQuery

    def read(self) -> Statistics:
        known = (players.c.community_id == self.query.community_id) & (players.c.user_id == self.query.user_id)
        name = self.db.execute(select(players.c.name).where(known)).scalar_one_or_none()
        if name is None:
            return Statistics()
        by_game = self._by_game()
        won, finished = self._streaks()
        return Statistics(
            name=name,
            standings={field: self._ranked(row) for (game, field), row in by_game.items() if game == self._game},
            by_game={key: _record(row) for key, row in by_game.items()},
            counts=self._counts(),
            won=won,
            finished=finished,
            opponents=self.opponents(),
            curves=self._curves(),
            figures=self._figures(),
            firsts=self._firsts(),
        )

    @property
    def _game(self) -> str:
        return self.query.game

    def _by_game(self) -> dict[tuple[str, Field], Row[Any]]:
        """The person's lines in the rankings of all time."""
        of_all_time = (rankings.c.community_id == self.query.community_id) & (rankings.c.period == ALL_TIME)
        query: Select[Any] = (
            select(
                rankings.c.game, rankings.c.field, standings.c.ranking_id, standings.c.matches, standings.c.wins,
                standings.c.rating, standings.c.strength, standings.c.rated, standings.c.opponents,
            )
            .join_from(standings, rankings)
            .where(standings.c.user_id == self.query.user_id, of_all_time)
        )  # fmt: skip
        return {(row.game, row.field): row for row in self.db.execute(query).all()}

    def _ranked(self, row: Row[Any]) -> Record:
        ahead = self.db.execute(better(row.ranking_id, row.strength)).scalar_one()
        return _record(row, 1 + ahead)

    def _counts(self) -> dict[tuple[str, str], Count]:
        columns = tallies.c
        mine = (columns.community_id == self.query.community_id) & (columns.user_id == self.query.user_id)
        if self._game != ALL_GAMES:
            mine &= columns.game == self._game
        sums = func.sum(columns.matches), func.sum(columns.wins)
        query = select(columns.topic, columns.key, *sums).where(mine).group_by(columns.topic, columns.key)
        return {(topic, key): Count(int(some), int(won)) for topic, key, some, won in self.db.execute(query)}

    def _streaks(self) -> tuple[dict[str, Streak], Streak]:
        """The wins in a row by game, and the matches in a row that were played to the end."""
        columns = streaks.c
        mine = (columns.community_id == self.query.community_id) & (columns.user_id == self.query.user_id)
        query = select(columns.game, columns.kind, columns.current, columns.best).where(mine)
        found = {(game, kind): Streak(current, best) for game, kind, current, best in self.db.execute(query)}
        won = {game: streak for (game, kind), streak in found.items() if kind == "won"}
        return won, found.get((ALL_GAMES, "finished"), NO_STREAK)

    def opponents(self, opponent_id: int | None = None) -> tuple[Opponent, ...]:
        """The most frequent opponents, or only this one."""
        columns = opponents.c
        mine = (columns.community_id == self.query.community_id) & (columns.user_id == self.query.user_id)
        if self._game != ALL_GAMES:
            mine &= columns.game == self._game
        if opponent_id is not None:
            mine &= columns.opponent_id == opponent_id
        often = func.sum(columns.matches)
        sums = (
            select(
                columns.opponent_id,
                often.label("matches"),
                func.sum(columns.ahead).label("ahead"),
                func.sum(columns.behind).label("behind"),
            )
            .where(mine)
            .group_by(columns.opponent_id)
            .order_by(often.desc(), columns.opponent_id)
            .limit(NAMED_OPPONENTS)
            .subquery()
        )
        named = (players.c.community_id == self.query.community_id) & (players.c.user_id == sums.c.opponent_id)
        query = (
            select(sums.c.opponent_id, players.c.name, sums.c.matches, sums.c.ahead, sums.c.behind)
            .join_from(sums, players, named, isouter=True)
            .order_by(sums.c.matches.desc(), sums.c.opponent_id)
        )
        return tuple(Opponent(user_id, name, *map(int, numbers)) for user_id, name, *numbers in self.db.execute(query))

    def _curves(self) -> dict[Field, Curve]:
        """How the ratings have changed."""
        columns = results.c
        mine = (columns.user_id == self.query.user_id) & (columns.community_id == self.query.community_id)
        before, after = columns.overall_before, columns.overall_after
        if self._game != ALL_GAMES:
            mine &= columns.game == self._game
            before, after = columns.rating_before, columns.rating_after
        query = (
            select(columns.field, before, after)
            .where(mine, columns.number > 0, after.is_not(None))
            .order_by(columns.number.desc())
            .limit(RATED_MATCHES)
        )
        by_field: dict[Field, list[tuple[int, int]]] = {}
        for kind, *change in self.db.execute(query):
            by_field.setdefault(kind, []).append((change[0], change[1]))
        return {kind: curve_of(changes[::-1]) for kind, changes in by_field.items()}

    def _figures(self) -> dict[str, FigureSums]:
        """The figures of the game. Shape: empty for all games together."""
        columns = figures.c
        both = columns.user_id.in_([self.query.user_id, EVERYONE])
        here = (columns.community_id == self.query.community_id) & (columns.game == self._game)
        query = select(columns.user_id, columns.key, columns.total, columns.count).where(here & both)
        found = {(user_id, key): (total, count) for user_id, key, total, count in self.db.execute(query)}
        return {
            key: FigureSums(*sums, *found.get((EVERYONE, key), sums))
            for (user_id, key), sums in found.items()
            if user_id != EVERYONE
        }

    def _firsts(self) -> tuple[First, ...]:
        mine = (honours.c.community_id == self.query.community_id) & (honours.c.user_id == self.query.user_id)
        if self._game != ALL_GAMES:
            mine &= honours.c.game == self._game
        return firsts(self.db, mine).get(self.query.user_id, ())


def _record(row: Row[Any], rank: int | None = None) -> Record:
    opponents = row.opponents if row.field == "people" else None
    return Record(row.matches, row.wins, row.rating, row.strength < row.rating, rank, row.rated, opponents)
