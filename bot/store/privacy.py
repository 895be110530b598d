"""Everything about a person: shown to them, or deleted in one transaction.

Matches of others keep a nameless seat. Exports leave out the ids of others and all tokens.
"""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    URL,
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    String,
    Update,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import in_a_file
from bot.store.dailies import leave_marks
from bot.store.database import Database
from bot.store.processes import notify
from bot.store.results import openings
from bot.store.schema import (
    EVERYWHERE,
    FORMER_PLAYER,
    calls,
    dailies,
    digests,
    greetings,
    invitations,
    matches,
    opening_balances,
    panels,
    players,
    preferences,
    ratings,
    results,
    reviews,
    server_days,
    sitters,
    solved_puzzles,
)
from bot.store.tables import IS_OPEN, IS_SOLO, log_of, tables_where
from bot.tables.table import Table
from games.core import Move

log = logging.getLogger(__name__)

FORMER_IDS = 2**62
"""Number of ids for people who have been forgotten. They are drawn, so that none follows from another."""

PATIENCE_SECONDS = 1
"""Longest wait for others before SQLite's log is left as it is. Moves wait meanwhile."""

Conditions = Mapping[SqlTable, ColumnElement[bool]]
"""Conditions for rows, by table. Shape: in an order in which they can be deleted."""


def rows_of_person(user_id: int) -> Conditions:
    """The rows that are about this person and nobody else.

    Raises: ValueError unless it's a user's id; other numbers stand for everyone, or for those already forgotten.
    """
    if user_id <= 0:
        raise ValueError("no user has this id")
    by_user = (
        reviews,
        results,
        players,
        panels,
        dailies,
        solved_puzzles,
        ratings,
        opening_balances,
        invitations,
        calls,
    )
    chosen = (preferences.c.kind == "person") & (preferences.c.id == user_id)
    return {table: table.c.user_id == user_id for table in by_user} | {preferences: chosen}


def rows_of_community(community_id: int) -> Conditions:
    """Everything of a community besides its matches: its rankings and statistics, its people's names, its choices.

    Results that count across servers too stay, but not under its id: see `RetentionStore.forget_some`.
    Raises: ValueError for 0, which stands for all communities together.
    """
    if community_id == EVERYWHERE:
        raise ValueError("no community has this id")
    chosen = (preferences.c.kind == "community") & (preferences.c.id == community_id)
    by_community = (opening_balances, results, players, greetings, calls)
    rows = {table: table.c.community_id == community_id for table in by_community}
    of_server = {table: table.c.guild_id == community_id for table in (server_days, digests)}
    return {ratings: ratings.c.scope == community_id} | rows | of_server | {preferences: chosen}


class StillSeated(Exception):
    """The person has sat down somewhere in the meantime."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Counts of removed rows. Shape: `seats` are those that stay without a name."""

    results: int
    names: int
    seats: int
    lessons: int
    panels: int
    choices: int


