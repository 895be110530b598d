"""Reads one person's statistics and finished matches: results, and the sums of older versions."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import add, itemgetter
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, case, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.results import CELEBRATED, Board, First, OpeningBalance, better, openings
from bot.store.schema import ALL_GAMES, EVERYONE, matches, opening_balances, players, ratings, results, sitters
from bot.store.tables import tables_where
from bot.tables.periods import ALL_TIME
from bot.tables.ratings import Change, shown_rating
from bot.tables.standings import Field
from bot.tables.table import Phase, Table
from games.catalogue import GAMES

MOST_POINTS = 200
"""Points of a rating's curve: more could not be told apart in a picture."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of a rating.

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
"""Number of latest rated matches in the curve of somebody's rating."""

NAMED_OPPONENTS = 25
"""Number of opponents read, the most frequent ones. Fewer are shown: some keep their statistics to themselves."""


@dataclass(frozen=True, slots=True)
class PersonQuery:
    """Whose statistics, where, and of which game. Shape: `game` may be ALL_GAMES."""

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
    """Numbers of matches played and won."""

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
    """One person's statistics in one community.

    Shape: `name` is None if they have never sat at a table there. `standings` and `curves` are those of the game that
    was asked for, `by_game` the standings in each game, without ranks. `counts` are by topic and key: "pace" and
    "place" among people, "level" of computer players; `won` is by game. `opponents` begin with the most frequent one.
    `figures` has none that were never observed.
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


AVERAGES_KEPT_SECONDS = 600
"""Time for which everyone's figures of a place are kept: they are sums over all its results of a game."""

Sums = dict[str, tuple[int, int]]
"""Figures: total and number of cases by key."""


