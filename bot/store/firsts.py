"""Reads what people have done for the first time: the honours of bot/store/sums."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.sums.schema import honours

CELEBRATED = ("win", "win against hard", "ten finished")
"""The kinds of firsts that people are told of."""


@dataclass(frozen=True, slots=True)
class First:
    """Something that somebody has done for the first time. Shape: `game` is "" if it's about all games together."""

    kind: str
    game: str


async def firsts_where(db: AsyncConnection, condition: ColumnElement[bool]) -> dict[int, tuple[First, ...]]:
    """The firsts worth telling that meet this condition, by user id."""
    columns = honours.c
    query = (
        select(columns.user_id, columns.kind, columns.game)
        .where(condition, columns.kind.in_(CELEBRATED))
        .order_by(columns.game, columns.kind)
    )
    found: dict[int, tuple[First, ...]] = {}
    for user_id, kind, game in await db.execute(query):
        found[user_id] = (*found.get(user_id, ()), First(kind, game))
    return found
