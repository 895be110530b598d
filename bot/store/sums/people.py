"""Adds a match to what is kept about each person: opponents, streaks, firsts, and the figures of the game."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations

from sqlalchemy import Connection, select

from bot.store.sums.schema import ALL_GAMES, EVERYONE, figures, honours, opponents, streaks, tallies
from bot.store.sums.upsert import add, put, put_new
from bot.tables.match_result import MatchResult, Participant
from bot.tables.standings import Result

FINISHED_IN_A_ROW = 10
"""Matches played to the end without leaving one, which a result page congratulates on once."""

Row = dict[str, object]


def count(db: Connection, ending: MatchResult, scopes: Iterable[int]) -> None:
    """Adds the match to everything kept about the people it counts for. Opponents are kept for each of the scopes."""
    add(db, opponents, [row | {"community_id": scope} for scope in scopes for row in _opponents(ending)])
    add(db, tallies, list(_tallies(ending)))
    add(db, figures, list(_figures(ending)))
    _count_firsts(db, ending, _count_streaks(db, ending))


def _opponents(ending: MatchResult) -> Iterator[Row]:
    """Who was rated against whom."""
    people = [participant for participant in ending.rated if participant.user_id is not None]
    for one, other in permutations(people, 2):
        assert one.place is not None
        assert other.place is not None
        yield {
            "user_id": one.user_id,
            "game": ending.game,
            "opponent_id": other.user_id,
            "matches": 1,
            "ahead": int(one.place < other.place),
            "behind": int(one.place > other.place),
        }


def _tallies(ending: MatchResult) -> Iterator[Row]:
    """The pace and the places among people; the levels that someone has played against alone."""
    levels = {participant.level for participant in ending.participants if participant.level}
    for participant, result in _people(ending):
        if ending.field == "people":
            place = [("place", str(participant.place))] if participant.place is not None else []
            topics = [("pace", str(ending.pace)), *place]
        else:
            topics = [("level", level) for level in sorted(levels)]
        for topic, key in topics:
            yield _key(ending, result) | {"topic": topic, "key": key, "matches": 1, "wins": int(result.won)}


def _figures(ending: MatchResult) -> Iterator[Row]:
    """The game's own figures, of each person and of all together. Those who did not stay have none."""
    everyone: Counter[tuple[str, bool]] = Counter()
    for participant, result in _people(ending):
        if not participant.has_finished:
            continue
        for key, (total, count) in participant.figures.items():
            everyone[key, True] += total
            everyone[key, False] += count
            yield _key(ending, result) | {"key": key, "total": total, "count": count}
    whole = {"community_id": ending.community_id, "user_id": EVERYONE, "game": ending.game}
    for key in dict.fromkeys(key for key, _ in everyone):
        yield whole | {"key": key, "total": everyone[key, True], "count": everyone[key, False]}


def _count_streaks(db: Connection, ending: MatchResult) -> dict[tuple[int, str], int]:
    """Goes on with everyone's streaks, or ends them. Shape: the current ones by user id and kind."""
    ids = [result.user_id for result in ending.results]
    columns = streaks.c
    theirs = (columns.community_id == ending.community_id) & columns.user_id.in_(ids)
    query = select(columns.user_id, columns.game, columns.kind, columns.current, columns.best).where(theirs)
    before = {tuple(key): (current, best) for *key, current, best in db.execute(query)}
    rows: list[Row] = []
    now: dict[tuple[int, str], int] = {}
    for participant, result in _people(ending):
        goes_on = {("won", ending.game): result.won, ("finished", ALL_GAMES): participant.has_finished}
        for (kind, game), is_longer in goes_on.items():
            current, best = before.get((result.user_id, game, kind), (0, 0))
            current = now[result.user_id, kind] = current + 1 if is_longer else 0
            key = {"community_id": ending.community_id, "user_id": result.user_id, "game": game, "kind": kind}
            rows.append(key | {"current": current, "best": max(best, current)})
    put(db, streaks, rows)
    return now


def _count_firsts(db: Connection, ending: MatchResult, streaks_now: dict[tuple[int, str], int]) -> None:
    """Notes what somebody has done for the first time."""
    levels = {
        participant.level for participant in ending.participants if participant.level and ending.field == "computer"
    }
    rows: list[Row] = []
    for _, result in _people(ending):
        key = _key(ending, result) | {"match_id": ending.match_id}
        if result.is_triumph:
            rows += [key | {"kind": kind} for kind in ("win", *(f"win against {level}" for level in sorted(levels)))]
        if streaks_now[result.user_id, "finished"] == FINISHED_IN_A_ROW:
            rows.append(key | {"kind": "ten finished", "game": ALL_GAMES})
    put_new(db, honours, rows)


def _people(ending: MatchResult) -> Iterator[tuple[Participant, Result]]:
    for participant in ending.participants:
        if participant.result:
            yield participant, participant.result


def _key(ending: MatchResult, result: Result) -> Row:
    return {"community_id": ending.community_id, "user_id": result.user_id, "game": ending.game}
