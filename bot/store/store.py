"""Tables and their logs on disk. Each public method is one transaction, committed when it returns."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import asdict, replace
from typing import TypeVar, get_args
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, Connection, Update, bindparam, case, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import VersionConflict
from bot.share import EVERYTHING, Share
from bot.store.calls import note_called
from bot.store.dailies import DailyStore, claim_try, conclude
from bot.store.database import CommitUnknown, Database, Work, again_if_lost, put
from bot.store.invitations import count_invitations
from bot.store.processes import notify
from bot.store.results import RatingChanges, aftermath_of, end
from bot.store.schema import deals, matches, moves, players, sitters
from bot.store.tables import IS_LISTED, IS_OPEN, IS_SOLO, TO_DRAW, log_of, shard_among, tables_where, within
from bot.tables.match_result import MatchResult
from bot.tables.periods import DailyScore
from bot.tables.table import Phase, Robot, ServiceClock, Table, terms_of
from games.core import Move
from games.sealed import Seal, fingerprint

T = TypeVar("T")


class Crowded(Exception):
    """The person already sits at as many open tables as allowed."""


class Store:
    """Tables, their logs and their results."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: tables outside `share` are another process's, which is told of each change."""
        self._engine, self.share = engine, share
        self._database = Database.of(engine)
        self.dailies = DailyStore(engine)
        self._newcomers: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def open(self, draft: Table, *, key: bytes | None = None, most: int | None = None) -> Table:
        """Stores a draft as a new table, with the key to its deals, and returns it with its number and fingerprint.

        Raises: VersionConflict if `rematch_of` already has a rematch, the host of a lesson another one in this game, or
        the host of a daily match a try at this one before;
        Crowded if the host sits at `most` open tables; InvitedEnough.
        """

        def work(db: Connection) -> Table:
            if most is not None:
                _check_room(db, draft.host_id, most)
            try:
                number = db.execute(insert(matches).returning(matches.c.id), _new(draft)).scalar_one()
                table = replace(draft, id=number)
                if table.day is not None:
                    claim_try(db, table)
            except IntegrityError as error:
                raise VersionConflict from error
            if key is not None:
                table = replace(table, fingerprint=fingerprint(key, terms_of(table)))
                db.execute(insert(deals).values(match_id=table.id, secret_key=key.hex()))
                db.execute(_change(table.id).values(fingerprint=table.fingerprint))
            _seat(db, table, is_new=True)
            if table.rematch_of is None:
                count_invitations(db, table.host_id, len(table.invited), table.changed_at)
            self._notify(db, table)
            return table

        async with self._alone(draft.host_id if most is not None else None):
            try:
                return await self._database.write(work)
            except CommitUnknown:
                if key is None or (stored := await self.opened_with(key)) is None:
                    raise
                return stored

    async def seat(self, table: Table, *, newcomer: int | None = None, most: int = 0) -> None:
        """Stores who sits where, and who is the host.

        Raises: VersionConflict; Crowded if the newcomer sits at `most` open tables.
        """

        def work(db: Connection) -> None:
            if newcomer is not None:
                _check_room(db, newcomer, most)
            self._claim(db, table)
            _seat(db, table)

        async with self._alone(newcomer):
            await self._once(table, work)

    async def invite(self, table: Table) -> None:
        """Stores the table once its host has invited one more. Raises: VersionConflict; InvitedEnough."""

        def work(db: Connection) -> None:
            self._claim(db, table)
            count_invitations(db, table.host_id, 1, table.changed_at)

        await self._once(table, work)

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
        """Stores moves from number `first` on, the table after them, and what the match counts for if it ends.

        Shape: the computer made the first `stood_in` of them in a person's place; `seal` is what all chance comes from,
        only with the first moves; `score` is for the end of a daily match. Returns what an ending has done to people,
        or None if that has to be read. Raises: VersionConflict.
        """

        def work(db: Connection) -> RatingChanges | None:
            self._claim(db, table)
            if log:
                _add_moves(db, table, first, log, stood_in)
            if seal:  # from now on, the players' words can be deleted, but not changed
                db.execute(update(deals).where(deals.c.match_id == table.id).values(words=list(seal.words)))
            aftermath = end(db, ending) if ending else None
            if score:
                conclude(db, table, score)
            return aftermath

        return await self._once(table, work, is_serial=ending is not None, first=first, log=log)

    async def note(self, table: Table) -> None:
        """Stores the table after a change without a move. Raises: VersionConflict."""
        await self._once(table, lambda db: self._claim(db, table))

    async def call(self, table: Table, user_ids: Collection[int], now: int) -> None:
        """Stores the table, and that these people are called to its lobby. Raises: VersionConflict."""

        def work(db: Connection) -> None:
            self._claim(db, table)
            note_called(db, table, user_ids, now)

        await self._once(table, work)

    async def close(self, table: Table, ending: MatchResult | None = None) -> None:
        """Closes a table before its match has ended, with the results that count nevertheless.

        If it was a rematch, the match before it can have another one. Raises: VersionConflict.
        """

        def work(db: Connection) -> None:
            self._claim(db, table)
            db.execute(_change(table.id).values(rematch_of=None))
            if ending:
                end(db, ending)

        await self._once(table, work, is_serial=ending is not None)

    async def aftermath(self, match_id: int) -> RatingChanges:
        """Changes of ratings and first times in this match."""
        return await self._read(lambda db: aftermath_of(db, match_id))

    async def place_board(
        self, match_id: int, board_id: int | None, old_board_id: int | None, called: Table | None = None
    ) -> None:
        """Stores which public message shows the table, and which one still has to say that the table has moved.

        Shape: `called` is the table's next version, if the message has mentioned somebody. Raises: VersionConflict.
        """
        change = _change(match_id).values(board_id=board_id, old_board_id=old_board_id)

        def work(db: Connection) -> None:
            if called:
                self._claim(db, called)
            db.execute(change)

        if called:
            await self._once(called, work)
        else:
            await again_if_lost(lambda: self._database.write(work))

    async def move(self, table: Table) -> None:
        """Stores the channel or thread where the table is, and its public messages there."""
        names = ("parent_id", "board_id", "old_board_id")
        values = {"channel_id": table.place.channel_id, **{name: getattr(table, name) for name in names}}
        change = _change(table.id).values(values)
        await again_if_lost(lambda: self._database.write(lambda db: db.execute(change)))

    async def note_drawn(self, match_id: int) -> None:
        """Stores that the public message of a closed table needs no more drawing."""
        change = _change(match_id).values(is_drawn=True)
        await again_if_lost(lambda: self._database.write(lambda db: db.execute(change)))

    async def table(self, match_id: int) -> Table | None:
        """The table with this number, or None."""
        return await self._one(matches.c.id == match_id)

    async def opened_by(self, interaction_id: int | None) -> Table | None:
        """The table that this interaction has opened, or None."""
        return await self._one(matches.c.opened_by == interaction_id) if interaction_id else None

    async def opened_with(self, key: bytes) -> Table | None:
        """The table whose deals follow from this key, or None."""
        return await self._one(matches.c.id.in_(select(deals.c.match_id).where(deals.c.secret_key == key.hex())))

    async def log(self, match_id: int) -> list[Move]:
        """Every move of a match so far, in order."""
        return await self._read(lambda db: log_of(db, match_id))

    async def seal(self, match_id: int) -> Seal | None:
        """The seal of a match, without words before it begins; None if it is older than seals."""
        query = select(deals.c.secret_key, deals.c.words).where(deals.c.match_id == match_id)
        row = await self._read(lambda db: db.execute(query).first())
        return Seal(bytes.fromhex(row.secret_key), tuple(row.words or ())) if row else None

    async def ids_to_draw(self, after: int = 0, most: int | None = None, *, among: Share = EVERYTHING) -> list[int]:
        """The ids of this share's tables to draw, on servers of these shards. Shape: above `after`, ascending."""
        return await self._ids(TO_DRAW & within(among) & (matches.c.id > after), most)

    async def latest_id(self) -> int:
        """The number of the table that was opened last; 0 if there is none."""
        return await self._read(lambda db: db.execute(select(func.max(matches.c.id))).scalar_one() or 0)

    async def tables(self, ids: Collection[int]) -> list[Table]:
        """The tables with these numbers, oldest first. Shape: some hundred at most, as databases limit parameters."""
        return await self._select(matches.c.id.in_(ids))

    async def tables_to_draw(self, guild_id: int) -> list[Table]:
        """The tables of one server to redraw, oldest first, without lessons: open, or closed and not drawn yet."""
        return await self._select(TO_DRAW & (matches.c.guild_id == guild_id))

    async def open_tables_in(self, channel_id: int) -> list[Table]:
        """The open tables of one channel and its threads' own, oldest first, without lessons."""
        here = (matches.c.channel_id == channel_id) | (matches.c.parent_id == channel_id)
        return await self._select(IS_OPEN & here & ~IS_SOLO)

    async def listed_tables(self, guild_id: int, most: int) -> list[Table]:
        """The tables of one server that may be listed to those who see their channels: the latest ones."""
        listed = IS_LISTED & (matches.c.guild_id == guild_id)
        latest = select(matches.c.id).where(listed).order_by(matches.c.changed_at.desc()).limit(most)
        return await self._select(matches.c.id.in_(latest))

    async def open_tables_of(self, user_id: int) -> list[Table]:
        """The open tables at which this person sits and has not left, oldest first, without lessons."""
        return await self._read(lambda db: _open_tables_of(db, user_id))

    async def lesson_of(self, user_id: int, game: str) -> Table | None:
        """This person's lesson under way in this game, or None."""
        lessons = (matches.c.host_id == user_id) & (matches.c.game == game) & matches.c.is_lesson
        return await self._one(IS_OPEN & lessons)

    async def end_lessons(self, before: int) -> int:
        """Closes every lesson in which nothing has happened since that moment; returns how many there were."""
        forsaken = IS_OPEN & matches.c.is_lesson & (matches.c.changed_at < before)
        ended = {"phase": "lapsed", "version": matches.c.version + 1}
        return await self._database.write(lambda db: db.execute(update(matches).where(forsaken).values(ended)).rowcount)

    async def unchanged_since(self, moment: int, phase: Phase, service_clock: ServiceClock) -> list[int]:
        """The ids of this share's tables in this phase that are unchanged since `moment`, without lessons.

        Time that their shards have lost since then counts as none, as for `ServiceClock.current`.
        """
        lost: ColumnElement[int] = literal(0)
        if service_clock.offsets:
            lost = case(service_clock.offsets, value=shard_among(service_clock.count), else_=0)
        unchanged = matches.c.changed_at + lost - matches.c.service_offset < moment
        return await self._ids((matches.c.phase == phase) & unchanged & ~IS_SOLO)

    async def changed_since(self, moment: int) -> list[int]:
        """The ids of this share's tables, closed ones too, that have changed since `moment`, without lessons."""
        changed = matches.c.phase.in_(get_args(Phase)) & (matches.c.changed_at >= moment)  # an index begins with phases
        return await self._ids(changed & ~IS_SOLO)

    async def rematch_of(self, match_id: int) -> int | None:
        """The number of this match's rematch, or None if nobody has asked for one."""
        query = select(matches.c.id).where(matches.c.rematch_of == match_id)
        return await self._read(lambda db: db.execute(query).scalar_one_or_none())

    async def flush(self) -> None:
        """Waits until every change is stored or refused, also those whose callers have been cancelled."""
        await self._database.flush()

    async def _once(
        self, table: Table, work: Work[T], *, is_serial: bool = False, first: int = 0, log: Sequence[Move] = ()
    ) -> T | None:
        """Does work that claims this version of the table, and stores this log from move `first` on.

        After a broken connection it's tried once more, and takes effect once: if the first try was stored, the second
        is refused, since the table has this version by then, and None is returned. A commit that is still under way
        locks the table's row, so the second try waits for it. The moves are compared too: another process may have
        stored others, with a table whose row is the same.
        """
        try:
            return await self._database.write(work, is_serial=is_serial)
        except CommitUnknown:
            try:
                return await self._database.write(work, is_serial=is_serial)
            except VersionConflict:
                if not await self._has(table, first, log):
                    raise
                return None

    async def _has(self, table: Table, first: int, log: Sequence[Move]) -> bool:
        """Whether this version and these moves are stored; the table's messages may have moved meanwhile."""
        stored = await self.table(table.id)
        if stored is None or replace(stored, board_id=table.board_id, old_board_id=table.old_board_id) != table:
            return False
        return not log or (await self.log(table.id))[first : first + len(log)] == list(log)

    def _claim(self, db: Connection, table: Table) -> None:
        """Stores the table's new version. Raises: VersionConflict."""
        claim(db, table)
        self._notify(db, table)

    def _notify(self, db: Connection, table: Table) -> None:
        """Notifies the process to which this table belongs, unless it's this one."""
        if not self.share.has(table.place.guild_id):
            notify(db, "match", table.id)

    def _alone(self, newcomer: int | None) -> AbstractAsyncContextManager[object]:
        """The lock under which a person takes a seat: whoever waited in the database would hold a connection."""
        if newcomer is None:
            return nullcontext()
        return self._newcomers.setdefault(newcomer, asyncio.Lock())

    async def _read(self, work: Work[T]) -> T:
        return await again_if_lost(lambda: self._database.read(work))

    async def _select(self, condition: ColumnElement[bool]) -> list[Table]:
        return await self._read(lambda db: tables_where(db, condition))

    async def _one(self, condition: ColumnElement[bool]) -> Table | None:
        return next(iter(await self._select(condition)), None)

    async def _ids(self, condition: ColumnElement[bool], most: int | None = None) -> list[int]:
        """The ids of this share's tables that meet a condition, ascending."""
        query = select(matches.c.id).where(condition, within(self.share)).order_by(matches.c.id).limit(most)
        return await self._read(lambda db: list(db.execute(query).scalars()))


