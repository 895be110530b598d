"""Who sits where, on disk. Each function runs in a transaction of the store."""

from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import matches, players, sitters
from bot.store.sums.upsert import put
from bot.store.tables import IS_OPEN, IS_SOLO
from bot.store.units import Statement, Step, ask, perform
from bot.tables.table import Robot, Table

_SITTER = ("match_id", "seat", "user_id", "name", "computer", "words")

_SITTING: Final = Statement(select(sitters.c.user_id).where(sitters.c.match_id == bindparam("of_match")))
_CLEAR_SEATS: Final = Statement(delete(sitters).where(sitters.c.match_id == bindparam("of_match")))
_ADD_SITTER: Final = Statement(insert(sitters), _SITTER)
_NUMBER_OF_SEATS: Final = Statement(
    select(func.count()).select_from(sitters).join(matches).where(
        sitters.c.user_id == bindparam("person"), IS_OPEN, ~IS_SOLO
    )
)  # fmt: skip


async def seat(db: AsyncConnection, table: Table, *, is_new: bool = False) -> None:
    """Stores who sits where, and the current names of newcomers. Shape: `is_new` if nobody sat there yet."""
    known: set[int | None] = set()
    if not is_new:
        known = {user_id for (user_id,) in await ask(db, _SITTING, of_match=table.id)}
        await perform(db, Step(_CLEAR_SEATS, [{"of_match": table.id}]))
    new = sorted((person.user_id, person.name) for person in table.people if person.user_id not in known)
    community_id = table.place.community_id
    await put(db, players, [{"community_id": community_id, "user_id": one, "name": name} for one, name in new])
    await perform(db, Step(_ADD_SITTER, [_row(table, number) for number in range(len(table.sitters))]))


async def number_of_seats(db: AsyncConnection, user_id: int) -> int:
    """How many seats somebody has at open tables, apart from lessons, including those they have left for good."""
    ((number,),) = await ask(db, _NUMBER_OF_SEATS, person=user_id)
    return int(number)


def _row(table: Table, number: int) -> dict[str, object]:
    sitter = table.sitters[number]
    if isinstance(sitter, Robot):
        values: tuple[object, ...] = (None, sitter.name, sitter.level, None)
    else:
        values = (sitter.user_id, sitter.name, None, sitter.words or None)
    return dict(zip(_SITTER, (table.id, number, *values), strict=True))
