"""The end of a match: stores what it counts for each person, and moves the ratings of those who were rated.

Only ratings depend on order. The rows of everyone concerned are locked in the order of their keys before the ending
gets its number, so of two matches with somebody in common, the one with the lower number has counted first. A recount
works out all ratings anew in that order.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypedDict, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import put, put_new
from bot.store.schema import (
    ALL_GAMES,
    EVERYWHERE,
    RESULT_NUMBERS,
    opening_balances,
    players,
    preferences,
    ratings,
    results,
)
from bot.tables.match_result import MatchResult, Participant
from bot.tables.periods import ALL_TIME, season_of
from bot.tables.ratings import (
    LEAST_OPPONENTS,
    MEETINGS_SECONDS,
    NEWCOMER,
    Change,
    Rating,
    computer_rating,
    is_provisional,
    rated,
    strength,
    weight,
)
from bot.tables.standings import Field, Result


class OpeningBalance(TypedDict, total=False):
    """Sums of somebody in one place and game. Shape: keys are missing where there is nothing."""

    ratings: dict[str, list[float]]  # by "field/season": the fields of `Sums` below, in their order
    counts: dict[str, list[int]]  # by "topic/key", such as "pace/live", "level/hard" or "place/1": matches and wins
    won: list[int]  # matches won in a row: current and best
    finished: list[int]  # matches in a row played to the end, in all games: current and best
    met: dict[str, list[int]]  # by opponent's id: rated matches, how many ahead of them, and how many behind
    figures: dict[str, list[int]]  # by the figure's key: total and count
    firsts: list[str]  # kinds of what has been done for the first time


Openings = dict[tuple[int, int, str], OpeningBalance]
"""Opening balances by community, user id and game."""


def openings(db: Connection, condition: ColumnElement[bool]) -> Openings:
    """The opening balances that meet a condition."""
    columns = opening_balances.c
    query = select(columns.community_id, columns.user_id, columns.game, columns.balance).where(condition)
    return {(community, user_id, game): balance for community, user_id, game, balance in db.execute(query)}


FINISHED_IN_A_ROW = 10
"""Matches played to the end without leaving one, which a result page congratulates on once."""

WIN, WIN_AGAINST_HARD, TEN_FINISHED = CELEBRATED = ("win", "win against hard", "ten finished")


@dataclass(frozen=True, slots=True)
class First:
    """Something that somebody has done for the first time. Shape: `game` is "" if it's about all games together."""

    kind: str
    game: str


Firsts = dict[int, tuple[First, ...]]
"""First times, by user id."""


class Before(NamedTuple):
    """Somebody's record in a place before a match: matches in a row that they have finished, and which firsts."""

    streak: int
    firsts: Collection[str]


def done_before(db: Connection, ending: MatchResult, people: Collection[int], opened: Openings) -> dict[int, Before]:
    """The records of these people, by user id. Shape: `opened` are their opening balances."""
    place, game = ending.community_id, ending.game
    own = (results.c.user_id == players.c.user_id) & (results.c.community_id == place)
    own_firsts = own & results.c.firsts.is_not(None)  # a few rows, however many matches somebody has played
    own_wins = own_firsts & (results.c.game == game) & results.c.is_triumph
    latest = select(results.c.streak).where(own).order_by(results.c.number.desc()).limit(1)
    query = select(
        players.c.user_id,
        latest.scalar_subquery(),
        select(results.c.won).where(own_wins).limit(1).scalar_subquery(),
        select(results.c.won).where(own_wins, results.c.levels.contains("hard")).limit(1).scalar_subquery(),
        select(results.c.won).where(own_firsts, results.c.streak >= FINISHED_IN_A_ROW).limit(1).scalar_subquery(),
    ).where(players.c.community_id == place, players.c.user_id.in_(people))
    found = {}
    for user_id, streak, *done in db.execute(query):
        in_all, in_game = (opened.get((place, user_id, one), {}) for one in (ALL_GAMES, game))
        firsts = {kind for kind, is_done in zip(CELEBRATED, done, strict=True) if is_done is not None}
        firsts |= {*in_all.get("firsts", ()), *in_game.get("firsts", ())}
        found[user_id] = Before(in_all.get("finished", [0])[0] if streak is None else streak, firsts)
    return found


