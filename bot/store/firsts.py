"""What people have done for the first time: worked out when a match ends, and stored with their results."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, String, cast, exists, select

from bot.store.opening import OpeningBalance, openings
from bot.store.schema import ALL_GAMES, opening_balances, results
from bot.tables.match_result import MatchResult, Participant

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


def firsts_in(db: Connection, ending: MatchResult) -> Firsts:
    """What people do for the first time in a match whose results aren't stored yet."""
    found = {
        one.user_id: (*_finished_in_a_row(db, ending, one), *_won(db, ending, one))
        for one in ending.participants
        if one.result and one.user_id is not None and one.user_id > 0
    }
    return {user_id: firsts for user_id, firsts in found.items() if firsts}


def _won(db: Connection, ending: MatchResult, one: Participant) -> list[First]:
    """A first win in the game, and a first one alone against a hard player."""
    if one.result is None or not one.result.is_triumph:
        return []
    columns = results.c
    kinds = {WIN: _has(db, _own(ending, one) & (columns.game == ending.game) & columns.is_triumph)}
    if ending.field == "computer" and any(other.level == "hard" for other in ending.participants):
        kinds[WIN_AGAINST_HARD] = _has(db, _own(ending, one) & (columns.game == ending.game) & _names(WIN_AGAINST_HARD))
    known = _opening(db, ending, one, ending.game).get("firsts", ())
    return [First(kind, ending.game) for kind, is_known in kinds.items() if not is_known and kind not in known]


def _finished_in_a_row(db: Connection, ending: MatchResult, one: Participant) -> list[First]:
    """That they have stayed to the end of so many matches in a row, of all games."""
    if not one.has_finished:
        return []
    columns = results.c
    latest = select(columns.has_finished).where(_own(ending, one), columns.has_finished.is_not(None))
    before = db.execute(latest.order_by(columns.number.desc()).limit(FINISHED_IN_A_ROW)).scalars().all()
    streak = [*before, False].index(False)
    balance = _opening(db, ending, one, ALL_GAMES)
    if streak == len(before) < FINISHED_IN_A_ROW:
        streak += balance.get("finished", [0])[0]
    is_new = streak + 1 == FINISHED_IN_A_ROW and TEN_FINISHED not in balance.get("firsts", ())
    return [First(TEN_FINISHED, ALL_GAMES)] if is_new and not _has(db, _own(ending, one) & _names(TEN_FINISHED)) else []


def _own(ending: MatchResult, one: Participant) -> ColumnElement[bool]:
    return (results.c.user_id == one.user_id) & (results.c.community_id == ending.community_id)


def _names(kind: str) -> ColumnElement[bool]:
    return cast(results.c.firsts, String).contains(f'"{kind}"')


def _has(db: Connection, rows: ColumnElement[bool]) -> bool:
    return bool(db.execute(select(exists().where(rows))).scalar())


def _opening(db: Connection, ending: MatchResult, one: Participant, game: str) -> OpeningBalance:
    columns = opening_balances.c
    own = (columns.community_id == ending.community_id) & (columns.user_id == one.user_id) & (columns.game == game)
    return next(iter(openings(db, own).values()), OpeningBalance())
