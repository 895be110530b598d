"""Counts matches once each, in the order in which they ended: each in the transaction that ends it, if it can be.

A match that could not be counted then, because one before it was still waiting, is counted in the background.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from itertools import combinations

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import preferences, results
from bot.store.sums import people, standings
from bot.store.sums.schema import ABOUT_A_PERSON, EVERYWHERE, endings, meetings, progress
from bot.store.sums.standings import Noted
from bot.store.sums.upsert import put
from bot.tables.ending import Ending
from bot.tables.ratings import MEETINGS_SECONDS, weight
from bot.tables.standings import Result

log = logging.getLogger(__name__)


async def end(db: AsyncConnection, ending: Ending) -> None:
    """Stores what the match counts for each person, and counts it unless another one has to be counted first.

    An error while counting doesn't keep the match from ending: it is then counted in the background.
    """
    counted = await lock(db)
    community = (preferences.c.kind == "community") & (preferences.c.id == ending.community_id)
    agrees = (await db.execute(select(preferences.c.is_everywhere).where(community))).scalar_one_or_none()
    written = insert(endings).values(match_id=ending.match_id, is_everywhere=bool(agrees)).returning(endings.c.number)
    number = (await db.execute(written)).scalar_one()
    rows = [_result(ending, number, result) for result in ending.results if result.user_id > 0]
    if rows:  # there are none of people who have been forgotten, whose ids are below 0
        await db.execute(insert(results), rows)
    waiting = (endings.c.number > counted) & (endings.c.number < number)
    if (await db.execute(select(endings.c.number).where(waiting).limit(1))).first() is None:

        async def count_now() -> None:
            await count(db, ending, number, is_everywhere=bool(agrees))
            if len(rows) < len(ending.results):
                await drop_former_players(db)

        if error := await attempt(db, count_now):
            log.error("match %d could not be counted yet: %s", ending.match_id, type(error).__name__)


async def attempt(db: AsyncConnection, work: Callable[[], Awaitable[None]]) -> Exception | None:
    """Does this work, or takes all of it back. Shape: the error for which it was taken back.

    Raises: SQLAlchemyError if the database has taken more back: SQLite does if the disk is full. To go on then would
    be to take everything before the work for stored.
    """
    savepoint = await db.begin_nested()
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - the caller decides what it means
        await savepoint.rollback()
        return error
    await savepoint.commit()
    return None


async def count(db: AsyncConnection, ending: Ending, number: int, *, is_everywhere: bool) -> None:
    """Adds a match to all sums. It must be the next one. Shape: `number` is that of its ending."""
    scopes = (ending.community_id, EVERYWHERE) if is_everywhere else (ending.community_id,)
    await people.count(db, ending, scopes)
    weights = await _weights(db, ending, number)
    listed = await _listed(db, ending) if is_everywhere else frozenset[int]()
    changes = await standings.count(db, ending, weights, scopes=scopes, listed=listed)
    await _note_changes(db, ending, changes)
    await db.execute(update(progress).values(counted=number))


async def drop_former_players(db: AsyncConnection) -> None:
    """Deletes what was added up about people who have been forgotten: only their opponents keep the match."""
    for table in ABOUT_A_PERSON:
        await db.execute(delete(table).where(table.c.user_id < 0))


async def lock(db: AsyncConnection) -> int:
    """Keeps others from counting until the transaction is over. Shape: the number of the last ending counted."""
    counted: int = (await db.execute(select(progress.c.counted).with_for_update())).scalar_one()
    return counted


async def any_waits(db: AsyncConnection, counted: int) -> bool:
    """Whether matches still have to be counted. Shape: `counted` is what `lock` has returned."""
    return (await db.execute(select(endings.c.number).where(endings.c.number > counted).limit(1))).first() is not None


async def _weights(db: AsyncConnection, ending: Ending, number: int) -> list[float]:
    """How much the match moves the rating of each one who is rated, and notes who has met whom."""
    if ending.field != "people":
        return [weight([])] * len(ending.rated)
    ids = [entrant.user_id for entrant in ending.rated if entrant.user_id is not None]
    columns = meetings.c
    among = (columns.game == ending.game) & columns.user_id.in_(ids) & columns.opponent_id.in_(ids)
    recent = columns.ended_at > ending.ended_at - MEETINGS_SECONDS
    query = select(columns.user_id, columns.opponent_id, func.count()).where(among, recent)
    counted = await db.execute(query.group_by(columns.user_id, columns.opponent_id))
    before = {frozenset((one, other)): times for one, other, times in counted}
    met = {frozenset(pair): 1 + before.get(frozenset(pair), 0) for pair in combinations(ids, 2)}
    this = {"game": ending.game, "number": number, "ended_at": ending.ended_at}
    await put(db, meetings, [this | {"user_id": min(pair), "opponent_id": max(pair)} for pair in met])
    await db.execute(delete(meetings).where(columns.ended_at <= ending.ended_at - MEETINGS_SECONDS))
    return [weight([times for pair, times in met.items() if user_id in pair]) for user_id in ids]


async def _listed(db: AsyncConnection, ending: Ending) -> frozenset[int]:
    """Which of the people agree to be listed everywhere."""
    ids = [result.user_id for result in ending.results]
    theirs = (preferences.c.kind == "person") & preferences.c.id.in_(ids) & preferences.c.is_everywhere
    return frozenset((await db.execute(select(preferences.c.id).where(theirs))).scalars())


async def _note_changes(db: AsyncConnection, ending: Ending, changes: dict[int, Noted]) -> None:
    """Stores with each person's result what the match has done to their ratings."""
    if changes:
        theirs = (results.c.match_id == ending.match_id) & (results.c.user_id == bindparam("person"))
        rows = [
            {"person": user_id, **asdict(change), "overall_before": before, "overall_after": after}
            for user_id, (change, before, after) in changes.items()
        ]
        await db.execute(update(results).where(theirs), rows)


def _result(ending: Ending, number: int, result: Result) -> dict[str, object]:
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