class PrivacyStore:
    """Everything stored about a person, to be removed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._database = engine, Database.of(engine)

    async def matches_of(self, user_id: int) -> list[int]:
        """The numbers of all matches, lobbies and lessons that know this person's id, in order.

        Shape: those in which they have a seat, and lobbies to which they are invited, or from which they are removed.
        """
        return await self._database.read(
            lambda db: sorted({*_ids(db, _sat(user_id)), *_lobbies_that_name(db, user_id)})
        )

    async def open_tables_of(self, user_id: int) -> list[int]:
        """The numbers of all open tables, of any process, whose message may name this person, without lessons."""
        return await self._database.read(
            lambda db: [*_ids(db, _sat(user_id) & IS_OPEN & ~IS_SOLO), *_lobbies_that_name(db, user_id)]
        )

    async def forget(
        self, user_id: int, known: Collection[int], *, shown: Collection[int] = (), since: int = 0
    ) -> Forgotten:
        """Deletes what is about a person, and takes their id and name out of matches. Everything happens or nothing.

        Shape: `known` are the matches that may be changed; nobody else may change them meanwhile. The processes that
        serve those `shown` on a board are notified. Tries at daily matches leave a mark from the day `since` on.
        Raises: StillSeated if the person has another seat by now, or has one in a match that they haven't left.
        """

        def work(db: Connection) -> Forgotten:
            if db.dialect.name == "postgresql":
                db.execute(select(func.pg_advisory_xact_lock(user_id)))  # nobody seats them meanwhile
            _lock_open_matches(db, user_id)
            _check_left(db, user_id, known)
            _leave_lobbies(db, user_id)
            leave_marks(db, user_id, since)
            lessons = _delete_own_matches(db, user_id)
            former = _former_id()
            seats = _leave_nameless_seats(db, user_id, former)
            nameless = _leave_nameless_results(db, user_id, former)
            theirs = rows_of_person(user_id).items()
            counts = {table: db.execute(delete(table).where(rows)).rowcount for table, rows in theirs}
            notify(db, "forgotten", user_id)
            for match_id in shown:
                notify(db, "match", match_id)
            return Forgotten(nameless, counts[players], seats, lessons, counts[panels], counts[preferences])

        return await self._database.write(work)

    async def empty_log(self) -> None:
        """Has SQLite's log of recent writes emptied, or says in the bot's log that it couldn't be."""
        if not in_a_file(self._engine.url):
            return
        try:
            await asyncio.to_thread(_empty_log, self._engine.url)
        except sqlite3.Error as error:
            log.warning("traces of a deletion stay in SQLite's log for a while: %s", type(error).__name__)


def _empty_log(url: URL) -> None:
    """Empties SQLite's log of recent writes, which still has what they deleted.

    Raises: sqlite3.Error, also if others read or write for too long.
    """
    with closing(sqlite3.connect(url.database or "", isolation_level=None, timeout=PATIENCE_SECONDS)) as database:
        is_busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise sqlite3.OperationalError("others read or write")


def _sat(user_id: int) -> ColumnElement[bool]:
    return sitters.c.user_id == user_id


def _seated(user_id: int) -> ColumnElement[bool]:
    """The SQL condition for matches in which this person has a seat."""
    return matches.c.id.in_(select(sitters.c.match_id).where(_sat(user_id)))


def _ids(db: Connection, condition: ColumnElement[bool]) -> list[int]:
    query = select(sitters.c.match_id).join(matches).where(condition).order_by(sitters.c.match_id)
    return list(db.execute(query).scalars())


def _lobbies_that_name(db: Connection, user_id: int, *, locks: bool = False) -> dict[int, Mapping[Any, Any]]:
    """The lobbies to which this person is invited, or from which they are removed, with everyone who is.

    Shape: with `locks`, nobody else changes them before this transaction ends.
    """
    columns = (matches.c.removed, matches.c.invited)
    may_name = or_(*(cast(column, String).contains(str(user_id)) for column in columns))
    query = select(matches.c.id, *columns).where(IS_OPEN, may_name).order_by(matches.c.id)
    rows = db.execute(query.with_for_update() if locks else query).mappings()
    return {row["id"]: row for row in rows if user_id in row["removed"] or _invitation_in(row, user_id)}


def _invitation_in(row: Mapping[Any, Any], user_id: int) -> dict[str, Any] | None:
    """The invitation of this person to a lobby, or None."""
    return next((one for one in row["invited"] if one["user_id"] == user_id), None)


def _lock_open_matches(db: Connection, user_id: int) -> None:
    """Waits for those who change matches that this person has left, and then lets nobody change them."""
    db.execute(select(matches.c.id).where(IS_OPEN, _seated(user_id)).order_by(matches.c.id).with_for_update())