class StatisticsStore:
    """The statistics of people. Moves never wait for them."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self._database = Database.of(engine)
        self._clock = clock
        self._asking = asyncio.Semaphore(1)  # one person at a time: moves need the processor too
        self._everyones: dict[tuple[int, str], tuple[float, Sums]] = {}

    async def read(self, query: PersonQuery) -> Statistics:
        """Everything about one person."""
        async with self._asking:
            now, key = self._clock(), (query.community_id, query.game)
            self._everyones = {one: kept for one, kept in self._everyones.items() if kept[0] > now}
            kept = self._everyones.get(key, (0.0, None))[1]
            found, everyones = await self._database.read(lambda db: _Reading(db, query).read(kept))
            self._everyones[key] = self._everyones.get(key, (now + AVERAGES_KEPT_SECONDS, everyones))
            return found

    async def met(self, query: PersonQuery, opponent_id: int) -> Opponent | None:
        """The matches of this person with another one, and who was ahead. Shape: None without any."""
        async with self._asking:
            found = await self._database.read(lambda db: _Reading(db, query).opponents(opponent_id))
        return found[0] if found else None


class _Reading:
    """One person's statistics, read from one connection."""

    def __init__(self, db: Connection, query: PersonQuery) -> None:
        self._db, self._query = db, query
        columns, balances = results.c, opening_balances.c
        self._here = (columns.user_id == query.user_id) & (columns.community_id == query.community_id)
        self._mine = self._here & (columns.game == query.game) if query.game != ALL_GAMES else self._here
        mine = (balances.community_id == query.community_id) & (balances.user_id == query.user_id)
        self._opened = {game: balance for (_, _, game), balance in openings(db, mine).items()}

    def read(self, everyones: Sums | None) -> tuple[Statistics, Sums]:
        """All of them, and everyone's figures, which are read unless they're known."""
        query = self._query
        known = (players.c.community_id == query.community_id) & (players.c.user_id == query.user_id)
        name = self._db.execute(select(players.c.name).where(known)).scalar_one_or_none()
        if everyones is None:
            everyones = self._figures(EVERYONE)
        if name is None:
            return Statistics(), everyones
        by_game = self._by_game()
        won, finished = self._streaks()
        found = Statistics(
            name=name,
            standings={field: self._ranked(row) for (game, field), row in by_game.items() if game == query.game},
            by_game={key: _record(row) for key, row in by_game.items()},
            counts=self._counts(),
            won=won,
            finished=finished,
            opponents=self.opponents(),
            curves=self._curves(),
            figures={
                key: FigureSums(*own, *max(everyones.get(key, own), own, key=itemgetter(1)))
                for key, own in self._figures(query.user_id).items()
            },
            firsts=self._firsts(),
        )
        return found, everyones

    def _balances(self) -> list[OpeningBalance]:
        """The person's opening balances in the game, or in each one."""
        game = self._query.game
        return [balance for of_game, balance in self._opened.items() if game in (ALL_GAMES, of_game)]

    def _by_game(self) -> dict[tuple[str, Field], Row[Any]]:
        """The person's lines in the rankings of all time."""
        columns = ratings.c
        mine = (columns.scope == self._query.community_id) & (columns.user_id == self._query.user_id)
        rows = self._db.execute(select(ratings).where(mine, columns.season == ALL_TIME)).all()
        return {(row.game, row.field): row for row in rows}

    def _ranked(self, row: Row[Any]) -> Record:
        board = Board(row.scope, row.game, row.field, row.season)
        return _record(row, 1 + self._db.execute(better(board, row.strength)).scalar_one())

    def _counts(self) -> dict[tuple[str, str], Count]:
        """By pace and place among people, by each level that the person has played against alone."""
        found: defaultdict[tuple[str, str], Count] = defaultdict(lambda: Count(0, 0))

        def add(topic: str, key: object, matches: int, wins: int) -> None:
            before = found[topic, str(key)]
            found[topic, str(key)] = Count(before.matches + matches, before.wins + wins)

        for balance in self._balances():
            for name, counts in balance.get("counts", {}).items():
                topic, key = name.split("/")
                add(topic, key, *counts)
        kinds = (results.c.levels, results.c.field, results.c.pace, results.c.place)  # no index has levels first
        query = select(*kinds, func.count(), func.sum(results.c.won)).where(self._mine, _IS_DETAILED).group_by(*kinds)
        for levels, kind, pace, place, played, won in self._db.execute(query):
            if kind == "people":
                add("pace", pace, played, won)
                if place is not None:
                    add("place", place, played, won)
            else:
                for level in (levels or "").split():
                    add("level", level, played, won)
        return dict(found)

    def _streaks(self) -> tuple[dict[str, Streak], Streak]:
        """The wins in a row by game, and the matches in a row that were played to the end."""
        won = {game: Streak(*balance["won"]) for game, balance in self._opened.items() if "won" in balance}
        finished = Streak(*self._opened.get(ALL_GAMES, {}).get("finished", ()))
        columns = results.c
        query = select(columns.game, columns.won, columns.streak).where(self._here, _IS_DETAILED)
        for game, has_won, streak in self._db.execute(query.order_by(columns.number)):
            before = won.get(game, NO_STREAK)
            current = before.current + 1 if has_won else 0
            won[game] = Streak(current, max(before.best, current))
            finished = Streak(streak, max(finished.best, streak))
        return won, finished

    def opponents(self, opponent_id: int | None = None) -> tuple[Opponent, ...]:
        """The most frequent opponents, or only this one."""
        found: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for balance in self._balances():
            for other, counts in balance.get("met", {}).items():
                found[int(other)] = list(map(add, found[int(other)], counts))
        own, theirs = results.c, results.alias().c
        is_rated = own.place.is_not(None) & theirs.place.is_not(None)
        query = (
            select(theirs.user_id, func.count(), _times(own.place < theirs.place), _times(own.place > theirs.place))
            .where(self._mine, is_rated, own.match_id == theirs.match_id, own.user_id != theirs.user_id)
            .group_by(theirs.user_id)
        )
        if opponent_id is not None:
            query = query.where(theirs.user_id == opponent_id)
        for user_id, *counts in self._db.execute(query):
            found[user_id] = list(map(add, found[user_id], counts))
        wanted = [one for one in found if opponent_id in (None, one)]
        often = sorted(wanted, key=lambda one: (-found[one][0], one))[:NAMED_OPPONENTS]
        known = (players.c.community_id == self._query.community_id) & players.c.user_id.in_(often)
        names = {row.user_id: row.name for row in self._db.execute(select(players).where(known))}
        return tuple(Opponent(one, names.get(one), *found[one]) for one in often)

    def _curves(self) -> dict[Field, Curve]:
        """The curves of the person's ratings."""
        columns = results.c
        before, after = columns.rating_before, columns.rating_after
        if self._query.game == ALL_GAMES:
            before, after = columns.overall_before, columns.overall_after
        query = select(columns.field, before, after).where(self._mine, after.is_not(None))
        by_field: dict[Field, list[tuple[int, int]]] = {}
        for kind, *change in self._db.execute(query.order_by(columns.number.desc()).limit(RATED_MATCHES)):
            by_field.setdefault(kind, []).append((change[0], change[1]))
        return {kind: curve_of(changes[::-1]) for kind, changes in by_field.items()}

    def _figures(self, user_id: int) -> Sums:
        """The figures of the game, of one person or of EVERYONE. Shape: empty for all games together."""
        query, columns = self._query, results.c
        if query.game == ALL_GAMES:
            return {}
        balances = opening_balances.c
        opened = (balances.community_id == query.community_id) & (balances.game == query.game)
        found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for balance in openings(self._db, opened & (balances.user_id == user_id)).values():
            for key, counts in balance.get("figures", {}).items():
                found[key] = list(map(add, found[key], counts))
        here = (columns.community_id == query.community_id) & (columns.game == query.game)
        rows = here if user_id == EVERYONE else self._mine
        keys = [figure.key for figure in GAMES[query.game].figures]
        parts = [columns.figures[key, part].as_integer() for key in keys for part in (0, 1)]
        sums = self._db.execute(select(*map(func.sum, parts)).where(rows, columns.figures.is_not(None))).one()
        for at, key in enumerate(keys):
            if sums[2 * at] is not None:
                found[key] = list(map(add, found[key], sums[2 * at : 2 * at + 2]))
        return {key: (total, cases) for key, (total, cases) in found.items()}

    def _firsts(self) -> tuple[First, ...]:
        """The firsts worth telling, by game and kind."""
        stored = select(results.c.firsts).where(self._mine, results.c.firsts.is_not(None))
        found = [First(*one) for firsts in self._db.execute(stored).scalars() for one in firsts]
        found += [First(kind, game) for game, balance in self._opened.items() for kind in balance.get("firsts", ())]
        wanted = {one for one in found if one.kind in CELEBRATED and self._query.game in (ALL_GAMES, one.game)}
        return tuple(sorted(wanted, key=lambda one: (one.game, one.kind)))


