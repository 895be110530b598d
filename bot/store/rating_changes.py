"""What a match has done to the people it counts for, for its result page."""

from dataclasses import fields
from typing import Final, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.firsts import First, firsts, firsts_where
from bot.store.schema import results
from bot.store.sums.schema import honours
from bot.store.sums.standings import Change
from bot.store.units import Statement, ask

Changes = dict[int, Change]
"""How a match changed people's ratings and ranks, by user id."""

Firsts = dict[int, tuple[First, ...]]
"""What people have done for the first time, by user id."""

_FIRSTS: Final = firsts_where(honours.c.match_id == bindparam("match"))
_CHANGES: Final = Statement(
    select(results.c.user_id, *(results.c[field.name] for field in fields(Change))).where(
        results.c.match_id == bindparam("match"), results.c.rating_after.is_not(None)
    )
)


class RatingChanges(NamedTuple):
    """What a match has done to people. Shape: empty until it's counted."""

    changes: Changes
    firsts: Firsts


async def aftermath_of(db: AsyncConnection, match_id: int) -> RatingChanges:
    """What this match has done to people."""
    changes = {user_id: Change(*change) for user_id, *change in await ask(db, _CHANGES, match=match_id)}
    return RatingChanges(changes, await firsts_in(db, match_id))


async def firsts_in(db: AsyncConnection, match_id: int) -> Firsts:
    """What people have done for the first time in this match."""
    return await firsts(db, _FIRSTS, match=match_id)