_CLAIM = update(matches).where(matches.c.id == bindparam("of_match"), matches.c.version == bindparam("before"))


def claim(db: Connection, table: Table) -> None:
    """Stores the table's new version. Raises: VersionConflict unless the version before it is the one on disk."""
    if not db.execute(_CLAIM, {"of_match": table.id, "before": table.version - 1, **changing(table)}).rowcount:
        raise VersionConflict


def changing(table: Table) -> dict[str, object]:
    """The values that can change, by column. Shape: JSON values for `clocks`, `invited`, `hold` and `pause`."""
    same = ("capacity", "phase", "host_id", "version", "changed_at", "removed", "shows_rounds", "service_offset",
            "full_at", "call_id")  # fmt: skip
    made: dict[str, object] = {name: list(map(asdict, getattr(table, name))) for name in ("clocks", "invited")}
    made["hold"] = asdict(table.hold) if table.hold else None
    made["pause"] = asdict(table.pause) if table.pause else None
    return {name: getattr(table, name) for name in same} | made


def _new(draft: Table) -> dict[str, object]:
    """The values of a new row, by column."""
    same = ("game", "rules_version", "plays_forced", "rematch_of", "opened_by", "is_lesson", "pace", "locale", "day",
            "is_invite_only", "parent_id")  # fmt: skip
    place = {"guild_id": draft.place.guild_id, "channel_id": draft.place.channel_id}
    made = {
        "options": dict(draft.options),
        "opened_at": draft.opened_at,
        "is_drawn": draft.is_solo,
    }  # those have no public message
    return {name: getattr(draft, name) for name in same} | place | made | changing(draft)