def firsts_in(ending: MatchResult, before: dict[int, Before]) -> Firsts:
    """Everything that people do for the first time in this match."""
    has_hard = ending.field == "computer" and any(one.level == "hard" for one in ending.participants)
    found: Firsts = {}
    for one in ending.participants:
        if one.result and one.user_id in before:
            streak, known = before[one.user_id]
            has_won, game = one.result.is_triumph, ending.game
            done = {
                First(TEN_FINISHED, ALL_GAMES): one.has_finished and streak + 1 == FINISHED_IN_A_ROW,
                First(WIN, game): has_won,
                First(WIN_AGAINST_HARD, game): has_won and has_hard,
            }
            if firsts := tuple(first for first, is_done in done.items() if is_done and first.kind not in known):
                found[one.user_id] = firsts
    return found


class Board(NamedTuple):
    """The people of a place, or of everywhere, who are ranked in one game, or in all, for all time or a season."""

    scope: int
    game: str
    field: Field
    season: str


@dataclass(frozen=True, slots=True)
class Sums:
    """Somebody's sums on one board: columns of `ratings`, apart from those that follow from these."""

    mu: float = NEWCOMER.mu
    sigma: float = NEWCOMER.sigma
    rated: int = 0
    opponents: int = 0
    matches: int = 0
    wins: int = 0
    points: int = 0

    @property
    def rating(self) -> Rating:
        """The person's rating."""
        return Rating(self.mu, self.sigma)

    def is_provisional(self, field: Field) -> bool:
        """Whether the rating still says little."""
        return is_provisional(self.rated, self.opponents if field == "people" else None)

    def strength(self, field: Field) -> int:
        """The number by which people are ordered."""
        return strength(self.rating, provisional=self.is_provisional(field))


SUMS = tuple(field.name for field in fields(Sums))
CHANGE = tuple(field.name for field in fields(Change))

Found = dict[tuple[Board, int], Sums]
"""Somebody's sums on a board, by board and user id. Without an entry, they're new there."""

Few = Mapping[tuple[int, str], Collection[int]]
"""Rated people whose rating may wait for more opponents, by place and game."""

Met = Mapping[tuple[int, str, int], Collection[int]]
"""Ids that somebody has been rated against, by place, game and user id."""

New = Mapping[tuple[int, str, int], int]
"""Number of people that somebody has been rated against for the first time, by place, game and user id."""


class RatingChanges(NamedTuple):
    """Changes of ratings and first times in a match, by user id."""

    changes: dict[int, Change]
    firsts: Firsts


class Noted(NamedTuple):
    """Changes stored with somebody's result: that in the game, and their rating in all games together."""

    change: Change
    overall_before: int
    overall_after: int


def end(db: Connection, ending: MatchResult) -> RatingChanges:
    """Stores what the match counts for each person, and returns what it has done to them."""
    people = [result.user_id for result in ending.results if result.user_id > 0]  # below 0, they're forgotten
    is_everywhere = _counts_everywhere(db, ending.community_id)
    boards = boards_of(ending, is_everywhere=is_everywhere)
    listed = _listed(db, people) if is_everywhere else frozenset[int]()
    before = _locked(db, boards, people)
    number = _next_number(db)
    opened = openings(db, opening_balances.c.user_id.in_(people))
    weights = _weights(db, ending)
    few = _with_few_opponents(ending, boards, before)
    after = counted(ending, boards, weights, before, _new_opponents(ending, few, _met(db, ending, few, opened)))
    noted = noted_changes(ending, before, after)
    if noted:
        noted = _with_ranks(db, boards[0], noted, before, after)
    put(db, ratings, rows_of(after, listed))
    done = done_before(db, ending, people, opened)
    firsts = firsts_in(ending, done)
    streaks = {user_id: before.streak for user_id, before in done.items()}
    same = {"number": number, "is_everywhere": is_everywhere}
    db.execute(insert(results), [row | same for row in _result_rows(ending, weights, noted, firsts, streaks)])
    return RatingChanges({one: found.change for one, found in noted.items() if one > 0}, firsts)


def aftermath_of(db: Connection, match_id: int) -> RatingChanges:
    """Changes of ratings and first times in this match."""
    found = RatingChanges({}, {})
    theirs = (results.c.match_id == match_id) & (results.c.user_id > 0)
    for row in db.execute(select(results).where(theirs)):
        if row.rating_after is not None:
            found.changes[row.user_id] = Change(*(getattr(row, name) for name in CHANGE))
        if row.firsts:
            found.firsts[row.user_id] = tuple(First(*one) for one in row.firsts)
    return found


