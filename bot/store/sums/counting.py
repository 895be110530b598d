"""Counts matches once each, in the order in which they ended: each in the transaction that ends it, if it can be.

A match that could not be counted then, because one before it was still waiting, is counted in the background.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import fields
from functools import cache
from itertools import combinations
from typing import Final

from sqlalchemy import bindparam, delete, false, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.outage import Lost
from bot.store.rating_changes import Changes, RatingChanges, firsts_in
from bot.store.schema import preferences, results
from bot.store.sums import people, standings
from bot.store.sums.schema import ABOUT_A_PERSON, EVERYWHERE, endings, meetings, progress
from bot.store.sums.standings import Change, Noted
from bot.store.sums.upsert import put
from bot.store.units import Statement, Step, ask, numbered, one_of, perform
from bot.tables.match_result import MatchResult
from bot.tables.ratings import MEETINGS_SECONDS, weight
from bot.tables.standings import Result

log = logging.getLogger(__name__)

_RESULT = ("match_id", "user_id", "community_id", "game", "field", "won", "points", "ended_at", "number")
_IN_GAME = tuple(field.name for field in fields(Change))
_CHANGE = (*_IN_GAME, "overall_before", "overall_after")

_COUNTED: Final = Statement(select(progress.c.counted).with_for_update())
_NOTE_COUNTED: Final = Statement(update(progress).values(counted=bindparam("number")))
_IS_EVERYWHERE: Final = select(preferences.c.is_everywhere).where(
    preferences.c.kind == "community", preferences.c.id == bindparam("community")
)
_ADD_ENDING: Final = Statement(
    insert(endings)
    .values(is_everywhere=func.coalesce(_IS_EVERYWHERE.scalar_subquery(), false()))
    .returning(endings.c.number, endings.c.is_everywhere),
    ("match_id",),
)
_ADD_RESULT: Final = Statement(insert(results), _RESULT)
_NOTE_CHANGE: Final = Statement(
    update(results).where(results.c.match_id == bindparam("of_match"), results.c.user_id == bindparam("person")),
    _CHANGE,
)
_DROP_OLD_MEETINGS: Final = Statement(delete(meetings).where(meetings.c.ended_at <= bindparam("until")))
_WAITING: Final = Statement(
    select(endings.c.number)
    .where(endings.c.number > bindparam("after"), endings.c.number < bindparam("before"))
    .limit(1)
)
_NO_NUMBER: Final = 2**31 - 1
"""Above the number of any ending."""


async def end(db: AsyncConnection, ending: MatchResult) -> RatingChanges:
    """Stores what the match counts for each person, and counts it unless another one has to be counted first.

    An error while counting doesn't keep the match from ending: it is then counted in the background.
    Shape: what it has done to people, if it was counted.
    """
    counted = await lock(db)
    ((number, agrees),) = await ask(db, _ADD_ENDING, match_id=ending.match_id, community=ending.community_id)
    rows = [_result(ending, number, result) for result in ending.results if result.user_id > 0]
    if rows:  # there are none of people who have been forgotten, whose ids are below 0
        await perform(db, Step(_ADD_RESULT, rows))
    aftermath = RatingChanges({}, {})
    if await ask(db, _WAITING, after=counted, before=number):
        return aftermath

    async def count_now() -> None:
        nonlocal aftermath
        changes = await count(db, ending, number, is_everywhere=agrees)
        if len(rows) < len(ending.results):
            await drop_former_players(db)
        aftermath = RatingChanges(changes, await firsts_in(db, ending.match_id))

    if error := await attempt(db, count_now):
        log.error("match %d could not be counted yet: %s", ending.match_id, type(error).__name__)
        return RatingChanges({}, {})
    return aftermath


async def attempt(db: AsyncConnection, work: Callable[[], Awaitable[None]]) -> Exception | None:
    """Does this work, or takes all of it back. Shape: the error for which it was taken back.

    Raises: the error, if the database has taken back more, as SQLite does if the disk is full; Lost if the connection
    breaks. The caller must not go on then: nothing before the work is stored, either.
    """
    before = await db.begin_nested()
    try:
        await work()
        await before.commit()
    except Lost:
        raise
    except Exception as error:  # noqa: BLE001 - the caller decides what it means
        try:
            await before.rollback()
        except Lost:
            raise
        except SQLAlchemyError as second:
            raise error from second  # the second only says that there is nothing left to roll back
        return error
    return None


async def count(db: AsyncConnection, ending: MatchResult, number: int, *, is_everywhere: bool) -> Changes:
    """Adds a match to all sums. It must be the next one. Shape: `number` is that of its ending."""
    scopes = (ending.community_id, EVERYWHERE) if is_everywhere else (ending.community_id,)
    await people.count(db, ending, scopes)
    weights = await _weights(db, ending, number)
    listed = await _listed(db, ending) if is_everywhere else frozenset[int]()
    changes = await standings.count(db, ending, weights, scopes=scopes, listed=listed)
    await _note_changes(db, ending, changes)
    await perform(db, Step(_NOTE_COUNTED, [{"number": number}]))
    return {user_id: change for user_id, (change, *_) in changes.items() if user_id > 0}


async def drop_former_players(db: AsyncConnection) -> None:
    """Deletes what was added up about people who have been forgotten: only their opponents keep the match."""
    for table in ABOUT_A_PERSON:
        await db.execute(delete(table).where(table.c.user_id < 0))


async def lock(db: AsyncConnection) -> int:
    """Keeps others from counting until the transaction is over. Shape: the number of the last ending counted."""
    ((counted,),) = await ask(db, _COUNTED)
    return int(counted)


async def any_waits(db: AsyncConnection, counted: int) -> bool:
    """Whether matches still have to be counted. Shape: `counted` is what `lock` has returned."""
    return bool(await ask(db, _WAITING, after=counted, before=_NO_NUMBER))


async def _weights(db: AsyncConnection, ending: MatchResult, number: int) -> list[float]:
    """How much the match moves the rating of each one who is rated, and notes who has met whom."""
    if ending.field != "people":
        return [weight([])] * len(ending.rated)
    ids = [participant.user_id for participant in ending.rated if participant.user_id is not None]
    day_before = ending.ended_at - MEETINGS_SECONDS
    people = numbered("person", ids) | numbered("opponent", ids)
    counted = await ask(db, _meetings(len(ids)), game=ending.game, after=day_before, **people) if ids else ()
    before = {frozenset((one, other)): times for one, other, times in counted}
    met = {frozenset(pair): 1 + before.get(frozenset(pair), 0) for pair in combinations(ids, 2)}
    this = {"game": ending.game, "number": number, "ended_at": ending.ended_at}
    await perform(db, Step(_DROP_OLD_MEETINGS, [{"until": day_before}]))
    await put(db, meetings, [this | {"user_id": min(pair), "opponent_id": max(pair)} for pair in met])
    return [weight([times for pair, times in met.items() if user_id in pair]) for user_id in ids]


async def _listed(db: AsyncConnection, ending: MatchResult) -> frozenset[int]:
    """Which of the people agree to be listed everywhere."""
    ids = [result.user_id for result in ending.results]
    return frozenset(user_id for (user_id,) in await ask(db, _who_agrees(len(ids)), **numbered("person", ids)))


async def _note_changes(db: AsyncConnection, ending: MatchResult, changes: dict[int, Noted]) -> None:
    """Stores with each person's result what the match has done to their ratings."""
    if changes:
        rows = [
            {name: getattr(change, name) for name in _IN_GAME}
            | {"of_match": ending.match_id, "person": user_id, "overall_before": before, "overall_after": after}
            for user_id, (change, before, after) in changes.items()
        ]
        await perform(db, Step(_NOTE_CHANGE, rows))


def _result(ending: MatchResult, number: int, result: Result) -> dict[str, object]:
    values = (ending.match_id, result.user_id, result.community_id, result.game, result.field)
    sums = (int(result.won), result.points, ending.ended_at, number)
    return dict(zip(_RESULT, (*values, *sums), strict=True))


@cache
def _meetings(people: int) -> Statement:
    """How often any two of so many people have met in a game since a moment."""
    columns = meetings.c
    are_here = one_of(columns.user_id, "person", people) & one_of(columns.opponent_id, "opponent", people)
    recent = (columns.game == bindparam("game")) & (columns.ended_at > bindparam("after"))
    query = select(columns.user_id, columns.opponent_id, func.count()).where(are_here, recent)
    return Statement(query.group_by(columns.user_id, columns.opponent_id))


@cache
def _who_agrees(people: int) -> Statement:
    """Which of so many people agree to be listed everywhere."""
    columns = preferences.c
    theirs = (columns.kind == "person") & one_of(columns.id, "person", people)
    return Statement(select(columns.id).where(theirs, columns.is_everywhere))
