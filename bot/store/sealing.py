"""Keys to deals on disk: stored with the table, read by whoever deals or checks. Runs in the store's transactions."""

from dataclasses import replace

from sqlalchemy import Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import deals, matches
from bot.tables.deals import terms_of
from bot.tables.table import Table
from games.sealed import Seal, fingerprint


async def seal(db: AsyncConnection, table: Table, key: bytes) -> Table:
    """Stores the key to a new table's deals; returns the table with its fingerprint."""
    found = fingerprint(key, terms_of(table))
    await db.execute(insert(deals).values(match_id=table.id, secret_key=key.hex()))
    await db.execute(update(matches).where(matches.c.id == table.id).values(fingerprint=found))
    return replace(table, fingerprint=found)


async def seal_of(db: AsyncConnection, match_id: int) -> Seal | None:
    """What all chance of a match comes from, without words before it has begun."""
    query = select(deals.c.secret_key, deals.c.words).where(deals.c.match_id == match_id)
    found = (await db.execute(query)).one_or_none()
    return None if found is None else Seal(bytes.fromhex(found.secret_key), tuple(found.words or ()))


def dealt_with(key: bytes) -> Select[tuple[int]]:
    """The number of the match whose deals follow from this key."""
    return select(deals.c.match_id).where(deals.c.secret_key == key.hex())
