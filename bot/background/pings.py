"""Pings players who keep the others waiting: one short message, deleted once they have moved."""

import asyncio
import logging
from functools import partial

import discord

from bot.background.gateway import Due
from bot.background.posts import Posts
from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.access import is_outside
from bot.messages.boards import custom_ids, match_ids, texts
from bot.messages.game_ui import PingPages
from bot.messages.sending import SILENT, mentioning, nonce_of
from bot.pages.custom_id import CustomId
from bot.requests.limiter import Urgency
from bot.tables.clock import POSTING
from bot.tables.table import Person, Table
from games.core import Seat

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5.0
"""The longest time that one tick waits for Discord."""

AT_ONCE = 50
"""At how many tables at once pings are sent or deleted. After a restart, thousands may be due; clicks come first."""

RETRY_SECONDS = 45
"""How long to wait before trying again after an error."""


class Pings:
    """The pings at all tables. Call `tick` every second."""

    def __init__(self, posts: Posts, matches: Matches, pages: PingPages) -> None:
        self._posts, self._matches, self._pages = posts, matches, pages
        self._next: dict[int, Due] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def watch(self, match: Match) -> None:
        """Notes when to ping somebody at this table, or to delete a ping."""
        self.watch_table(match.table)

    def watch_table(self, table: Table) -> None:
        """The same for a table whose match has not been replayed."""
        moments = [moment for seat in table.seats_of_people if (moment := self._moment(table, seat)) is not None]
        if moments:
            self._next[table.id] = Due(min(moments), table.place.guild_id)
        else:
            self._next.pop(table.id, None)

    async def tick(self) -> None:
        """Sends the pings that are due and deletes old ones. Whatever Discord delays goes on in the background."""
        now = self._posts.clock()
        due = [(match_id, due.guild_id) for match_id, due in self._next.items() if due.moment <= now]
        for match_id, guild_id in due:
            if len(self._tasks) >= AT_ONCE:
                break
            if match_id not in self._tasks and self._posts.reaches(guild_id):
                self._tasks[match_id] = asyncio.create_task(self._serve(match_id, guild_id, now))
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=PATIENCE_SECONDS)

    async def stop(self) -> None:
        """Stops sending and deleting pings."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _moment(self, table: Table, seat: Seat) -> float | None:
        """When to send or delete a ping for this seat; None if there is nothing to do yet."""
        clock, sitter = table.clock(seat), table.sitters[seat]
        assert isinstance(sitter, Person)
        if clock.ping_id is not None and clock.pinged != clock.asked_at:
            return 0
        is_done = clock.pinged == clock.asked_at and clock.ping_id != POSTING
        if clock.asked_at is None or is_done or clock.due_at is None or table.pause:
            return None
        delay = self._posts.preferences.ping_seconds(sitter.user_id)
        if delay is None:
            return None
        quiet = self._posts.preferences.quiet(sitter.user_id) if table.pace == "correspondence" else None
        return quiet.after(clock.asked_at, delay) if quiet else clock.asked_at + delay

    async def _serve(self, match_id: int, guild_id: int, now: float) -> None:
        try:
            await self._ping_and_take_back(match_id, now)
            self.watch(await self._matches.get(match_id))
        except MatchOver:  # another process has deleted it
            self._next.pop(match_id, None)
        except Exception as error:  # noqa: BLE001 - nothing catches a task's error
            log.info("table %d: a ping failed: %s", match_id, outline(error))
            self._next[match_id] = Due(now + RETRY_SECONDS, guild_id)
        finally:
            del self._tasks[match_id]

    async def _ping_and_take_back(self, match_id: int, now: float) -> None:
        match = await self._matches.get(match_id)
        for seat in match.table.seats_of_people:
            moment = self._moment(match.table, seat)
            clock = match.table.clock(seat)
            if moment is None or moment > now:
                continue
            if clock.ping_id is not None and clock.pinged is not None and clock.pinged != clock.asked_at:
                if clock.ping_id == POSTING:
                    await self._take_back(match.table, seat, clock.pinged)
                else:
                    await self._posts.delete(match.table.place.channel_id, clock.ping_id)
                await self._matches.seats.note_ping(match_id, seat, clock.pinged, None)
            elif clock.asked_at is not None:
                await self._ping(match.table, seat, clock.asked_at)

    async def _ping(self, table: Table, seat: Seat, asked_at: int) -> None:
        """Posts a ping, and deletes it again if the player has moved in the meantime.

        Stores beforehand that it may be posted: if this process is killed, the next one knows.
        """
        note = partial(self._matches.seats.note_ping, table.id, seat, asked_at)
        user_id = _user_id(table, seat)
        if table.clock(seat).ping_id == POSTING:
            message_id = await self._found(table, user_id)
        elif await note(POSTING):
            message_id = None
        else:
            return
        try:
            message_id = message_id or (await self._post(table, seat, asked_at, mentioning([user_id]))).id
        except (discord.Forbidden, discord.NotFound):
            await note(None)
            return
        if not await note(message_id):
            await self._posts.delete(table.place.channel_id, message_id)
            await note(None)

    async def _take_back(self, table: Table, seat: Seat, asked_at: int) -> None:
        """Deletes a ping that may have been posted for a turn that is over.

        If it isn't among the latest messages, it's posted again: if that was tried a few minutes ago, Discord answers
        with the message of then. Otherwise it's there for a moment, but pings nobody.
        """
        if _user_id(table, seat) < 0:
            return  # they have been forgotten
        message_id = await self._found(table, _user_id(table, seat))
        if message_id is None:
            try:
                message_id = (await self._post(table, seat, asked_at, SILENT, silent=True)).id
            except (discord.Forbidden, discord.NotFound):
                log.debug("table %d: a ping was already deleted", table.id)
                return
        await self._posts.delete(table.place.channel_id, message_id)

    async def _found(self, table: Table, user_id: int) -> int | None:
        """The latest message that pings this player at this table, if it can be found."""
        own_button = CustomId("hand", table.id, text=str(user_id)).to_text()  # of the line in place of a ping

        def is_ping(message: discord.Message) -> bool:
            # Only texts count: labels and descriptions of pictures have unescaped names, which can look like tags.
            mentions_them = any(f"<@{user_id}>" in text for text in texts(message.components))
            is_for_them = mentions_them or own_button in custom_ids(message.components)
            return is_for_them and table.id in match_ids(message.components)

        return await self._posts.found(table.place.channel_id, is_ping)

    async def _post(
        self, table: Table, seat: Seat, asked_at: int, mentions: discord.AllowedMentions, *, silent: bool = False
    ) -> discord.Message:
        """Posts a ping; without a mention if that would bring the player back into a private thread.

        Shape: the message of an earlier try, if that was posted a few minutes ago.
        """
        user_id, channel_id = _user_id(table, seat), table.place.channel_id
        await self._posts.limiter.turn(Urgency.AWAITED)
        outside = await is_outside(self._posts.client, channel_id, user_id)
        page = self._pages.waiting(table, user_id) if outside else self._pages.ping(table, user_id)
        ready = await self._posts.renderer.whole(page)
        nonce = nonce_of("ping", table.id, channel_id, user_id, asked_at)
        await self._posts.limiter.turn(Urgency.AWAITED)
        channel = self._posts.channel(channel_id)
        return await channel.send(view=ready.view, allowed_mentions=mentions, silent=silent, nonce=nonce)


def _user_id(table: Table, seat: Seat) -> int:
    """The player in this seat."""
    person = table.sitters[seat]
    assert isinstance(person, Person)
    return person.user_id
