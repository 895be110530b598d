"""Opening balances: what older versions had added up about people before results had details, as one value each.

A migration made them; nothing is ever added to them. `recompute` begins with their ratings.
"""

from typing import TypedDict

from sqlalchemy import ColumnElement, Connection, select

from bot.store.schema import opening_balances


class OpeningBalance(TypedDict, total=False):
    """What somebody had done in one place and game. Shape: keys are missing where there is nothing."""

    ratings: dict[str, list[float]]  # by "field/season": the fields of `Sums` in bot/store/results.py, in their order
    counts: dict[str, list[int]]  # by "topic/key", such as "pace/live", "level/hard" or "place/1": matches and wins
    won: list[int]  # matches won in a row: current and best
    finished: list[int]  # matches in a row played to the end, in all games: current and best
    met: dict[str, list[int]]  # by opponent's id: rated matches, how many ahead of them, and how many behind
    figures: dict[str, list[int]]  # by the figure's key: total and count
    firsts: list[str]  # kinds of what has been done for the first time


Openings = dict[tuple[int, int, str], OpeningBalance]
"""Opening balances by community, user id and game."""


def openings(db: Connection, condition: ColumnElement[bool]) -> Openings:
    """The opening balances that meet a condition."""
    columns = opening_balances.c
    query = select(columns.community_id, columns.user_id, columns.game, columns.balance).where(condition)
    return {(community, user_id, game): balance for community, user_id, game, balance in db.execute(query)}
