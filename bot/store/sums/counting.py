"""Counts matches once each, in the order in which they ended: each in the transaction that ends it, if it can be.

A match that could not be counted then, because one before it was still waiting, is counted in the background.
"""

import logging
from collections.abc import Sequence
from itertools import combinations

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import preferences, results
from bot.store.sums import people, standings
from bot.store.sums.schema import EVERYWHERE, endings, meetings, progress
from bot.store.sums.standings import Change
from bot.store.sums.upsert import put
from bot.tables.ending import Ending
from bot.tables.ratings import MEETINGS_SECONDS, weight

log = logging.getLogger(__name__)


async def end(db: AsyncConnection, ending: Ending) -> None:
    """Stores what the match counts for each person, and counts it unless another one has to be counted first.

    An error while counting doesn't keep the match from ending: it is then counted in the background.
    """
    community = (preferences.c.kind == "community") & (preferences.c.id == ending.community_id)
    agrees = (await db.execute(select(preferences.c.is_everywhere).where(community))).scalar_one_or_none()
    written = insert(endings).values(match_id=ending.match_id, is_everywhere=bool(agrees)).returning(endings.c.number)
    number = (await db.execute(written)).scalar_one()
    await db.execute(insert(results), [_result(ending, number, index) for index in range(len(ending.results))])
    counted = await lock(db)
    waiting = (endings.c.number > counted) & (endings.c.number < number)
    if (await db.execute(select(endings.c.number).where(waiting).limit(1))).first() is None:
        try:
            async with db.begin_nested():
                await count(db, ending, number)
        except Exception as error:  # noqa: BLE001 - see the docstring
            log.error("match %d could not be counted yet: %s", ending.match_id, type(error).__name__)


async def count(db: AsyncConnection, ending: Ending, number: int) -> None:
    """Adds a match to all sums. It must be the next one. Shape: `number` is that of its ending."""
    ahead = select(endings.c.is_everywhere).where(endings.c.number == number)
    is_everywhere = (await db.execute(ahead)).scalar_one()
    scopes = (ending.community_id, EVERYWHERE) if is_everywhere else (ending.community_id,)
    await people.count(db, ending, scopes)
    weights = await _weights(db, ending, number)
    listed = await _listed(db, [result.user_id for result in ending.results])
    changes = await standings.count(db, ending, weights, scopes=scopes, listed=listed)
    await _note_changes(db, ending, changes)
    await db.execute(update(progress).values(counted=number))


async def lock(db: AsyncConnection) -> int:
    """Keeps others from counting until the transaction is over. Shape: the number of the last ending counted."""
    return (await db.execute(select(progress.c.counted).with_for_update())).scalar_one()


async def _weights(db: AsyncConnection, ending: Ending, number: int) -> list[float]:
    """How much the match moves the rating of each one who is rated, and notes who has met whom."""
    ids = [entrant.user_id for entrant in ending.rated]
    if ending.field != "people":
        return [weight([])] * len(ids)
    met: dict[frozenset[int | None], int] = {}
    rows = []
    for pair in combinations(sorted(user_id for user_id in ids if user_id is not None), 2):
        low, high = pair
        columns = meetings.c
        together = (columns.game == ending.game) & (columns.user_id == low) & (columns.opponent_id == high)
        recent = columns.ended_at > ending.ended_at - MEETINGS_SECONDS
        query = select(func.count()).select_from(meetings).where(together, recent)
        met[frozenset(pair)] = 1 + (await db.execute(query)).scalar_one()
        key = {"game": ending.game, "user_id": low, "opponent_id": high, "number": number}
        rows.append(key | {"ended_at": ending.ended_at})
    await put(db, meetings, rows)
    await db.execute(delete(meetings).where(meetings.c.ended_at <= ending.ended_at - MEETINGS_SECONDS))
    return [weight([times for pair, times in met.items() if user_id in pair]) for user_id in ids]


async def _listed(db: AsyncConnection, user_ids: Sequence[int]) -> frozenset[int]:
    """Which of these people agree to be listed everywhere."""
    theirs = (preferences.c.kind == "person") & preferences.c.id.in_(user_ids) & preferences.c.is_everywhere
    return frozenset((await db.execute(select(preferences.c.id).where(theirs))).scalars())


async def _note_changes(db: AsyncConnection, ending: Ending, changes: dict[int, Change]) -> None:
    for user_id, change in changes.items():
        theirs = (results.c.match_id == ending.match_id) & (results.c.user_id == user_id)
        await db.execute(
            update(results)
            .where(theirs)
            .values(
                rating_before=change.rating_before,
                rating_after=change.rating_after,
                rank_before=change.rank_before,
                rank_after=change.rank_after,
            )
        )


def _result(ending: Ending, number: int, index: int) -> dict[str, object]:
    result = ending.results[index]
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