_IS_DETAILED: Final = results.c.has_finished.is_not(None)
"""The condition for results that aren't in an opening balance."""


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _record(row: Row[Any], rank: int | None = None) -> Record:
    rating, is_provisional = shown_rating(row.strength)
    opponents = row.opponents if row.field == "people" else None
    return Record(row.matches, row.wins, rating, is_provisional, rank, row.rated, opponents)


LINES = 6
"""Matches on one page."""

LARGEST_NUMBER = 2**31 - 1
"""The largest number of a match: PostgreSQL refuses more, and a forged button can name any."""

Way = Literal["older", "newer"]


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished match, as it counts for one person.

    Shape: `number` orders matches by their end. `place` is among the people, from 1; None against the computer. There
    is no rating for a match that isn't rated, or not yet. `is_placement` if it was provisional before the match, or
    still is. Units: `ended_at` in seconds since 1970.
    """

    number: int
    table: Table
    field: Field
    has_won: bool
    points: int
    ended_at: int
    place: int | None
    rating_before: int | None
    rating_after: int | None
    is_placement: bool = False


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some of somebody's finished matches, newest first. Shape: `name` as in `Statistics`."""

    name: str | None = None
    lines: tuple[Finished, ...] = ()
    has_newer: bool = False
    has_older: bool = False


