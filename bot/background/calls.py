"""Calls people who have asked for it to lobbies that lack people: one message each, deleted once the table starts."""

import logging
from collections.abc import Callable

import discord

from bot.background.pings import LOOKED_AT
from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.messages.access import Access
from bot.messages.boards import CALLED, custom_ids
from bot.messages.game_ui import CallPages
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer
from bot.messages.sending import mentioning, nonce_of
from bot.pages.custom_id import CustomId
from bot.requests.limiter import Limiter, Urgency
from bot.store.calls import CallStore
from bot.tables.clock import POSTING, TAKEN_BACK
from bot.tables.table import Table

log = logging.getLogger(__name__)

LACKING_SECONDS = 60
"""How long nobody has sat down at a table before others are called to it."""

MOST_CALLED = 10
"""How many people one message mentions at most."""

MOST_ASKED = 20
"""How many people Discord is asked about for one message: some have left the server."""


class Calls:
    """The messages that call people to lobbies. Call `tick` every few seconds; the database says what is due."""

    def __init__(
        self,
        client: discord.Client,
        *,
        matches: Matches,
        store: CallStore,
        preferences: Preferences,
        access: Access,
        renderer: PageRenderer,
        pages: CallPages,
        limiter: Limiter,
        clock: Callable[[], float],
        reaches: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """`reaches` is as for Pings."""
        self._client, self._matches, self._store = client, matches, store
        self._preferences, self._access = preferences, access
        self._renderer, self._pages, self._limiter = renderer, pages, limiter
        self._clock, self._reaches = clock, reaches

    async def tick(self) -> None:
        """Posts and deletes what is due, one table after the other, so that two never call somebody at once."""
        before = int(self._clock()) - LACKING_SECONDS
        for match_id in (*await self._store.posted(), *await self._store.lobbies(before)):
            try:
                await self._serve((await self._matches.get(match_id)).table)
            except MatchOver:
                pass  # deleted meanwhile
            except Exception as error:  # noqa: BLE001 - the next table is somebody else's
                log.info("table %d: a call failed: %s", match_id, outline(error))

    async def _serve(self, table: Table) -> None:
        if not self._reaches(table.place.guild_id):
            return
        if table.phase != "lobby":
            await self._take_back(table)
        elif table.call_id == POSTING:  # a process before this one was killed, or Discord didn't answer
            await self._post(table, await self._found(table))
        elif (people := await self._people(table)) and await self._matches.lobby.call(table.id, people):
            await self._post(table)

    async def _people(self, table: Table) -> list[int]:
        """The people to call to a lobby; none unless everybody on the server sees its channel."""
        if not table.lacks_people or not self._preferences.calls_people(table.place):
            return []
        invited = (invitation.user_id for invitation in table.invited)
        sees_it = {*table.removed, *invited, *(person.user_id for person in table.people)}
        free = [one for one in await self._store.free(table, int(self._clock())) if one not in sees_it]
        if not free or not await self._access.is_open_to_all(table.place):
            return []
        found: list[int] = []
        for user_id in free[:MOST_ASKED]:
            if len(found) < MOST_CALLED and await self._is_member(table.place.guild_id, user_id):
                found.append(user_id)
        return found

    async def _is_member(self, guild_id: int, user_id: int) -> bool:
        """Whether they're still on the server. If they've left it, their choice is deleted."""
        await self._limiter.turn(Urgency.HOUSEKEEPING)
        try:
            await self._client.http.get_member(guild_id, user_id)
        except discord.NotFound:
            await self._store.drop(guild_id, user_id)
            return False
        return True

    async def _post(self, table: Table, message_id: int | None = None) -> None:
        """Posts the message, unless it's known, and stores it. If the bot may not post there, gives it up."""
        try:
            message_id = message_id or (await self._send(table)).id
        except (discord.Forbidden, discord.NotFound):
            message_id = TAKEN_BACK
        await self._matches.lobby.note_call(table.id, message_id)

    async def _take_back(self, table: Table) -> None:
        """Deletes the message. If it may have been posted and isn't found, it's found by its nonce, as for pings."""
        message_id = table.call_id
        try:
            if message_id == POSTING:
                message_id = await self._found(table) or (await self._send(table, silent=True)).id
            assert message_id is not None
            await self._limiter.turn(Urgency.HOUSEKEEPING)
            await self._channel(table).get_partial_message(message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            log.debug("table %d: a call was already deleted", table.id)
        await self._matches.lobby.note_call(table.id, TAKEN_BACK)

    async def _send(self, table: Table, *, silent: bool = False) -> discord.Message:
        people = await self._store.called_to(table)
        ready = await self._renderer.whole(self._pages.call(table, people))
        mentions = mentioning([] if silent else people)
        await self._limiter.turn(Urgency.AWAITED)
        nonce = nonce_of("call", table.id, table.place.channel_id)
        return await self._channel(table).send(view=ready.view, allowed_mentions=mentions, silent=silent, nonce=nonce)

    async def _found(self, table: Table) -> int | None:
        """The message that calls people to this table, if it can be found."""
        await self._limiter.turn(Urgency.HOUSEKEEPING)
        try:
            messages = [message async for message in self._channel(table).history(limit=LOOKED_AT)]
        except (discord.Forbidden, discord.NotFound):
            return None
        return next((message.id for message in messages if self._is_call(message, table)), None)

    def _is_call(self, message: discord.Message, table: Table) -> bool:
        return message.author == self._client.user and CustomId(CALLED, table.id).to_text() in custom_ids(
            message.components
        )

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.place.channel_id)
