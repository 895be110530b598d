"""Keys to deals on disk: stored with the table, read by whoever deals or checks. Runs in the store's transactions."""

from dataclasses import replace
from typing import Final

from sqlalchemy import Select, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import deals, matches
from bot.store.units import Statement, Step, ask, perform
from bot.tables.deals import terms_of
from bot.tables.table import Table
from games.sealed import Seal, fingerprint

_KEEP_KEY: Final = Statement(insert(deals), ("match_id", "secret_key"))
_SEAL: Final = Statement(select(deals.c.secret_key, deals.c.words).where(deals.c.match_id == bindparam("match")))
_PUBLISH: Final = Statement(update(matches).where(matches.c.id == bindparam("of_match")), ("fingerprint",))


async def seal(db: AsyncConnection, table: Table, key: bytes) -> Table:
    """Stores the key to a new table's deals; returns the table with its fingerprint."""
    found = fingerprint(key, terms_of(table))
    await perform(
        db,
        Step(_KEEP_KEY, [{"match_id": table.id, "secret_key": key.hex()}]),
        Step(_PUBLISH, [{"of_match": table.id, "fingerprint": found}]),
    )
    return replace(table, fingerprint=found)


async def seal_of(db: AsyncConnection, match_id: int) -> Seal | None:
    """What all chance of a match comes from, without words before it has begun."""
    for secret_key, words in await ask(db, _SEAL, match=match_id):
        return Seal(bytes.fromhex(secret_key), tuple(words or ()))
    return None


def dealt_with(key: bytes) -> Select[tuple[int]]:
    """The number of the match whose deals follow from this key."""
    return select(deals.c.match_id).where(deals.c.secret_key == key.hex())
