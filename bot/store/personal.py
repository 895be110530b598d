"""Which rows are about a person, or belong to a community: what an export shows, and what is deleted with them."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, String, Table, cast, select

from bot.store.schema import (
    EVERYWHERE,
    dailies,
    matches,
    opening_balances,
    panels,
    players,
    preferences,
    ratings,
    results,
    reviews,
)
from bot.store.tables import IS_OPEN

FORMER_PLAYER = "a former player"
"""The name stored in place of a deleted one. Pages say it in their reader's language (cogs/parts/names.py)."""

_BY_USER = (reviews, results, players, panels, dailies, ratings, opening_balances)

Conditions = Mapping[Table, ColumnElement[bool]]
"""Which rows of each table. Shape: in an order in which they can be deleted."""


def rows_of_person(user_id: int) -> Conditions:
    """The rows that are about this person and nobody else.

    Raises: ValueError unless it's a user's id; other numbers stand for everyone, or for those already forgotten.
    """
    if user_id <= 0:
        raise ValueError("no user has this id")
    chosen = (preferences.c.kind == "person") & (preferences.c.id == user_id)
    return {table: table.c.user_id == user_id for table in _BY_USER} | {preferences: chosen}


def removals_of(db: Connection, user_id: int, *, locks: bool = False) -> dict[int, list[int]]:
    """The lobbies from which this person has been removed, with everyone who has been.

    Shape: with `locks`, nobody else changes them before this transaction ends.
    """
    query = select(matches.c.id, matches.c.removed).where(
        IS_OPEN, cast(matches.c.removed, String).contains(str(user_id))
    )
    query = query.order_by(matches.c.id)
    rows = db.execute(query.with_for_update() if locks else query)
    return {row.id: row.removed for row in rows if user_id in row.removed}


def rows_of_community(community_id: int) -> Conditions:
    """What a community has besides its matches: its rankings and statistics, its people's names, its choices.

    Results that count across servers too stay, but not under its id: see `RetentionStore.forget_some`.
    Raises: ValueError for 0, which stands for all communities together.
    """
    if community_id == EVERYWHERE:
        raise ValueError("no community has this id")
    chosen = (preferences.c.kind == "community") & (preferences.c.id == community_id)
    rows = {table: table.c.community_id == community_id for table in (opening_balances, results, players)}
    return {ratings: ratings.c.scope == community_id} | rows | {preferences: chosen}