def _change(match_id: int) -> Update:
    return update(matches).where(matches.c.id == match_id)


def _add_moves(db: Connection, table: Table, first: int, log: Sequence[Move], stood_in: int) -> None:
    rows = [
        {
            "match_id": table.id,
            "number": number,
            "seat": move.seat,
            "text": move.text,
            "stood_in": number < first + stood_in,
        }
        for number, move in enumerate(log, first)
    ]
    db.execute(insert(moves), rows)


def _seat(db: Connection, table: Table, *, is_new: bool = False) -> None:
    """Stores who sits where, and the current names of newcomers. Shape: `is_new` if nobody sat there yet."""
    known: set[int | None] = set()
    if not is_new:
        here = sitters.c.match_id == table.id
        known = set(db.execute(select(sitters.c.user_id).where(here)).scalars())
        db.execute(delete(sitters).where(here))
    newcomers = sorted((person.user_id, person.name) for person in table.people if person.user_id not in known)
    community_id = table.place.community_id
    put(db, players, [{"community_id": community_id, "user_id": one, "name": name} for one, name in newcomers])
    db.execute(insert(sitters), [_sitter_row(table, number) for number in range(len(table.sitters))])


def _sitter_row(table: Table, number: int) -> dict[str, object]:
    sitter = table.sitters[number]
    row: dict[str, object] = {"match_id": table.id, "seat": number, "name": sitter.name}
    if isinstance(sitter, Robot):
        return row | {"user_id": None, "computer": sitter.level, "words": None}
    return row | {"user_id": sitter.user_id, "computer": None, "words": sitter.words or None}


def _open_tables_of(db: Connection, user_id: int) -> list[Table]:
    seated = select(sitters.c.match_id).where(sitters.c.user_id == user_id)
    found = tables_where(db, IS_OPEN & matches.c.id.in_(seated) & ~IS_SOLO)
    return [table for table in found if table.holds(user_id)]


def _check_room(db: Connection, user_id: int, most: int) -> None:
    """Raises: Crowded. Run it in the transaction that seats the person: the lock admits one of theirs at a time.

    SQLite has only one writer anyway; on a server two transactions could otherwise count the same tables.
    """
    if db.engine.dialect.name == "postgresql":
        db.execute(select(func.pg_advisory_xact_lock(user_id)))
    if len(_open_tables_of(db, user_id)) >= most:
        raise Crowded
