"""Data kept for a while only: lessons and lobbies that are over, old matches, and servers that removed the bot.

Deletes a little at a time, since moves wait meanwhile.
"""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.database import Database
from bot.store.privacy import rows_of_community
from bot.store.schema import (
    EVERYWHERE,
    calls,
    dailies,
    departures,
    digests,
    invitations,
    matches,
    moves,
    preferences,
    results,
    server_days,
    solved_puzzles,
)
from bot.store.tables import IS_OPEN
from bot.tables.table import CLOSED_PHASES, Phase

MOST_ROWS = 500
"""Rows of one table that are deleted at once."""


class RetentionStore:
    """Old rows on disk."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: servers outside `share` are another process's."""
        self._database, self._share = Database.of(engine), share

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
        return await self._some(matches.c.day.is_not(None) & (matches.c.day < day) & ~IS_OPEN, most)

    async def delete_marks(self, day: int) -> None:
        """Deletes the marks of forgotten people's tries on the days before this one. Shape: as in `leave_marks`."""
        old = (dailies.c.user_id < 0) & (dailies.c.day < day)
        query = select(dailies.c.day).where(old).limit(1)
        if await self._database.read(lambda db: db.execute(query).first()):
            await self._database.write(lambda db: db.execute(delete(dailies).where(old)))

    async def delete_invitations(self, moment: int) -> None:
        """Deletes the invitations made before this moment, which count no longer."""
        old = invitations.c.invited_at < moment
        await self._database.write(lambda db: db.execute(delete(invitations).where(old)))

    async def delete_puzzle_days(self, day: int) -> None:
        """Deletes on which days people solved puzzles who haven't since this day: their streaks are over."""
        recent = select(solved_puzzles.c.user_id).where(solved_puzzles.c.day >= day)
        old = solved_puzzles.c.user_id.not_in(recent)
        await self._database.write(lambda db: db.execute(delete(solved_puzzles).where(old)))

    async def closed_before(self, moment: int, most: int) -> list[int]:
        """The numbers of some matches that closed before this moment."""
        return await self._some(matches.c.phase.in_(CLOSED_PHASES) & (matches.c.changed_at < moment), most)

    async def delete_matches(self, ids: Collection[int]) -> None:
        """Deletes these matches with everything that hangs on them. What they counted for stays."""
        await self._database.write(lambda db: db.execute(delete(matches).where(matches.c.id.in_(ids))))

    async def note_guilds(self, present: Collection[int], now: int) -> None:
        """Notes since when the bot is missing from servers that it knows; those where it's back are kept for good."""

        def work(db: Connection) -> None:
            left = set(db.execute(select(departures.c.guild_id)).scalars())
            known = set(db.execute(select(matches.c.guild_id).distinct()).scalars()) - {0}
            chosen = select(preferences.c.id).where(preferences.c.kind == "community")
            of_servers = (digests.c.guild_id, server_days.c.guild_id, calls.c.community_id)
            for query in (chosen, *(select(column).distinct() for column in of_servers)):
                known |= set(db.execute(query).scalars())
            for guild_id in left.intersection(present):
                db.execute(delete(departures).where(departures.c.guild_id == guild_id))
            for guild_id in known - left - set(present):
                if self._share.has(guild_id):
                    db.execute(insert(departures).values(guild_id=guild_id, left_at=now))

        await self._database.write(work)

    async def gone_since(self, moment: int) -> list[int]:
        """The servers that the bot has been missing from since this moment or longer."""
        query = select(departures.c.guild_id).where(departures.c.left_at <= moment).order_by(departures.c.guild_id)
        return await self._database.read(
            lambda db: [guild_id for guild_id in db.execute(query).scalars() if self._share.has(guild_id)]
        )

    async def matches_in(self, guild_id: int, most: int) -> list[int]:
        """The numbers of some matches of a server."""
        return await self._some(matches.c.guild_id == guild_id, most)

    async def open_in(self, guild_id: int) -> list[tuple[int, Phase]]:
        """The numbers and phases of a server's tables and lessons that are still open."""
        query = select(matches.c.id, matches.c.phase).where(IS_OPEN, matches.c.guild_id == guild_id)
        return await self._database.read(lambda db: [(row.id, row.phase) for row in db.execute(query)])

    async def forget_some(self, guild_id: int) -> bool:
        """Deletes some of what a server has left once its matches are gone. Shape: whether that was the last of it.

        Results that count across servers no longer say where they are from.
        """

        def work(db: Connection) -> bool:
            here = results.c.community_id == guild_id
            db.execute(update(results).where(here & results.c.is_everywhere).values(community_id=EVERYWHERE))
            for table, rows in rows_of_community(guild_id).items():
                if _delete_some(db, table, rows):
                    return False
            db.execute(delete(departures).where(departures.c.guild_id == guild_id))
            return True

        return await self._database.write(work)

    async def _some(self, condition: ColumnElement[bool], most: int) -> list[int]:
        query = select(matches.c.id).where(condition).limit(most)
        return await self._database.read(lambda db: list(db.execute(query).scalars()))


def _delete_some(db: Connection, table: Table, condition: ColumnElement[bool]) -> int:
    """Deletes at most `MOST_ROWS` rows; returns how many."""
    key = tuple(table.primary_key.columns)
    some = select(*key).where(condition).limit(MOST_ROWS)
    return db.execute(delete(table).where(tuple_(*key).in_(some))).rowcount
