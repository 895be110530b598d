"""Reads what people have done for the first time: the honours of bot/store/sums."""

from dataclasses import dataclass
from operator import itemgetter

from sqlalchemy import ColumnElement, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.sums.schema import honours
from bot.store.units import Statement, ask

CELEBRATED = ("win", "win against hard", "ten finished")
"""The kinds of firsts that people are told of."""


@dataclass(frozen=True, slots=True)
class First:
    """Something that somebody has done for the first time. Shape: `game` is "" if it's about all games together."""

    kind: str
    game: str


def firsts_where(condition: ColumnElement[bool]) -> Statement:
    """A query for the firsts worth telling that meet this condition."""
    columns = honours.c
    is_celebrated = columns.kind.in_([literal(kind) for kind in CELEBRATED])
    return Statement(select(columns.user_id, columns.kind, columns.game).where(condition, is_celebrated))


async def firsts(db: AsyncConnection, query: Statement, **values: object) -> dict[int, tuple[First, ...]]:
    """What such a query finds, by user id; each person's firsts by game and kind."""
    found: dict[int, tuple[First, ...]] = {}
    for user_id, kind, game in sorted(await ask(db, query, **values), key=itemgetter(2, 1)):
        found[user_id] = (*found.get(user_id, ()), First(kind, game))
    return found
