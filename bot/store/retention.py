"""What is kept for a while only: lessons and lobbies that are over, old matches, and servers that removed the bot.

Deletes a little at a time, since moves wait meanwhile.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Table, delete, exists, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.connection import reader
from bot.store.personal import rows_of_community
from bot.store.schema import dailies, departures, matches, moves, preferences, sitters
from bot.store.sums.counting import lock
from bot.store.sums.schema import EVERYWHERE, endings, opponents, progress
from bot.store.tables import IS_OPEN
from bot.tables.table import CLOSED_PHASES, Phase

MOST_ROWS = 500
"""Rows of one table that are deleted at once."""


class RetentionStore:
    """Old rows on disk."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: servers outside `share` are another process's."""
        self._engine = engine
        self._share = share
        self._reader = reader(engine)

    async def ended_between(self, since: int, before: int) -> list[int]:
        """The numbers of lessons, and of lobbies that were never played, that closed from `since` to `before`."""
        is_due = matches.c.changed_at.between(since, before - 1)
        has_moves = exists().where(moves.c.match_id == matches.c.id)
        lessons = select(matches.c.id).where(matches.c.is_lesson, is_due, ~IS_OPEN)
        lobbies = select(matches.c.id).where(matches.c.phase.in_(("lapsed", "cancelled")), is_due, ~has_moves)
        async with self._reader.connect() as db:
            found = [set((await db.execute(query)).scalars()) for query in (lessons, lobbies)]
        return sorted(found[0] | found[1])

    async def dailies_before(self, day: int, most: int) -> list[int]:
        """The numbers of some closed daily matches of the days before this one."""
        query = select(matches.c.id).where(matches.c.day.is_not(None), matches.c.day < day, ~IS_OPEN).limit(most)
        async with self._reader.connect() as db:
            return list((await db.execute(query)).scalars())

    async def delete_marks(self, day: int) -> None:
        """Deletes the marks of forgotten people's tries on the days before this one. Shape: as in `leave_marks`."""
        old = (dailies.c.user_id < 0) & (dailies.c.day < day)
        async with self._reader.connect() as db:
            if (await db.execute(select(dailies.c.day).where(old).limit(1))).first() is None:
                return
        async with self._engine.begin() as db:
            await db.execute(delete(dailies).where(old))

    async def closed_before(self, moment: int, most: int) -> list[int]:
        """The numbers of some matches that closed before this moment, without those that still have to be counted."""
        is_old = matches.c.phase.in_(CLOSED_PHASES) & (matches.c.changed_at < moment)
        counted = select(progress.c.counted).scalar_subquery()
        query = (
            select(matches.c.id)
            .join_from(matches, endings, isouter=True)
            .where(is_old, or_(endings.c.number.is_(None), endings.c.number <= counted))
            .limit(most)
        )
        async with self._reader.connect() as db:
            return list((await db.execute(query)).scalars())

    async def delete_matches(self, ids: Collection[int], guild_id: int | None = None) -> None:
        """Deletes these matches, with everything that hangs on them, and notes how many of them stay in sums.

        Shape: `guild_id` if all of them belong to a server whose own sums go too.
        """
        async with self._engine.begin() as db:
            is_lost = endings.c.match_id.in_(ids) & (endings.c.number <= await lock(db))
            if guild_id is not None:
                is_lost &= endings.c.is_everywhere | _has_met_elsewhere(guild_id)
            lost = (await db.execute(select(func.count()).select_from(endings).where(is_lost))).scalar_one()
            await db.execute(update(progress).values(deleted=progress.c.deleted + lost))
            await db.execute(delete(matches).where(matches.c.id.in_(ids)))

    async def note_guilds(self, present: Collection[int], now: int) -> None:
        """Notes since when the bot is missing from servers that it knows; those where it's back are kept for good."""
        async with self._reader.connect() as db:
            left = set((await db.execute(select(departures.c.guild_id))).scalars())
            known = set((await db.execute(select(matches.c.guild_id).distinct())).scalars()) - {0}
            chosen = select(preferences.c.id).where(preferences.c.kind == "community")
            known |= set((await db.execute(chosen)).scalars())
        known = {guild_id for guild_id in known if self._share.has(guild_id)}
        for guild_id in left & set(present):
            await self.note_return(guild_id)
        for guild_id in sorted(known - left - set(present)):
            await self.note_departure(guild_id, now)

    async def note_departure(self, guild_id: int, now: int) -> None:
        """Notes that the bot is no longer on this server, unless that's known already."""
        async with self._engine.begin() as db:
            if not (await db.execute(select(departures).where(departures.c.guild_id == guild_id))).first():
                await db.execute(insert(departures).values(guild_id=guild_id, left_at=now))

    async def note_return(self, guild_id: int) -> None:
        """Notes that the bot is on this server."""
        async with self._engine.begin() as db:
            await db.execute(delete(departures).where(departures.c.guild_id == guild_id))

    async def gone_since(self, moment: int) -> list[int]:
        """The servers that the bot has been missing from since this moment or longer."""
        query = select(departures.c.guild_id).where(departures.c.left_at <= moment).order_by(departures.c.guild_id)
        async with self._reader.connect() as db:
            return [guild_id for guild_id in (await db.execute(query)).scalars() if self._share.has(guild_id)]

    async def matches_in(self, guild_id: int, most: int) -> Sequence[int]:
        """The numbers of some matches of a server."""
        query = select(matches.c.id).where(matches.c.guild_id == guild_id).limit(most)
        async with self._reader.connect() as db:
            return (await db.execute(query)).scalars().all()

    async def open_in(self, guild_id: int) -> list[tuple[int, Phase]]:
        """The numbers and phases of a server's tables and lessons that are still open."""
        query = select(matches.c.id, matches.c.phase).where(IS_OPEN, matches.c.guild_id == guild_id)
        async with self._reader.connect() as db:
            return [(row.id, row.phase) for row in await db.execute(query)]

    async def forget_some(self, guild_id: int) -> bool:
        """Deletes some of what a server has left once its matches are gone. Shape: whether that was the last of it."""
        async with self._engine.begin() as db:
            await lock(db)  # nobody counts a match there meanwhile
            for table, rows in rows_of_community(guild_id).items():
                if await _delete_some(db, table, rows):
                    return False
            await db.execute(delete(departures).where(departures.c.guild_id == guild_id))
        return True


def _has_met_elsewhere(guild_id: int) -> ColumnElement[bool]:
    """Whether two of a match's people have met on other servers too, where it may have made matches count less."""
    one, other = sitters.alias(), sitters.alias()
    are_at_it = (one.c.match_id == endings.c.match_id) & (other.c.match_id == endings.c.match_id)
    have_met = (opponents.c.user_id == one.c.user_id) & (opponents.c.opponent_id == other.c.user_id)
    return exists().where(are_at_it, have_met, opponents.c.community_id.not_in((guild_id, EVERYWHERE)))


async def _delete_some(db: AsyncConnection, table: Table, condition: ColumnElement[bool]) -> int:
    """Deletes at most `MOST_ROWS` rows; returns how many."""
    key = tuple(table.primary_key.columns)
    some = select(*key).where(condition).limit(MOST_ROWS)
    return (await db.execute(delete(table).where(tuple_(*key).in_(some)))).rowcount
