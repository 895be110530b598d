"""Reads what people have done for the first time: the honours of bot/store/sums."""

from dataclasses import dataclass
from operator import itemgetter

from sqlalchemy import ColumnElement, Connection, literal, select

from bot.store.sums.schema import honours

CELEBRATED = ("win", "win against hard", "ten finished")
"""The kinds of firsts that people are told of."""


@dataclass(frozen=True, slots=True)
class First:
    """Something that somebody has done for the first time. Shape: `game` is "" if it's about all games together."""

    kind: str
    game: str


def firsts(db: Connection, condition: ColumnElement[bool]) -> dict[int, tuple[First, ...]]:
    """The firsts worth telling that meet this condition, by user id; each person's by game and kind."""
    columns = honours.c
    is_celebrated = columns.kind.in_([literal(kind) for kind in CELEBRATED])
    query = select(columns.user_id, columns.kind, columns.game).where(condition, is_celebrated)
    found: dict[int, tuple[First, ...]] = {}
    for user_id, kind, game in sorted(db.execute(query), key=itemgetter(2, 1)):
        found[user_id] = (*found.get(user_id, ()), First(kind, game))
    return found
