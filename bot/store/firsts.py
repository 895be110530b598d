"""What people have done for the first time: worked out when a match ends, and stored with their results."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.store.opening import Openings
from bot.store.schema import ALL_GAMES, players, results
from bot.tables.match_result import MatchResult

FINISHED_IN_A_ROW = 10
"""Matches played to the end without leaving one, which a result page congratulates on once."""

WIN, WIN_AGAINST_HARD, TEN_FINISHED = CELEBRATED = ("win", "win against hard", "ten finished")


@dataclass(frozen=True, slots=True)
class First:
    """Something that somebody has done for the first time. Shape: `game` is "" if it's about all games together."""

    kind: str
    game: str


Firsts = dict[int, tuple[First, ...]]
"""What people have done for the first time, by user id."""


class Before(NamedTuple):
    """What somebody had done in a place before a match: matches in a row that they have finished, and which firsts."""

    streak: int
    firsts: Collection[str]


def done_before(db: Connection, ending: MatchResult, people: Collection[int], opened: Openings) -> dict[int, Before]:
    """What these people had done, by user id. Shape: `opened` are their opening balances."""
    place, game = ending.community_id, ending.game
    own = (results.c.user_id == players.c.user_id) & (results.c.community_id == place)
    own_firsts = own & results.c.firsts.is_not(None)  # a few rows, however many matches somebody has played
    own_wins = own_firsts & (results.c.game == game) & results.c.is_triumph
    latest = select(results.c.streak).where(own).order_by(results.c.number.desc()).limit(1)
    query = select(
        players.c.user_id,
        latest.scalar_subquery(),
        select(results.c.won).where(own_wins).limit(1).scalar_subquery(),
        select(results.c.won).where(own_wins, results.c.levels.contains("hard")).limit(1).scalar_subquery(),
        select(results.c.won).where(own_firsts, results.c.streak >= FINISHED_IN_A_ROW).limit(1).scalar_subquery(),
    ).where(players.c.community_id == place, players.c.user_id.in_(people))
    found = {}
    for user_id, streak, *done in db.execute(query):
        in_all, in_game = (opened.get((place, user_id, one), {}) for one in (ALL_GAMES, game))
        firsts = {kind for kind, is_done in zip(CELEBRATED, done, strict=True) if is_done is not None}
        firsts |= {*in_all.get("firsts", ()), *in_game.get("firsts", ())}
        found[user_id] = Before(in_all.get("finished", [0])[0] if streak is None else streak, firsts)
    return found


def firsts_in(ending: MatchResult, before: dict[int, Before]) -> Firsts:
    """What people do for the first time in this match."""
    has_hard = ending.field == "computer" and any(one.level == "hard" for one in ending.participants)
    found: Firsts = {}
    for one in ending.participants:
        if one.result and one.user_id in before:
            streak, known = before[one.user_id]
            has_won, game = one.result.is_triumph, ending.game
            done = {
                First(TEN_FINISHED, ALL_GAMES): one.has_finished and streak + 1 == FINISHED_IN_A_ROW,
                First(WIN, game): has_won,
                First(WIN_AGAINST_HARD, game): has_won and has_hard,
            }
            if firsts := tuple(first for first, is_done in done.items() if is_done and first.kind not in known):
                found[one.user_id] = firsts
    return found
