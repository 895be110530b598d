"""Pings players who keep the others waiting: one short message, deleted once they have moved. Knows no game."""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

import discord

from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.posted import SILENT, nonce_of
from bot.messages.preferences import Preferences
from bot.messages.screens import PingPages
from bot.messages.studio import Studio
from bot.requests.purpose import Purpose, Urgency, sending
from bot.tables.table import Person, Table
from games.core import Seat

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5.0
"""The longest time that one tick waits for Discord."""

RETRY_SECONDS = 45
"""How long to wait before trying again after an error."""


class Due(NamedTuple):
    """When there is something to do at a table, and on which server it is."""

    moment: float
    guild_id: int


class Try(NamedTuple):
    """A ping that may have been posted."""

    user_id: int
    asked_at: int
    nonce: str


class Pings:
    """The pings at all tables. Call `tick` every second."""

    def __init__(
        self,
        client: discord.Client,
        *,
        matches: Matches,
        preferences: Preferences,
        studio: Studio,
        pages: PingPages,
        clock: Callable[[], float],
        reaches: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Shape: `reaches` tells whether clicks can arrive from a server, by its id. Nobody is pinged on others."""
        self._client = client
        self._matches = matches
        self._preferences = preferences
        self._studio = studio
        self._pages = pages
        self._clock = clock
        self._reaches = reaches
        self._next: dict[int, Due] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._unsure: dict[int, dict[Seat, Try]] = {}
        """The pings that may have been posted, by match and seat, until it's stored what became of them."""

    def watch(self, match: Match) -> None:
        """Notes when to ping somebody at this table, or to delete a ping."""
        self.watch_table(match.table)

    def watch_table(self, table: Table) -> None:
        """The same for a table whose match has not been replayed."""
        moments = [moment for seat in table.seats_of_people if (moment := self._moment(table, seat)) is not None]
        if self._outdated(table):
            moments.append(0)
        if moments:
            self._next[table.id] = Due(min(moments), table.place.guild_id)
        else:
            self._next.pop(table.id, None)

    async def tick(self) -> None:
        """Sends the pings that are due and deletes old ones. Whatever Discord delays goes on in the background."""
        now = self._clock()
        due = [(match_id, due.guild_id) for match_id, due in self._next.items() if due.moment <= now]
        for match_id, guild_id in due:
            if match_id not in self._tasks and self._reaches(guild_id):
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
        if clock.asked_at is None or clock.pinged == clock.asked_at or clock.due_at is None:
            return None
        delay = self._preferences.ping_seconds(sitter.user_id)
        if delay is None:
            return None
        quiet = self._preferences.quiet(sitter.user_id) if table.pace == "correspondence" else None
        return quiet.after(clock.asked_at, delay) if quiet else clock.asked_at + delay

    def _outdated(self, table: Table) -> dict[Seat, Try]:
        """The pings that may have been posted for a turn that is over by now."""
        unsure = self._unsure.get(table.id, {})
        return {seat: ping for seat, ping in unsure.items() if table.clock(seat).asked_at != ping.asked_at}

    async def _serve(self, match_id: int, guild_id: int, now: float) -> None:
        try:
            await self._call_and_take_back(match_id, now)
            self.watch(await self._matches.get(match_id))
        except Exception as error:  # noqa: BLE001 - nothing catches a task's error
            log.info("table %d: a ping failed: %s", match_id, outline(error))
            self._next[match_id] = Due(now + RETRY_SECONDS, guild_id)
        finally:
            del self._tasks[match_id]

    async def _call_and_take_back(self, match_id: int, now: float) -> None:
        match = await self._matches.get(match_id)
        for seat, ping in self._outdated(match.table).items():
            await self._take_back(match.table, seat, ping)
        for seat in match.table.seats_of_people:
            moment = self._moment(match.table, seat)
            clock = match.table.clock(seat)
            if moment is None or moment > now:
                continue
            if clock.ping_id is not None:
                await self._delete(match.table, clock.ping_id)
                await self._matches.absences.note_ping(match_id, seat, clock.pinged or 0, None)
            elif clock.asked_at is not None:
                await self._call(match.table, seat, clock.asked_at)

    async def _call(self, table: Table, seat: Seat, asked_at: int) -> None:
        """Posts a ping, and deletes it again if the player has moved in the meantime."""
        person = table.sitters[seat]
        assert isinstance(person, Person)
        nonce = nonce_of("ping", table.id, table.place.channel_id, person.user_id, asked_at)
        ping = Try(person.user_id, asked_at, nonce)
        self._unsure.setdefault(table.id, {})[seat] = ping
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(person.user_id)])
        try:
            message = await self._post(table, ping, mentions)
        except (discord.Forbidden, discord.NotFound):
            await self._matches.absences.note_ping(table.id, seat, asked_at, None)
        else:
            if not await self._matches.absences.note_ping(table.id, seat, asked_at, message.id):
                await self._delete(table, message.id)
        self._settle(table, seat)

    async def _take_back(self, table: Table, seat: Seat, ping: Try) -> None:
        """Deletes a ping that may have been posted. If it wasn't, it's there for a moment, but pings nobody."""
        try:
            message = await self._post(table, ping, SILENT, silent=True)
        except (discord.Forbidden, discord.NotFound):
            log.debug("table %d: a ping was already deleted", table.id)
        else:
            await self._delete(table, message.id)
        self._settle(table, seat)

    async def _post(
        self, table: Table, ping: Try, mentions: discord.AllowedMentions, *, silent: bool = False
    ) -> discord.Message:
        """Posts a ping. Shape: the message of an earlier try, if that was posted a few minutes ago."""
        ready = await self._studio.whole(self._pages.ping(table, ping.user_id))
        with sending(Purpose(Urgency.AWAITED, table.place.community_id)):
            return await self._channel(table).send(
                view=ready.view, allowed_mentions=mentions, silent=silent, nonce=ping.nonce
            )

    def _settle(self, table: Table, seat: Seat) -> None:
        """Notes that it's stored what became of a ping."""
        unsure = self._unsure[table.id]
        del unsure[seat]
        if not unsure:
            del self._unsure[table.id]

    async def _delete(self, table: Table, message_id: int) -> None:
        try:
            with sending(Purpose(Urgency.HOUSEKEEPING, table.place.community_id)):
                await self._channel(table).get_partial_message(message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            log.debug("table %d: a ping was already deleted", table.id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.place.channel_id)