def boards_of(ending: MatchResult, *, is_everywhere: bool) -> list[Board]:
    """The boards that a match counts on: first those for all time, of its game and of all games, in its place."""
    scopes = {ending.community_id: None, **({EVERYWHERE: None} if is_everywhere else {})}
    return [
        Board(scope, game, ending.field, season)
        for scope in scopes
        for season in (ALL_TIME, season_of(ending.ended_at))
        for game in (ending.game, ALL_GAMES)
    ]


def counted(ending: MatchResult, boards: Sequence[Board], weights: Sequence[float], before: Found, new: New) -> Found:
    """Everyone's sums on these boards after the match. Shape: `weights` in the order of `ending.rated`."""
    after: Found = {}
    for board in boards:
        moved = _moved(ending, board, weights, before)
        for result in ending.results:
            key = board, result.user_id
            sums = before.get(key, Sums())
            in_all = before.get((board._replace(season=ALL_TIME), result.user_id), Sums())
            rating = moved.get(result.user_id)
            after[key] = Sums(
                mu=rating.mu if rating else sums.mu,
                sigma=rating.sigma if rating else sums.sigma,
                rated=sums.rated + (rating is not None),
                opponents=in_all.opponents + new.get((board.scope, board.game, result.user_id), 0),
                matches=sums.matches + 1,
                wins=sums.wins + result.won,
                points=sums.points + result.points,
            )
    return after


def noted_changes(ending: MatchResult, before: Found, after: Found) -> dict[int, Noted]:
    """Changes of ratings in the match's place, by user id, without ranks. Shape: empty if it isn't rated."""
    if not ending.rated:
        return {}
    here = Board(ending.community_id, ending.game, ending.field, ALL_TIME)
    overall = here._replace(game=ALL_GAMES)
    noted = {}
    for result in ending.results:
        was, now = before.get((here, result.user_id), Sums()), after[here, result.user_id]
        change = Change(
            rating_before=was.rating.shown,
            rating_after=now.rating.shown,
            rank_before=None,
            rank_after=0,
            is_provisional=now.is_provisional(ending.field),
            rated=now.rated,
            opponents=now.opponents if ending.field == "people" else None,
        )
        ever = before.get((overall, result.user_id), Sums()).rating.shown
        noted[result.user_id] = Noted(change, ever, after[overall, result.user_id].rating.shown)
    return noted


def rows_of(found: Found, listed: Collection[int]) -> list[dict[str, object]]:
    """The rows of `ratings` with these sums, in the order of their keys. Shape: `listed` agree to be seen everywhere.

    Nothing is kept about those who have been forgotten.
    """
    return [
        board._asdict()
        | {"user_id": user_id, "is_listed": board.scope != EVERYWHERE or user_id in listed}
        | {name: getattr(sums, name) for name in SUMS}
        | {"strength": sums.strength(board.field)}
        for (board, user_id), sums in sorted(found.items(), key=lambda item: item[0])
        if user_id > 0
    ]


def better(board: Board, strength: int) -> Select[int]:
    """Counts those on a board who are stronger than this."""
    here = _is_on(board) & ratings.c.is_listed & (ratings.c.strength > strength)
    return select(func.count()).select_from(ratings).where(here)


def _is_on(board: Board) -> Any:  # noqa: ANN401 - a condition of several columns
    columns = ratings.c
    here = (columns.scope == board.scope) & (columns.game == board.game)
    return here & (columns.field == board.field) & (columns.season == board.season)


def _moved(ending: MatchResult, board: Board, weights: Sequence[float], before: Found) -> dict[int, Rating]:
    """The ratings after the match of the people who are rated."""
    participants = ending.rated
    if not participants:
        return {}
    sums = [before.get((board, participant.user_id or 0), Sums()) for participant in participants]
    old = [participant.rating or one.rating for participant, one in zip(participants, sums, strict=True)]
    fixed = {index for index, participant in enumerate(participants) if participant.rating}
    provisional = {index for index, one in enumerate(sums) if index not in fixed and one.is_provisional(board.field)}
    new = rated(old, [participant.place or 0 for participant in participants], weights, fixed, provisional)
    return {one.user_id: rating for one, rating in zip(participants, new, strict=True) if one.user_id is not None}


def _counts_everywhere(db: Connection, community_id: int) -> bool:
    own = (preferences.c.kind == "community") & (preferences.c.id == community_id)
    return bool(db.execute(select(preferences.c.is_everywhere).where(own)).scalar())