def _check_left(db: Connection, user_id: int, known: Collection[int]) -> None:
    """Raises: StillSeated."""
    tables = tables_where(db, IS_OPEN & _seated(user_id) & ~IS_SOLO)
    if not set(known).issuperset(_ids(db, _sat(user_id))) or any(table.holds(user_id) for table in tables):
        raise StillSeated


def _leave_lobbies(db: Connection, user_id: int) -> None:
    """Takes a person's id from the lobbies to which they are invited, or from which they are removed."""
    for match_id, row in _lobbies_that_name(db, user_id, locks=True).items():
        removed = [one for one in row["removed"] if one != user_id]
        invited = [one for one in row["invited"] if one["user_id"] != user_id]
        lobby = update(matches).where(matches.c.id == match_id)
        db.execute(lobby.values(removed=removed, invited=invited, version=matches.c.version + 1))


def _delete_own_matches(db: Connection, user_id: int) -> int:
    """Deletes lessons, daily matches, and everything played in direct messages, which nobody else took part in.

    Shape: the number of lessons.
    """
    lessons = db.execute(delete(matches).where(matches.c.is_lesson, matches.c.host_id == user_id)).rowcount
    db.execute(delete(matches).where(matches.c.day.is_not(None), matches.c.host_id == user_id))
    own = select(matches.c.channel_id).join(sitters).where(_sat(user_id), matches.c.guild_id == 0)
    for channel_id in set(db.execute(own).scalars()):
        db.execute(delete(matches).where(matches.c.guild_id == 0, matches.c.channel_id == channel_id))
        for table, rows in rows_of_community(channel_id).items():
            db.execute(delete(table).where(rows))
    return lessons


def _leave_nameless_seats(db: Connection, user_id: int, former: int) -> int:
    """Puts numbers that no user has in place of a person's id. Shape: the number of seats.

    All closed matches get the same number, so that the ratings of the others come out the same when they are counted
    anew. A match still under way gets one of its own: it is counted as if the person had never played before. It also
    gets its next version, so that no other process stores the id again from its memory.
    """
    still_open = _ids(db, _sat(user_id) & IS_OPEN)
    db.execute(update(matches).where(IS_OPEN, _seated(user_id)).values(version=matches.c.version + 1))
    for match_id in still_open:
        here = _sat(user_id) & (sitters.c.match_id == match_id)
        db.execute(update(sitters).where(here).values(_former(_former_id())))
    closed = db.execute(update(sitters).where(_sat(user_id)).values(_former(former))).rowcount
    db.execute(update(matches).where(matches.c.host_id == user_id).values(host_id=0))
    return closed + len(still_open)


def _leave_nameless_results(db: Connection, user_id: int, former: int) -> int:
    """Keeps what matches counted for a person under a number that no user has, so that the others' ratings follow.

    No page shows such a row. Shape: the number of results.
    """
    balances = opening_balances.c
    own = openings(db, balances.user_id == user_id)
    for key, balance in own.items():
        kept = {name: balance[name] for name in ("ratings", "met") if name in balance}
        db.execute(_opening(*key).values(user_id=former, balance=kept))
    there = balances.community_id.in_({community_id for community_id, *_ in own})
    names_them = cast(balances.balance, String).contains(f'"{user_id}"')
    for key, balance in openings(db, there & names_them).items() if own else ():
        met = {str(former) if one == str(user_id) else one: counts for one, counts in balance["met"].items()}
        db.execute(_opening(*key).values(balance=dict(balance, met=met)))
    nameless = update(results).where(results.c.user_id == user_id).values(user_id=former, figures=None)
    return db.execute(nameless).rowcount


def _opening(community_id: int, user_id: int, game: str) -> Update:
    """Changes one opening balance."""
    balances = opening_balances.c
    here = (balances.community_id == community_id) & (balances.user_id == user_id)
    return update(opening_balances).where(here, balances.game == game)


def _former(number: int) -> dict[str, object]:
    """A seat's columns once its player is forgotten. The deals keep a digest of their words, so they can be checked."""
    return {"user_id": number, "name": FORMER_PLAYER, "words": None}


