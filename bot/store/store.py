"""The store: each public method is one transaction, and what it returned from is on the disk."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.standings import Result
from bot.store.schema import matches, moves, players, results, sitters
from bot.table import OPEN_PHASES, Person, Phase, Place, Robot, Sitter, Table
from games.core import Move, Options


class Taken(Exception):
    """Somebody else has written this first: the same move number, or the same rematch."""


class Store:
    """Tables and their logs."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def open(
        self,
        *,
        game: str,
        rules_version: int,
        options: Options,
        capacity: int,
        place: Place,
        host: Person,
        sitting: Sequence[Sitter],
        now: int,
        plays_forced: bool = True,
        rematch_of: int | None = None,
    ) -> Table:
        """A new table in its lobby. Raises: Taken when `rematch_of` has its rematch already."""
        async with self._engine.begin() as db:
            await _name(db, host)
            try:
                written = await db.execute(
                    insert(matches)
                    .values(
                        game=game,
                        rules_version=rules_version,
                        options=dict(options),
                        capacity=capacity,
                        plays_forced=plays_forced,
                        phase="lobby",
                        guild_id=place.guild_id,
                        channel_id=place.channel_id,
                        host_id=host.user_id,
                        rematch_of=rematch_of,
                        changed_at=now,
                    )
                    .returning(matches.c.id)
                )
            except IntegrityError as error:
                raise Taken from error
            match_id = written.scalar_one()
            await _seat(db, match_id, sitting)
        return Table(
            id=match_id,
            game=game,
            rules_version=rules_version,
            options=options,
            capacity=capacity,
            phase="lobby",
            place=place,
            host_id=host.user_id,
            changed_at=now,
            sitters=tuple(sitting),
            plays_forced=plays_forced,
            rematch_of=rematch_of,
        )

    async def seat(self, match_id: int, sitting: Sequence[Sitter], *, host_id: int, now: int) -> None:
        """Writes who sits where, and whose table it is."""
        async with self._engine.begin() as db:
            for sitter in sitting:
                if isinstance(sitter, Person):
                    await _name(db, sitter)
            await db.execute(delete(sitters).where(sitters.c.match_id == match_id))
            await _seat(db, match_id, sitting)
            await db.execute(update(matches).where(matches.c.id == match_id).values(host_id=host_id, changed_at=now))

    async def append(self, table: Table, first: int, log: Sequence[Move], ended: Sequence[Result]) -> None:
        """Writes moves from number `first` on, the table's new phase, and the results of a match that they end.

        Raises: Taken when one of the numbers is written already.
        """
        rows = [
            {"match_id": table.id, "number": number, "seat": move.seat, "text": move.text}
            for number, move in enumerate(log, first)
        ]
        moved = {"phase": table.phase, "capacity": table.capacity, "changed_at": table.changed_at}
        async with self._engine.begin() as db:
            try:
                await db.execute(insert(moves), rows)
            except IntegrityError as error:
                raise Taken from error
            await db.execute(update(matches).where(matches.c.id == table.id).values(moved))
            if ended:
                await db.execute(insert(results), [_result_row(table, result) for result in ended])

    async def close(self, match_id: int, phase: Phase, *, now: int) -> None:
        """Ends a table without a result."""
        async with self._engine.begin() as db:
            await db.execute(update(matches).where(matches.c.id == match_id).values(phase=phase, changed_at=now))

    async def place_board(self, match_id: int, board_id: int) -> None:
        """Remembers which public message shows the table."""
        async with self._engine.begin() as db:
            await db.execute(update(matches).where(matches.c.id == match_id).values(board_id=board_id))

    async def table(self, match_id: int) -> Table | None:
        """The table with this number, or None."""
        async with self._engine.connect() as db:
            found = await _tables(db, [match_id])
        return found[0] if found else None

    async def log(self, match_id: int) -> list[Move]:
        """Every move so far, in order."""
        query = select(moves.c.seat, moves.c.text).where(moves.c.match_id == match_id).order_by(moves.c.number)
        async with self._engine.connect() as db:
            return [Move(seat, text) for seat, text in await db.execute(query)]

    async def tables_to_draw(self, since: int) -> list[Table]:
        """Every open table, and those that closed at or after `since`, oldest first: what a restart draws anew."""
        return await self._select(matches.c.phase.in_(OPEN_PHASES) | (matches.c.changed_at >= since))

    async def open_tables_in(self, channel_id: int) -> list[Table]:
        """The open tables of one channel, oldest first."""
        return await self._select(matches.c.phase.in_(OPEN_PHASES) & (matches.c.channel_id == channel_id))

    async def open_tables_of(self, user_id: int) -> list[Table]:
        """The open tables at which this person sits, oldest first."""
        seated = select(sitters.c.match_id).where(sitters.c.user_id == user_id)
        return await self._select(matches.c.phase.in_(OPEN_PHASES) & matches.c.id.in_(seated))

    async def lobbies_unchanged_since(self, moment: int) -> list[int]:
        """The numbers of the tables that wait in their lobby since before `moment`."""
        query = select(matches.c.id).where(matches.c.phase == "lobby", matches.c.changed_at < moment)
        async with self._engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def rematch_of(self, match_id: int) -> int | None:
        """The number of the rematch of this match, if somebody has asked for one."""
        async with self._engine.connect() as db:
            query = select(matches.c.id).where(matches.c.rematch_of == match_id)
            return (await db.execute(query)).scalar_one_or_none()

    async def _select(self, condition: ColumnElement[bool]) -> list[Table]:
        async with self._engine.connect() as db:
            ids = (await db.execute(select(matches.c.id).where(condition).order_by(matches.c.id))).scalars()
            return await _tables(db, list(ids))