def _listed(db: Connection, people: Collection[int]) -> frozenset[int]:
    """Those of the people who agree to be listed everywhere. They can't change that before this transaction is over."""
    if db.dialect.name == "postgresql":
        for user_id in sorted(people):
            db.execute(select(func.pg_advisory_xact_lock_shared(user_id)))
    theirs = (preferences.c.kind == "person") & preferences.c.id.in_(people) & preferences.c.is_everywhere
    return frozenset(db.execute(select(preferences.c.id).where(theirs)).scalars())


def _locked(db: Connection, boards: Sequence[Board], people: Collection[int]) -> Found:
    """The sums of these people, which nobody else changes before this transaction is over. Those who are new get rows.

    Shape: entries for those who aren't new.
    """
    if not people:
        return {}
    new = rows_of({(board, user_id): Sums() for board in boards for user_id in people}, ())
    put_new(db, ratings, [row | {"is_listed": False} for row in new])
    columns = ratings.c
    query = select(*(columns[name] for name in (*Board._fields, "user_id", *SUMS))).where(
        columns.user_id.in_(people),
        columns.scope.in_({board.scope for board in boards}),
        columns.game.in_({board.game for board in boards}),
        columns.field == boards[0].field,
        columns.season.in_({board.season for board in boards}),
    )
    rows = db.execute(query.order_by(*ratings.primary_key).with_for_update()).all()
    return {(Board(*row[:4]), row.user_id): Sums(*row[5:]) for row in rows if row.matches}


def _next_number(db: Connection) -> int:
    if db.dialect.name == "postgresql":
        return int(db.execute(select(RESULT_NUMBERS.next_value())).scalar_one())
    return 1 + int(db.execute(select(func.coalesce(func.max(results.c.number), 0))).scalar_one())


def _weights(db: Connection, ending: MatchResult) -> list[float]:
    """The match's weight for the rating of each one who is rated."""
    if ending.field != "people":
        return [weight([])] * len(ending.rated)
    ids = _rated_ids(ending)
    columns = results.c
    recent = columns.user_id.in_(ids) & (columns.ended_at > ending.ended_at - MEETINGS_SECONDS)
    is_like_it = (columns.game == ending.game) & (columns.field == "people") & columns.rating_after.is_not(None)
    at_match: dict[int, list[int]] = {}
    for match_id, user_id in db.execute(select(columns.match_id, columns.user_id).where(recent, is_like_it)):
        at_match.setdefault(match_id, []).append(user_id)
    met = Counter(frozenset(pair) for people in at_match.values() for pair in combinations(people, 2))
    return [weight([1 + met[frozenset((one, other))] for other in ids if other != one]) for one in ids]


def _with_few_opponents(
    ending: MatchResult, boards: Sequence[Board], before: Found
) -> dict[tuple[int, str], list[int]]:
    if ending.field != "people":
        return {}
    return {
        (board.scope, board.game): [
            one for one in _rated_ids(ending) if before.get((board, one), Sums()).opponents < LEAST_OPPONENTS
        ]
        for board in boards
        if board.season == ALL_TIME
    }


def _new_opponents(ending: MatchResult, few: Few, met: Met) -> New:
    """Counts the people whom those with few opponents are rated against for the first time."""
    ids = _rated_ids(ending)
    return {
        (*place, one): sum(other != one and other not in met.get((*place, one), ()) for other in ids)
        for place, people in few.items()
        for one in people
    }


def _rated_ids(ending: MatchResult) -> list[int]:
    return [one.user_id for one in ending.rated if one.user_id is not None]


def _met_in(opened: Openings) -> defaultdict[tuple[int, str, int], set[int]]:
    found: defaultdict[tuple[int, str, int], set[int]] = defaultdict(set)
    for (scope, user_id, game), balance in opened.items():
        for board in (game, ALL_GAMES):
            found[scope, board, user_id] |= set(map(int, balance.get("met", ())))
    return found


