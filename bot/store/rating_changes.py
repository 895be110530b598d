"""What a match has done to the people it counts for, for its result page."""

from dataclasses import fields
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.store.firsts import First, Firsts
from bot.store.schema import results
from bot.tables.ratings import Change

Changes = dict[int, Change]
"""How a match changed people's ratings and ranks, by user id."""


class RatingChanges(NamedTuple):
    """What a match has done to people."""

    changes: Changes
    firsts: Firsts


def aftermath_of(db: Connection, match_id: int) -> RatingChanges:
    """What this match has done to people."""
    columns = [results.c[field.name] for field in fields(Change)]
    theirs = (results.c.match_id == match_id) & (results.c.user_id > 0)
    changes, firsts = Changes(), Firsts()
    for user_id, found, *change in db.execute(select(results.c.user_id, results.c.firsts, *columns).where(theirs)):
        if change[1] is not None:  # the match is rated
            changes[user_id] = Change(*change)
        if found:
            firsts[user_id] = tuple(First(*one) for one in found)
    return RatingChanges(changes, firsts)