async def _tables(db: AsyncConnection, ids: Sequence[int]) -> list[Table]:
    """Shape: in the order of `ids`, without those that are not there."""
    rows = {row.id: row for row in await db.execute(select(matches).where(matches.c.id.in_(ids)))}
    seated = (
        select(sitters.c.match_id, sitters.c.user_id, sitters.c.computer, players.c.name)
        .outerjoin(players, players.c.user_id == sitters.c.user_id)
        .where(sitters.c.match_id.in_(ids))
        .order_by(sitters.c.match_id, sitters.c.seat)
    )
    at_table: dict[int, list[Sitter]] = {match_id: [] for match_id in ids}
    for match_id, user_id, computer, name in await db.execute(seated):
        at_table[match_id].append(Robot(computer) if computer else Person(user_id, name))
    return [_table(rows[match_id], at_table[match_id]) for match_id in ids if match_id in rows]


def _table(row: Row[Any], sitting: Iterable[Sitter]) -> Table:
    return Table(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=row.options,
        capacity=row.capacity,
        phase=row.phase,
        place=Place(row.guild_id, row.channel_id),
        host_id=row.host_id,
        changed_at=row.changed_at,
        sitters=tuple(sitting),
        plays_forced=row.plays_forced,
        board_id=row.board_id,
        rematch_of=row.rematch_of,
    )


async def _name(db: AsyncConnection, person: Person) -> None:
    """Keeps the name that the person goes by now."""
    rename = update(players).where(players.c.user_id == person.user_id).values(name=person.name)
    if (await db.execute(rename)).rowcount:
        return
    try:
        async with db.begin_nested():
            await db.execute(insert(players).values(user_id=person.user_id, name=person.name))
    except IntegrityError:  # another table has taken him in at this moment
        await db.execute(rename)


async def _seat(db: AsyncConnection, match_id: int, sitting: Sequence[Sitter]) -> None:
    rows = [
        {
            "match_id": match_id,
            "seat": seat,
            "user_id": sitter.user_id if isinstance(sitter, Person) else None,
            "computer": sitter.level if isinstance(sitter, Robot) else None,
        }
        for seat, sitter in enumerate(sitting)
    ]
    if rows:
        await db.execute(insert(sitters), rows)


def _result_row(table: Table, result: Result) -> dict[str, object]:
    return {
        "match_id": table.id,
        "user_id": result.user_id,
        "community_id": result.community_id,
        "game": result.game,
        "field": result.field,
        "won": int(result.won),
        "points": result.points,
        "ended_at": table.changed_at,
    }
