"""Forgets a person: deletes their name, results, choices and panels, and leaves their matches without them."""

from dataclasses import dataclass

from sqlalchemy import Delete, Select, Update, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.schema import matches, panels, players, preferences, results, sitters
from bot.store.sums.recount import SUMS
from bot.store.tables import IS_OPEN

NOBODY = "somebody"
"""The name shown instead of a forgotten one when an old board is drawn again."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed. Shape: counts of rows; `still_open` counts the tables under way, which keep the user id."""

    results: int
    names: int
    seats: int
    lessons: int
    panels: int
    choices: int
    still_open: int


async def forget(engine: AsyncEngine, user_id: int) -> Forgotten:
    """Deletes what is kept about a person, in one transaction. Only while no bot runs: it has names in memory.

    Tables under way keep the user id, since the match goes on; at closed tables it is replaced by a number that no
    user has. Moves stay, since they name only a seat.
    """
    is_theirs = sitters.c.user_id == user_id
    at_open = sitters.c.match_id.in_(select(matches.c.id).where(IS_OPEN))
    async with engine.begin() as db:
        if engine.dialect.name == "sqlite":
            await db.exec_driver_sql("PRAGMA secure_delete=ON")
        lessons = await _count(db, delete(matches).where(matches.c.is_lesson, matches.c.host_id == user_id))
        still_open = (await db.execute(_open_seats(user_id))).scalar_one()
        seats = await _count(db, update(sitters).where(is_theirs).values(name=NOBODY))
        await db.execute(update(sitters).where(is_theirs, ~at_open).values(user_id=-1 - sitters.c.seat))
        await db.execute(update(matches).where(matches.c.host_id == user_id, ~IS_OPEN).values(host_id=0))
        counted = await _count(db, delete(results).where(results.c.user_id == user_id))
        for table in SUMS:
            about = [table.c[name] == user_id for name in ("user_id", "opponent_id") if name in table.c]
            if about:
                await db.execute(delete(table).where(or_(*about)))
        known = players.c.user_id == user_id
        rename = update(players).where(known).values(name=NOBODY)  # results still to come need the row
        return Forgotten(
            results=counted,
            names=await _count(db, rename if still_open else delete(players).where(known)),
            seats=seats,
            lessons=lessons,
            panels=await _count(db, delete(panels).where(panels.c.user_id == user_id)),
            choices=await _count(
                db, delete(preferences).where(preferences.c.kind == "person", preferences.c.id == user_id)
            ),
            still_open=still_open,
        )


def _open_seats(user_id: int) -> Select[int]:
    """Counts the open tables at which this person sits."""
    return select(func.count()).select_from(sitters).join(matches).where(IS_OPEN, sitters.c.user_id == user_id)


async def _count(db: AsyncConnection, statement: Delete | Update) -> int:
    return (await db.execute(statement)).rowcount