def _former_id() -> int:
    return -1 - secrets.randbelow(FORMER_IDS)


Row = Mapping[str, Any]

NOT_THEIRS = {panels.c.token: "a token is a key, not a fact about its owner", panels.c.handle: "part of the key"}
"""Columns of a person's own rows that aren't exported, and why."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A match in which somebody has a seat. Shape: `log` is empty while the match is under way, or if nobody asked."""

    table: Table
    result: Row | None
    log: Sequence[Move]


class ExportStore:
    """Everything about a person on disk, without their matches having to wait."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def rows(self, user_id: int) -> dict[str, list[Row]]:
        """The rows about this person, by table. Shape: opponents are numbers that mean nothing elsewhere."""

        def work(db: Connection) -> dict[str, list[Row]]:
            found: dict[str, list[Row]] = {}
            others: dict[int, int] = {}
            for table, condition in rows_of_person(user_id).items():
                query = _selected(table).where(condition)
                if table is results:  # those of matches that are kept stand beside them
                    query = query.where(~exists().where(matches.c.id == results.c.match_id))
                found[table.name] = [_cleaned(row, user_id, others) for row in db.execute(query).mappings()]
            lobbies = _lobbies_that_name(db, user_id).items()
            found["removed_from"] = [{"match_id": one} for one, row in lobbies if user_id in row["removed"]]
            theirs = [(match_id, _invitation_in(row, user_id)) for match_id, row in lobbies]
            found["invited_to"] = [{"match_id": one, **invited, "user_id": "you"} for one, invited in theirs if invited]
            return found

        return await self._database.read(work)

    async def match_ids(self, user_id: int) -> list[int]:
        """The numbers of the matches, lobbies and lessons in which this person has a seat, newest first."""
        query = select(sitters.c.match_id).where(sitters.c.user_id == user_id).order_by(sitters.c.match_id.desc())
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def matches(self, ids: Sequence[int], user_id: int, *, with_moves: bool) -> list[Sat]:
        """These matches, newest first, without those that are gone by now. Without `with_moves`, no log is read."""
        theirs = results.c.match_id.in_(ids) & (results.c.user_id == user_id)

        def work(db: Connection) -> list[Sat]:
            tables = tables_where(db, matches.c.id.in_(ids))
            counted = db.execute(_selected(results).where(theirs)).mappings()
            found = {row["match_id"]: _cleaned(row, user_id, {}) for row in counted}
            # The log of a match under way has everyone's hidden dice and cards.
            logs = {table.id: log_of(db, table.id) for table in tables if with_moves and not table.is_open}
            return [Sat(table, found.get(table.id), logs.get(table.id, ())) for table in reversed(tables)]

        return await self._database.read(work)


def _selected(table: SqlTable) -> Select[Any]:
    return select(*(column.label(column.name) for column in table.c if column not in NOT_THEIRS))


def _cleaned(row: Mapping[Any, Any], user_id: int, others: dict[int, int]) -> Row:
    """The row with its reader as "you", others as numbers, and Discord's ids as text: many programs round them."""
    found: dict[str, Any] = {}

    def number(one: int) -> str:
        return f"another player ({others.setdefault(one, len(others) + 1)})"

    for key, value in row.items():
        if key in {"user_id", "opponent_id"}:
            found[key] = "you" if value == user_id else number(value)
        elif key == opening_balances.c.balance.name:
            found[key] = dict(value, met={number(int(one)): counts for one, counts in value.get("met", {}).items()})
        else:
            found[key] = str(value) if key in DISCORD_IDS and value is not None else value
    return found


DISCORD_IDS = frozenset(
    column.name
    for table in (*rows_of_person(1), matches)
    for column in table.c
    if isinstance(column.type, BigInteger) and (column.name.endswith("_id") or column.name in {"id", "scope"})
)
"""The names of columns with ids of Discord."""
