"""What a match has done to the people it counts for, for its result page."""

from dataclasses import fields
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.store.firsts import First, firsts
from bot.store.schema import results
from bot.store.sums.schema import honours
from bot.tables.ratings import Change

Changes = dict[int, Change]
"""How a match changed people's ratings and ranks, by user id."""

Firsts = dict[int, tuple[First, ...]]
"""What people have done for the first time, by user id."""


class RatingChanges(NamedTuple):
    """What a match has done to people. Shape: empty until it's counted."""

    changes: Changes
    firsts: Firsts


def aftermath_of(db: Connection, match_id: int) -> RatingChanges:
    """What this match has done to people."""
    columns = [results.c[field.name] for field in fields(Change)]
    query = select(results.c.user_id, *columns).where(
        results.c.match_id == match_id, results.c.rating_after.is_not(None)
    )
    changes = {user_id: Change(*change) for user_id, *change in db.execute(query)}
    return RatingChanges(changes, firsts_in(db, match_id))


def firsts_in(db: Connection, match_id: int) -> Firsts:
    """What people have done for the first time in this match."""
    return firsts(db, honours.c.match_id == match_id)