def _met(db: Connection, ending: MatchResult, few: Few, opened: Openings) -> Met:
    """The others whom people with few opponents have been rated against before."""
    found = _met_in(opened)
    if not any(few.values()):
        return found
    one, other, own, others = players.alias(), players.alias(), results.alias(), results.alias()
    theirs = (others.c.match_id == own.c.match_id) & (others.c.user_id == other.c.user_id) & others.c.place.is_not(None)
    # within each other: the people, who have few matches, come first
    together = (own.c.user_id == one.c.user_id) & own.c.place.is_not(None)
    together &= exists(select(others.c.seat).where(theirs).correlate(own, other))
    columns = []
    for scope, game in few:
        counts = own.c.is_everywhere if scope == EVERYWHERE else own.c.community_id == scope
        if game != ALL_GAMES:
            counts &= own.c.game == game
        columns.append(exists(select(own.c.seat).where(counts, together).correlate(one, other)))
    pairs = select(one.c.user_id, other.c.user_id, *columns).where(
        one.c.community_id == ending.community_id, other.c.community_id == ending.community_id,
        one.c.user_id.in_({user_id for people in few.values() for user_id in people}),
        other.c.user_id.in_(_rated_ids(ending)), one.c.user_id != other.c.user_id,
    )  # fmt: skip
    for user_id, opponent_id, *have_met in db.execute(pairs):
        for place, has_met in zip(few, have_met, strict=True):
            if has_met:
                found[*place, user_id].add(opponent_id)
    return found


def _with_ranks(
    db: Connection, board: Board, noted: Mapping[int, Noted], before: Found, after: Found
) -> dict[int, Noted]:
    """The changes with everyone's rank on this board before and after the match, which isn't counted there yet.

    Shape: no rank before it for those who were provisional.
    """
    was = {one: before[board, one].strength(board.field) for one in noted if (board, one) in before}
    now = {one: after[board, one].strength(board.field) for one in noted}
    strengths = sorted({*was.values(), *now.values()})
    row = db.execute(select(*(better(board, one).scalar_subquery() for one in strengths))).one()
    ahead = dict(zip(strengths, row, strict=True))
    found = {}
    for one, note in noted.items():
        settled = one in was and not before[board, one].is_provisional(board.field)
        rank = 1 + ahead[now[one]] - _number_above(now[one], was) + _number_above(now[one], now)
        change = replace(note.change, rank_before=1 + ahead[was[one]] if settled else None, rank_after=rank)
        found[one] = note._replace(change=change)
    return found


def _number_above(strength: int, others: Mapping[int, int]) -> int:
    """The number of listed people who are stronger. People who have been forgotten, with ids below 0, aren't."""
    return sum(other > strength for user_id, other in others.items() if user_id > 0)


def _result_rows(
    ending: MatchResult,
    weights: Sequence[float],
    noted: Mapping[int, Noted],
    firsts: Firsts,
    streaks: Mapping[int, int],
) -> Iterator[dict[str, Any]]:
    """The rows of each person the match counts for. Shape: `streaks` of before the match."""
    moves = dict(zip((participant.user_id for participant in ending.rated), weights, strict=True))
    rivals = [
        [seat, one.level, one.place, one.rating.mu]
        for seat, one in enumerate(ending.participants)
        if one.rating and ending.field == "computer"
    ]
    levels = " ".join(sorted({one.level for one in ending.participants if one.level and rivals})) or None
    for seat, participant in enumerate(ending.participants):
        if (result := participant.result) is None:
            continue
        note, is_known = noted.get(result.user_id), result.user_id > 0
        yield {
            "match_id": ending.match_id,
            "user_id": result.user_id,
            "community_id": ending.community_id,
            "game": ending.game,
            "field": ending.field,
            "won": int(result.won),
            "points": result.points,
            "ended_at": ending.ended_at,
            "is_triumph": result.is_triumph,
            "has_finished": participant.has_finished,
            "pace": ending.pace,
            "seat": seat,
            "place": participant.place,
            "weight": moves.get(result.user_id),
            "levels": levels,
            "rivals": rivals or None,
            "streak": streaks.get(result.user_id, 0) + 1 if participant.has_finished else 0,
            "figures": participant.figures if participant.has_finished and is_known else None,
            "firsts": [[one.kind, one.game] for one in firsts.get(result.user_id, ())] or None,
        } | _columns(note)


CHANGES = ("rating_before", "rating_after", "is_provisional", "rated", "opponents", "overall_before", "overall_after")
"""The columns of `results` that are compared. Ranks aren't: people who have been forgotten since had a place too."""

BATCH = 1_000
"""Rows written at a time."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Counts of rows that differ in one table."""

    table: str
    missing: int
    superfluous: int


