"""What is kept for a while only: lessons and lobbies that are over, old matches, and servers that removed the bot.

Deletes a little at a time, since moves wait meanwhile.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.database import Database
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
        self._database = Database.of(engine)
        self._share = share

    async def ended_between(self, since: int, before: int) -> list[int]:
        """The numbers of lessons, and of lobbies that were never played, that closed from `since` to `before`."""
        is_due = matches.c.changed_at.between(since, before - 1)
        has_moves = exists().where(moves.c.match_id == matches.c.id)
        lessons = select(matches.c.id).where(matches.c.is_lesson, is_due, ~IS_OPEN)
        lobbies = select(matches.c.id).where(matches.c.phase.in_(("lapsed", "cancelled")), is_due, ~has_moves)
        found = await self._database.read(lambda db: [set(db.execute(query).scalars()) for query in (lessons, lobbies)])
        return sorted(found[0] | found[1])

    async def dailies_before(self, day: int, most: int) -> list[int]:
        """The numbers of some closed daily matches of the days before this one."""
        query = select(matches.c.id).where(matches.c.day.is_not(None), matches.c.day < day, ~IS_OPEN).limit(most)
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def delete_marks(self, day: int) -> None:
        """Deletes the marks of forgotten people's tries on the days before this one. Shape: as in `leave_marks`."""
        old = (dailies.c.user_id < 0) & (dailies.c.day < day)
        query = select(dailies.c.day).where(old).limit(1)
        if await self._database.read(lambda db: db.execute(query).first()):
            await self._database.write(lambda db: db.execute(delete(dailies).where(old)))

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
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def delete_matches(self, ids: Collection[int], guild_id: int | None = None) -> None:
        """Deletes these matches, with everything that hangs on them, and notes how many of them stay in sums.

        Shape: `guild_id` if all of them belong to a server whose own sums go too.
        """

        def work(db: Connection) -> None:
            is_lost = endings.c.match_id.in_(ids) & (endings.c.number <= lock(db))
            if guild_id is not None:
                is_lost &= endings.c.is_everywhere | _has_met_elsewhere(guild_id)
            lost = db.execute(select(func.count()).select_from(endings).where(is_lost)).scalar_one()
            db.execute(update(progress).values(deleted=progress.c.deleted + lost))
            db.execute(delete(matches).where(matches.c.id.in_(ids)))

        await self._database.write(work)

    async def note_guilds(self, present: Collection[int], now: int) -> None:
        """Notes since when the bot is missing from servers that it knows; those where it's back are kept for good."""

        def work(db: Connection) -> tuple[set[int], set[int]]:
            left = set(db.execute(select(departures.c.guild_id)).scalars())
            known = set(db.execute(select(matches.c.guild_id).distinct()).scalars()) - {0}
            chosen = select(preferences.c.id).where(preferences.c.kind == "community")
            known |= set(db.execute(chosen).scalars())
            return left, {guild_id for guild_id in known if self._share.has(guild_id)}

        left, known = await self._database.read(work)
        for guild_id in left & set(present):
            await self.note_return(guild_id)
        for guild_id in sorted(known - left - set(present)):
            await self.note_departure(guild_id, now)

    async def note_departure(self, guild_id: int, now: int) -> None:
        """Notes that the bot is no longer on this server, unless that's known already."""

        def work(db: Connection) -> None:
            if not db.execute(select(departures).where(departures.c.guild_id == guild_id)).first():
                db.execute(insert(departures).values(guild_id=guild_id, left_at=now))

        await self._database.write(work)

    async def note_return(self, guild_id: int) -> None:
        """Notes that the bot is on this server."""
        await self._database.write(lambda db: db.execute(delete(departures).where(departures.c.guild_id == guild_id)))

    async def gone_since(self, moment: int) -> list[int]:
        """The servers that the bot has been missing from since this moment or longer."""
        query = select(departures.c.guild_id).where(departures.c.left_at <= moment).order_by(departures.c.guild_id)
        return await self._database.read(
            lambda db: [guild_id for guild_id in db.execute(query).scalars() if self._share.has(guild_id)]
        )

    async def matches_in(self, guild_id: int, most: int) -> Sequence[int]:
        """The numbers of some matches of a server."""
        query = select(matches.c.id).where(matches.c.guild_id == guild_id).limit(most)
        return await self._database.read(lambda db: db.execute(query).scalars().all())

    async def open_in(self, guild_id: int) -> list[tuple[int, Phase]]:
        """The numbers and phases of a server's tables and lessons that are still open."""
        query = select(matches.c.id, matches.c.phase).where(IS_OPEN, matches.c.guild_id == guild_id)
        return await self._database.read(lambda db: [(row.id, row.phase) for row in db.execute(query)])

    async def forget_some(self, guild_id: int) -> bool:
        """Deletes some of what a server has left once its matches are gone. Shape: whether that was the last of it."""

        def work(db: Connection) -> bool:
            lock(db)  # nobody counts a match there meanwhile
            for table, rows in rows_of_community(guild_id).items():
                if _delete_some(db, table, rows):
                    return False
            db.execute(delete(departures).where(departures.c.guild_id == guild_id))
            return True

        return await self._database.write(work)


def _has_met_elsewhere(guild_id: int) -> ColumnElement[bool]:
    """Whether two of a match's people have met on other servers too, where it may have made matches count less."""
    one, other = sitters.alias(), sitters.alias()
    are_at_it = (one.c.match_id == endings.c.match_id) & (other.c.match_id == endings.c.match_id)
    have_met = (opponents.c.user_id == one.c.user_id) & (opponents.c.opponent_id == other.c.user_id)
    return exists().where(are_at_it, have_met, opponents.c.community_id.not_in((guild_id, EVERYWHERE)))


def _delete_some(db: Connection, table: Table, condition: ColumnElement[bool]) -> int:
    """Deletes at most `MOST_ROWS` rows; returns how many."""
    key = tuple(table.primary_key.columns)
    some = select(*key).where(condition).limit(MOST_ROWS)
    return db.execute(delete(table).where(tuple_(*key).in_(some))).rowcount
