"""Tables and their logs on disk. Each public method is one transaction, committed when it returns."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Final, get_args
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, bindparam, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store import sealing, seating, writes
from bot.store.dailies import DailyStore, claim, conclude
from bot.store.exactly_once import Taken, appended_once, opened_once, stored_once
from bot.store.gaps import GapStore
from bot.store.notifications import notification
from bot.store.outage import again_if_lost
from bot.store.rating_changes import RatingChanges, aftermath_of
from bot.store.reading import Reading
from bot.store.rows import new
from bot.store.schema import matches, moves, sitters
from bot.store.sums import counting
from bot.store.tables import IS_OPEN, IS_SOLO, TO_DRAW, tables_where, within
from bot.store.units import Statement, Step, ask, perform, units_of
from bot.tables.dailies import DailyScore
from bot.tables.match_result import MatchResult
from bot.tables.table import Phase, Table
from games.core import Move
from games.sealed import Seal

_LOG: Final = Statement(
    select(moves.c.seat, moves.c.text).where(moves.c.match_id == bindparam("match")).order_by(moves.c.number)
)
_REMATCH: Final = Statement(select(matches.c.id).where(matches.c.rematch_of == bindparam("match")))


class Crowded(Exception):
    """The person already sits at as many open tables as allowed."""


class Store:
    """Tables, their logs and their results."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: tables outside `share` are another process's, which is told of each change."""
        self._engine, self._reading = engine, Reading(engine)
        self._units, self.share = units_of(engine), share
        self.dailies = DailyStore(engine)
        self.gaps = GapStore(engine, share)
        self._newcomers: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @opened_once
    async def open(self, draft: Table, *, key: bytes | None = None, most: int | None = None) -> Table:
        """Stores a draft as a new table, with the key to its deals, and returns it with its number and fingerprint.

        Raises: Taken if `rematch_of` already has a rematch, the host of a lesson another one in this game, or
        the host of a daily match a try at this one before;
        Crowded if the host sits at `most` open tables.
        """

        async def work(db: AsyncConnection) -> Table:
            if most is not None:
                await _check_room(db, draft.host_id, most)
            try:
                ((match_id, credited),) = await ask(db, writes.OPEN, **new(draft))
            except IntegrityError as error:
                raise Taken from error
            table = replace(draft, id=match_id, credited=credited)
            if key is not None:
                table = await sealing.seal(db, table, key)
            await seating.seat(db, table, is_new=True)
            await perform(db, *self._notifications(table))
            if table.day is not None:
                await _claim_try(db, table)
            return table

        async with self._alone(draft.host_id if most is not None else None):
            return await self._units.transact(work)

    @stored_once
    async def seat(self, table: Table, *, newcomer: int | None = None, most: int = 0) -> None:
        """Stores who sits where, and who is the host.

        Raises: Taken; Crowded if the newcomer sits at `most` open tables.
        """

        async def work(db: AsyncConnection) -> None:
            if newcomer is not None:
                await _check_room(db, newcomer, most)
            await perform(db, *self._claim(table))
            await seating.seat(db, table)

        async with self._alone(newcomer):
            await self._units.transact(work)

    @appended_once
    async def append(
        self,
        table: Table,
        first: int,
        log: Sequence[Move],
        ending: MatchResult | None,
        *,
        stood_in: int = 0,
        seal: Seal | None = None,
        score: DailyScore | None = None,
    ) -> RatingChanges | None:
        """Stores moves from number `first` on, the table after them, and what the match counts for if they end it.

        Shape: the computer made the first `stood_in` of them in a person's place; `seal` is what all chance comes from,
        only with the first moves; `score` is for the end of a daily match. Returns what an ending has done to people,
        or None if that has to be read. Raises: Taken.
        """
        unit = self._claim(table)
        if log:
            unit.append(writes.add_moves(table, first, log, stood_in))
        if seal:
            unit.append(writes.fix_words(table.id, seal))
        if ending is None and score is None:
            await self._units.run(*unit)
            return None

        async def work(db: AsyncConnection) -> RatingChanges | None:
            await perform(db, *unit)
            aftermath = await counting.end(db, ending) if ending else None
            if score:
                await conclude(db, table, score)
            return aftermath

        return await self._units.transact(work, is_serial=ending is not None)

    @stored_once
    async def note(self, table: Table) -> None:
        """Stores the table after a change without a move. Raises: Taken."""
        await self._units.run(*self._claim(table))

    @stored_once
    async def close(self, table: Table, ending: MatchResult | None = None) -> None:
        """Closes a table whose match has not ended, with what it counts for nevertheless.

        If it was a rematch, the match before it can have another one. Raises: Taken.
        """
        await self._end(ending, *self._claim(table), writes.free_rematch(table.id))

    @stored_once
    async def settle(self, table: Table, ending: MatchResult | None) -> RatingChanges | None:
        """Ends a match that was not played out, with what it counts for. Shape: as of `append`. Raises: Taken."""
        return await self._end(ending, *self._claim(table))

    @again_if_lost
    async def aftermath(self, match_id: int) -> RatingChanges:
        """What this match has done to the people it counts for."""
        return await self._reading.do(lambda db: aftermath_of(db, match_id))

    @again_if_lost
    async def place_board(self, match_id: int, board_id: int | None, old_board_id: int | None) -> None:
        """Stores which public message shows the table, and which one still has to say that the table has moved."""
        await self._units.run(writes.place_board(match_id, board_id, old_board_id))

    @again_if_lost
    async def note_drawn(self, match_id: int) -> None:
        """Stores that the public message of a closed table needs no more drawing."""
        await self._units.run(writes.note_drawn(match_id))

    @again_if_lost
    async def table(self, match_id: int) -> Table | None:
        """The table with this number, or None."""
        async with self._engine.connect() as db:
            found = await tables_where(db, matches.c.id == match_id)
        return found[0] if found else None

    async def opened_with(self, key: bytes) -> Table | None:
        """The table whose deals follow from this key, or None."""
        found = await self._select(matches.c.id.in_(sealing.dealt_with(key)))
        return found[0] if found else None

    @again_if_lost
    async def log(self, match_id: int) -> list[Move]:
        """Every move of a match so far, in order."""
        found = await self._reading.do(lambda db: ask(db, _LOG, match=match_id))
        return [Move(seat, text) for seat, text in found]

    @again_if_lost
    async def seal(self, match_id: int) -> Seal | None:
        """What all chance of a match comes from, without words before it has begun; None if it is older than seals."""
        return await self._reading.do(lambda db: sealing.seal_of(db, match_id))

    async def tables_to_draw(self, guild_id: int) -> list[Table]:
        """The tables of one server to redraw, oldest first, without lessons: open, or closed and not drawn yet."""
        return await self._select(TO_DRAW & (matches.c.guild_id == guild_id))

    async def open_tables_in(self, channel_id: int) -> list[Table]:
        """The open tables of one channel, oldest first, without lessons."""
        is_here = (matches.c.channel_id == channel_id) & ~IS_SOLO
        return await self._select(IS_OPEN & is_here)

    async def open_tables_of(self, user_id: int) -> list[Table]:
        """The open tables at which this person sits and has not left, oldest first, without lessons."""
        async with self._engine.connect() as db:
            return await _open_tables_of(db, user_id)

    async def lesson_of(self, user_id: int, game: str) -> Table | None:
        """This person's lesson under way in this game, or None."""
        lessons = (matches.c.host_id == user_id) & (matches.c.game == game) & matches.c.is_lesson
        found = await self._select(IS_OPEN & lessons)
        return found[0] if found else None

    async def end_lessons(self, before: int) -> int:
        """Closes every lesson in which nothing has happened since that moment; returns how many there were."""
        forsaken = IS_OPEN & matches.c.is_lesson & (matches.c.changed_at < before)
        ended = {"phase": "lapsed", "version": matches.c.version + 1}
        async with self._engine.begin() as db:
            return (await db.execute(update(matches).where(forsaken).values(ended))).rowcount

    async def unchanged_since(self, moment: int, phase: Phase) -> list[int]:
        """The ids of this share's tables in this phase that are unchanged since `moment`, without lessons."""
        unchanged = (matches.c.phase == phase) & (matches.c.changed_at < moment)
        query = select(matches.c.id).where(unchanged & ~IS_SOLO & within(self.share))
        async with self._engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def changed_since(self, moment: int) -> list[int]:
        """The ids of this share's tables, closed ones too, that have changed since `moment`, without lessons."""
        changed = matches.c.phase.in_(get_args(Phase)) & (matches.c.changed_at >= moment)  # an index begins with phases
        query = select(matches.c.id).where(changed & ~IS_SOLO & within(self.share))
        async with self._engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def rematch_of(self, match_id: int) -> int | None:
        """The number of this match's rematch, or None if nobody has asked for one."""
        found = await self._reading.do(lambda db: ask(db, _REMATCH, match=match_id))
        return found[0][0] if found else None

    async def flush(self) -> None:
        """Waits until every change is stored or refused, also those whose callers have been cancelled."""
        await self._units.flush()

    def _claim(self, table: Table) -> list[Step]:
        return [writes.claim(table), *self._notifications(table)]

    def _notifications(self, table: Table) -> list[Step]:
        """What notifies the process to which this table belongs. Shape: nothing if it's this one."""
        return [] if self.share.has(table.place.guild_id) else [notification("match", table.id)]

    def _alone(self, newcomer: int | None) -> AbstractAsyncContextManager[object]:
        """The lock under which a person takes a seat: whoever waited in the database would hold a connection."""
        if newcomer is None:
            return nullcontext()
        lock = self._newcomers.get(newcomer)
        if lock is None:
            lock = self._newcomers[newcomer] = asyncio.Lock()
        return lock

    async def _end(self, ending: MatchResult | None, *steps: Step) -> RatingChanges | None:
        """Runs these steps, and counts the match if it counts. Shape: what it has done to people, if it counts."""

        async def work(db: AsyncConnection) -> RatingChanges | None:
            await perform(db, *steps)
            return await counting.end(db, ending) if ending else None

        return await self._units.transact(work, is_serial=ending is not None)

    @again_if_lost
    async def _select(self, condition: ColumnElement[bool]) -> list[Table]:
        async with self._engine.connect() as db:
            return await tables_where(db, condition)


async def _open_tables_of(db: AsyncConnection, user_id: int) -> list[Table]:
    seated = select(sitters.c.match_id).where(sitters.c.user_id == user_id)
    tables = await tables_where(db, IS_OPEN & matches.c.id.in_(seated) & ~IS_SOLO)
    return [table for table in tables if table.holds(user_id)]


async def _check_room(db: AsyncConnection, user_id: int, most: int) -> None:
    """Raises: Crowded. Run it in the transaction that seats the person: the lock admits one of theirs at a time.

    SQLite has only one writer anyway; on a server two transactions could otherwise count the same tables.
    """
    if db.engine.dialect.name == "postgresql":
        await db.execute(select(func.pg_advisory_xact_lock(user_id)))
    if await seating.number_of_seats(db, user_id) >= most and len(await _open_tables_of(db, user_id)) >= most:
        raise Crowded


async def _claim_try(db: AsyncConnection, table: Table) -> None:
    """Uses up the only try at a daily match. Raises: Taken."""
    try:
        await claim(db, table)
    except IntegrityError as error:
        raise Taken from error