async def recount(engine: AsyncEngine, *, repairs: bool) -> list[Difference]:
    """Works out ratings from results, in the order in which matches ended. Only while no bot runs.

    Shape: what differs, by table. Without `repairs`, nothing is changed.
    """
    async with engine.execution_options(writes=True).begin() as db:
        return await db.run_sync(_compare, repairs=repairs)


def _compare(db: Connection, *, repairs: bool) -> list[Difference]:
    sums, noted = _worked_out(db)
    theirs = (preferences.c.kind == "person") & preferences.c.is_everywhere
    listed = frozenset(db.execute(select(preferences.c.id).where(theirs)).scalars())
    names = [column.name for column in ratings.c]
    rows = [tuple(row[name] for name in names) for row in rows_of(sums, listed)]
    stored = set(map(tuple, db.execute(select(*ratings.c))))
    columns = (results.c.match_id, results.c.user_id, *(results.c[name] for name in CHANGES))
    detailed = results.c.has_finished.is_not(None) & (results.c.community_id != EVERYWHERE)
    changes = set(map(tuple, db.execute(select(*columns).where(detailed))))
    pairs = (("ratings", set(rows), stored), ("results", noted, changes))
    found = [Difference(table, len(now - before), len(before - now)) for table, now, before in pairs if now != before]
    if repairs:
        db.execute(delete(ratings))
        for first in range(0, len(rows), BATCH):
            db.execute(insert(ratings), [dict(zip(names, row, strict=True)) for row in rows[first : first + BATCH]])
        names = ["of_match", "person", *CHANGES]
        one = (results.c.match_id == bindparam("of_match")) & (results.c.user_id == bindparam("person"))
        if new := [dict(zip(names, row, strict=True)) for row in noted - changes]:
            db.execute(update(results).where(one), new)
    return found


def _worked_out(db: Connection) -> tuple[Found, set[tuple[Any, ...]]]:
    """Everyone's sums, and the rows of `CHANGES` that belong to their results."""
    sums: Found = {}
    opened = openings(db, true())
    met = _met_in(opened)
    for (scope, user_id, game), balance in opened.items():
        for name, values in balance.get("ratings", {}).items():
            field, season = name.split("/")
            mu, sigma, *counts = values
            sums[Board(scope, game, cast("Field", field), season), user_id] = Sums(mu, sigma, *map(int, counts))
    noted: set[tuple[Any, ...]] = set()
    query = select(results).where(results.c.has_finished.is_not(None))
    rows = db.execute(query.order_by(results.c.number, results.c.seat)).yield_per(BATCH)
    for _, of_match in groupby(rows, attrgetter("number")):
        people = list(of_match)
        ending = _ending(people)
        boards = boards_of(ending, is_everywhere=people[0].is_everywhere)
        moving = [row.weight for row in people if row.place is not None]
        weights = moving if ending.field == "people" else [1.0] * len(ending.rated)
        keys = [(board, row.user_id) for board in boards for row in people]
        before = {key: sums[key] for key in keys if key in sums}
        few = _with_few_opponents(ending, boards, before)
        after = counted(ending, boards, weights, before, _new_opponents(ending, few, met))
        sums |= after
        for place in few:
            for one in _rated_ids(ending):
                met[*place, one] |= set(_rated_ids(ending))
        if people[0].community_id != EVERYWHERE:
            notes = noted_changes(ending, before, after)
            for one in (result.user_id for result in ending.results):
                columns = _columns(notes.get(one))
                noted.add((ending.match_id, one, *(columns[name] for name in CHANGES)))
    return sums, noted


def _ending(people: Sequence[Row[Any]]) -> MatchResult:
    """The end of a match as its results describe it."""
    first = people[0]
    by_seat = {
        row.seat: Participant(
            user_id=row.user_id,
            place=row.place,
            result=Result(row.user_id, won=bool(row.won), points=row.points),
            has_finished=row.has_finished,
        )
        for row in people
    }
    for seat, level, place, mu in first.rivals or ():
        by_seat[seat] = Participant(level=level, place=place, rating=computer_rating(mu))
    seats = tuple(by_seat[seat] for seat in sorted(by_seat))
    return MatchResult(first.match_id, first.community_id, first.game, first.field, first.pace, first.ended_at, seats)


def _columns(note: Noted | None) -> dict[str, Any]:
    """The columns of a result that tell what a match did to ratings."""
    overall = ("overall_before", "overall_after")
    in_game = {name: getattr(note.change, name) if note else None for name in CHANGE}
    return in_game | {name: getattr(note, name) if note else None for name in overall}
