"""Counts matches once each, in the order in which they ended: each in the transaction that ends it, if it can be.

A match that could not be counted then, because one before it was still waiting, is counted in the background.
"""

import logging
from dataclasses import fields
from itertools import combinations
from typing import Final

from sqlalchemy import Connection, bindparam, delete, false, func, insert, select, update

from bot.store.database import attempt
from bot.store.rating_changes import Changes, RatingChanges, firsts_in
from bot.store.schema import preferences, results
from bot.store.sums import people, standings
from bot.store.sums.schema import ABOUT_A_PERSON, EVERYWHERE, endings, meetings, progress
from bot.store.sums.standings import Change, Noted
from bot.store.sums.upsert import put
from bot.tables.match_result import MatchResult
from bot.tables.ratings import MEETINGS_SECONDS, weight
from bot.tables.standings import Result

log = logging.getLogger(__name__)

_NO_NUMBER: Final = 2**31 - 1
"""Above the number of any ending."""

_IN_GAME = tuple(field.name for field in fields(Change))

_IS_EVERYWHERE: Final = select(preferences.c.is_everywhere).where(
    preferences.c.kind == "community", preferences.c.id == bindparam("community")
)
_ADD_ENDING: Final = (
    insert(endings)
    .values(is_everywhere=func.coalesce(_IS_EVERYWHERE.scalar_subquery(), false()))
    .returning(endings.c.number, endings.c.is_everywhere)
)
_NOTE_CHANGE: Final = update(results).where(
    results.c.match_id == bindparam("of_match"), results.c.user_id == bindparam("person")
)


def end(db: Connection, ending: MatchResult) -> RatingChanges:
    """Stores what the match counts for each person, and counts it unless another one has to be counted first.

    An error while counting doesn't keep the match from ending: it is then counted in the background.
    Shape: what it has done to people, if it was counted.
    """
    counted = lock(db)
    values = {"match_id": ending.match_id, "community": ending.community_id}
    number, agrees = db.execute(_ADD_ENDING, values).one()
    rows = [_result(ending, number, result) for result in ending.results if result.user_id > 0]
    if rows:  # there are none of people who have been forgotten, whose ids are below 0
        db.execute(insert(results), rows)
    if any_waits(db, counted, number):
        return RatingChanges({}, {})

    def count_now() -> RatingChanges:
        changes = count(db, ending, number, is_everywhere=agrees)
        if len(rows) < len(ending.results):
            drop_former_players(db)
        return RatingChanges(changes, firsts_in(db, ending.match_id))

    aftermath, error = attempt(db, count_now)
    if error:
        log.error("match %d could not be counted yet: %s", ending.match_id, type(error).__name__)
    return aftermath or RatingChanges({}, {})


def count(db: Connection, ending: MatchResult, number: int, *, is_everywhere: bool) -> Changes:
    """Adds a match to all sums. It must be the next one. Shape: `number` is that of its ending."""
    scopes = (ending.community_id, EVERYWHERE) if is_everywhere else (ending.community_id,)
    people.count(db, ending, scopes)
    weights = _weights(db, ending, number)
    listed = _listed(db, ending) if is_everywhere else frozenset[int]()
    changes = standings.count(db, ending, weights, scopes=scopes, listed=listed)
    _note_changes(db, ending, changes)
    db.execute(update(progress).values(counted=number))
    return {user_id: change for user_id, (change, *_) in changes.items() if user_id > 0}


def drop_former_players(db: Connection) -> None:
    """Deletes what was added up about people who have been forgotten: only their opponents keep the match."""
    for table in ABOUT_A_PERSON:
        db.execute(delete(table).where(table.c.user_id < 0))


def lock(db: Connection) -> int:
    """Keeps others from counting until the transaction is over. Shape: the number of the last ending counted."""
    return int(db.execute(select(progress.c.counted).with_for_update()).scalar_one())


def any_waits(db: Connection, counted: int, before: int = _NO_NUMBER) -> bool:
    """Whether endings below the number `before` wait to be counted. Shape: `counted` is what `lock` has returned."""
    query = select(endings.c.number).where(endings.c.number > counted, endings.c.number < before)
    return db.execute(query.limit(1)).first() is not None


def _weights(db: Connection, ending: MatchResult, number: int) -> list[float]:
    """How much the match moves the rating of each one who is rated, and notes who has met whom."""
    if ending.field != "people":
        return [weight([])] * len(ending.rated)
    ids = [participant.user_id for participant in ending.rated if participant.user_id is not None]
    day_before = ending.ended_at - MEETINGS_SECONDS
    columns = meetings.c
    are_here = columns.user_id.in_(ids) & columns.opponent_id.in_(ids)
    recent = (columns.game == ending.game) & (columns.ended_at > day_before)
    query = select(columns.user_id, columns.opponent_id, func.count()).where(are_here, recent)
    counted = db.execute(query.group_by(columns.user_id, columns.opponent_id))
    before = {frozenset((one, other)): times for one, other, times in counted}
    met = {frozenset(pair): 1 + before.get(frozenset(pair), 0) for pair in combinations(ids, 2)}
    this = {"game": ending.game, "number": number, "ended_at": ending.ended_at}
    db.execute(delete(meetings).where(meetings.c.ended_at <= day_before))
    put(db, meetings, [this | {"user_id": min(pair), "opponent_id": max(pair)} for pair in met])
    return [weight([times for pair, times in met.items() if user_id in pair]) for user_id in ids]


def _listed(db: Connection, ending: MatchResult) -> frozenset[int]:
    """Which of the people agree to be listed everywhere."""
    ids = [result.user_id for result in ending.results]
    theirs = (preferences.c.kind == "person") & preferences.c.id.in_(ids)
    return frozenset(db.execute(select(preferences.c.id).where(theirs, preferences.c.is_everywhere)).scalars())


def _note_changes(db: Connection, ending: MatchResult, changes: dict[int, Noted]) -> None:
    """Stores with each person's result what the match has done to their ratings."""
    if changes:
        rows = [
            {name: getattr(change, name) for name in _IN_GAME}
            | {"of_match": ending.match_id, "person": user_id, "overall_before": before, "overall_after": after}
            for user_id, (change, before, after) in changes.items()
        ]
        db.execute(_NOTE_CHANGE, rows)


def _result(ending: MatchResult, number: int, result: Result) -> dict[str, object]:
    return {
        "match_id": ending.match_id,
        "user_id": result.user_id,
        "community_id": result.community_id,
        "game": result.game,
        "field": result.field,
        "won": int(result.won),
        "points": result.points,
        "ended_at": ending.ended_at,
        "number": number,
    }