class HistoryStore:
    """The finished matches of people."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def page(self, query: PersonQuery, way: Way = "older", beside: int | None = None) -> HistoryPage:
        """The matches next to the one with the number `beside`, older or newer. Shape: without it, the newest."""
        beside = beside if beside is None else min(beside, LARGEST_NUMBER)

        def work(db: Connection) -> HistoryPage:
            known = (players.c.community_id == query.community_id) & (players.c.user_id == query.user_id)
            name = db.execute(select(players.c.name).where(known)).scalar_one_or_none()
            rows = _rows(db, query, way, beside, LINES + 1)
            has_more, rows = len(rows) > LINES, rows[:LINES]
            if not rows:
                return HistoryPage(name)
            behind = beside is not None and bool(_rows(db, query, _back(way), rows[0].number, 1))
            if beside is None or way == "older":
                return HistoryPage(name, _finished(db, rows), has_newer=behind, has_older=has_more)
            return HistoryPage(name, _finished(db, rows[::-1]), has_newer=has_more, has_older=behind)

        return await self._database.read(work)

    async def latest(self, user_id: int, phases: Collection[Phase], *, before_day: int) -> int | None:
        """The number of the latest match of this person that ended in one of these phases, on any server.

        Shape: None if there is none. Lessons don't count, nor do daily matches of this day or later.
        """
        is_own = (sitters.c.user_id == user_id) & matches.c.phase.in_(phases) & ~matches.c.is_lesson
        is_closed = matches.c.day.is_(None) | (matches.c.day < before_day)
        query = select(matches.c.id).join_from(sitters, matches).where(is_own, is_closed)
        latest_first = query.order_by(matches.c.changed_at.desc(), matches.c.id.desc())
        return await self._database.read(lambda db: db.execute(latest_first.limit(1)).scalar_one_or_none())


def _back(way: Way) -> Way:
    return "newer" if way == "older" else "older"


def _rows(db: Connection, query: PersonQuery, way: Way, beside: int | None, most: int) -> list[Row[Any]]:
    """The person's results, beginning with the one nearest to `beside`."""
    columns = results.c
    theirs = (columns.user_id == query.user_id) & (columns.community_id == query.community_id)
    if query.game != ALL_GAMES:
        theirs &= columns.game == query.game
    is_newer = beside is not None and way == "newer"
    theirs &= columns.number < beside if beside is not None and not is_newer else columns.number > (beside or 0)
    order = columns.number.asc() if is_newer else columns.number.desc()
    kept = select(results).join(matches, matches.c.id == columns.match_id).where(theirs)  # a result outlives its match
    return list(db.execute(kept.order_by(order).limit(most)).all())


def _finished(db: Connection, rows: Iterable[Row[Any]]) -> tuple[Finished, ...]:
    rows = tuple(rows)
    ids = [row.match_id for row in rows]
    tables = {table.id: table for table in tables_where(db, matches.c.id.in_(ids))}
    points: dict[int, list[int]] = {}
    gained = select(results.c.match_id, results.c.points).where(results.c.match_id.in_(ids))
    for match_id, some in db.execute(gained):
        points.setdefault(match_id, []).append(some)
    return tuple(
        Finished(
            number=row.number,
            table=tables[row.match_id],
            field=row.field,
            has_won=bool(row.won),
            points=row.points,
            ended_at=row.ended_at,
            place=_place(row, points[row.match_id], tables[row.match_id]),
            rating_before=row.rating_before,
            rating_after=row.rating_after,
            is_placement=_is_placement(row),
        )
        for row in rows
    )


def _is_placement(row: Row[Any]) -> bool:
    """Whether the rating was provisional before the match, or still is."""
    change = Change(*(getattr(row, field.name) for field in fields(Change)))
    return bool(change.is_provisional or change.was_provisional)


def _place(row: Row[Any], points: Collection[int], table: Table) -> int | None:
    """The place among the people. In older results it follows from points: a point for each person behind them.

    A person who has deleted their data has no points any more, but still takes their place: behind this one if their
    points lack a person, or else ahead. Only a tie with them isn't seen, except for the first place.
    """
    if row.field != "people" or not table.is_decided:
        return None
    if row.place is not None:
        return int(row.place)
    if row.won:
        return 1
    forgotten = len(table.seats_of_people) - len(points)
    own: int = row.points
    ahead, behind = sum(other > own for other in points), sum(other < own for other in points)
    return 1 + ahead + max(0, forgotten - (own - behind))
