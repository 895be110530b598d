"""Calls people who have asked for it to lobbies that lack people: one message each, deleted once the table starts."""

import logging
from contextlib import suppress

import discord

from bot.background.posts import Posts
from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.messages.access import Access
from bot.messages.boards import CALLED, custom_ids
from bot.messages.game_ui import CallPages
from bot.messages.sending import mentioning, nonce_of
from bot.pages.custom_id import CustomId
from bot.requests.limiter import Urgency
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

    def __init__(self, posts: Posts, matches: Matches, store: CallStore, access: Access, pages: CallPages) -> None:
        self._posts, self._matches, self._store, self._access, self._pages = posts, matches, store, access, pages

    async def tick(self) -> None:
        """Posts and deletes what is due, one table after the other, so that two never call somebody at once."""
        before = int(self._posts.clock()) - LACKING_SECONDS
        for match_id in (*await self._store.posted(), *await self._store.lobbies(before)):
            try:
                await self._serve((await self._matches.get(match_id)).table)
            except MatchOver:
                pass  # deleted meanwhile
            except Exception as error:  # noqa: BLE001 - the next table is somebody else's
                log.info("table %d: a call failed: %s", match_id, outline(error))

    async def _serve(self, table: Table) -> None:
        if not self._posts.reaches(table.place.guild_id):
            return
        if table.phase != "lobby":
            await self._take_back(table)
        elif table.call_id == POSTING:  # a process before this one was killed, or Discord didn't answer
            await self._post(table, await self._found(table))
        elif (people := await self._people(table)) and await self._matches.lobby.call(table.id, people):
            await self._post(table)

    async def _people(self, table: Table) -> list[int]:
        """The people to call to a lobby; none unless everybody on the server sees its channel."""
        if not table.lacks_people or not self._posts.preferences.calls_people(table.place):
            return []
        invited = (invitation.user_id for invitation in table.invited)
        sees_it = {*table.removed, *invited, *(person.user_id for person in table.people)}
        free = [one for one in await self._store.free(table, int(self._posts.clock())) if one not in sees_it]
        if not free or not await self._access.is_open_to_all(table.place):
            return []
        found: list[int] = []
        for user_id in free[:MOST_ASKED]:
            if len(found) < MOST_CALLED and await self._is_member(table.place.guild_id, user_id):
                found.append(user_id)
        return found

    async def _is_member(self, guild_id: int, user_id: int) -> bool:
        """Whether they're still on the server. If they've left it, their choice is deleted."""
        await self._posts.limiter.turn(Urgency.HOUSEKEEPING)
        try:
            await self._posts.client.http.get_member(guild_id, user_id)
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
        assert message_id is not None
        with suppress(discord.NotFound, discord.Forbidden):
            if message_id == POSTING:
                message_id = await self._found(table) or (await self._send(table, silent=True)).id
            await self._posts.delete(table.place.channel_id, message_id)
        await self._matches.lobby.note_call(table.id, TAKEN_BACK)

    async def _send(self, table: Table, *, silent: bool = False) -> discord.Message:
        people = await self._store.called_to(table)
        ready = await self._posts.renderer.whole(self._pages.call(table, people))
        mentions = mentioning([] if silent else people)
        await self._posts.limiter.turn(Urgency.AWAITED)
        nonce = nonce_of("call", table.id, table.place.channel_id)
        channel = self._posts.channel(table.place.channel_id)
        return await channel.send(view=ready.view, allowed_mentions=mentions, silent=silent, nonce=nonce)

    async def _found(self, table: Table) -> int | None:
        """The message that calls people to this table, if it can be found."""
        button = CustomId(CALLED, table.id).to_text()
        return await self._posts.found(table.place.channel_id, lambda one: button in custom_ids(one.components))
