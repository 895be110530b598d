"""Posts the digests that servers have asked for: one silent message a day, however often the process is killed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.background.posts import LOOKED_AT, Posts
from bot.logs import outline
from bot.messages.boards import custom_ids
from bot.messages.renderer import ReadyPage
from bot.messages.sending import SILENT, nonce_of
from bot.pages.custom_id import CustomId
from bot.pages.page import Page
from bot.requests.error_codes import UNKNOWN_MESSAGE
from bot.requests.limiter import Urgency
from bot.store.digests import UNKNOWN_POST, Digest, DigestStore

log = logging.getLogger(__name__)

Make = Callable[[Digest, int], Awaitable[Page]]
"""Makes the page of a server's digest about a day. It has a button with the custom_id of `mark`."""


def mark(day: int) -> str:
    """The custom_id by which the digest about a day is found. It leads to the dailies of the day when it's pressed."""
    return CustomId("daily", text=f"digest {day}").to_text()


class Digests:
    """The digests of the servers that this process serves. Call `tick` every minute."""

    make: Make
    """Set by the command that switches digests on."""

    def __init__(self, posts: Posts, store: DigestStore) -> None:
        self.store, self._posts = store, posts
        self._posting: asyncio.Task[None] | None = None

    async def tick(self) -> None:
        """Begins to post what is due, unless that is under way."""
        if self._posting is None or self._posting.done():
            self._posting = asyncio.create_task(self.post_due())

    async def stop(self) -> None:
        """Stops posting. The next process goes on."""
        if self._posting:
            self._posting.cancel()
            await asyncio.wait({self._posting})

    async def post_due(self) -> None:
        """Posts every digest that is due, one after the other. What fails is tried again with the next look."""
        now, reaches = self._posts.clock(), self._posts.reaches
        try:
            due = [one for one in await self.store.every() if reaches(one.guild_id) and one.is_due(now)]
        except Exception as error:  # noqa: BLE001 - nothing catches a task's error
            log.error("can't look for digests: %s", outline(error))
            return
        for digest in due:
            try:
                await self._post(digest, digest.subject(self._posts.clock()))
            except Exception as error:  # noqa: BLE001 - the next digest is another server's
                log.warning("the digest of server %d failed: %s", digest.guild_id, outline(error))

    async def _post(self, digest: Digest, day: int) -> None:
        claimed = replace(digest, day=day)
        if digest.day == day:  # it may have been posted before the process was killed, or Discord's answer lost
            if (found := await self._found(digest)) is not None:
                await self.store.note_posted(claimed, found)
                return
            page = await self.make(digest, day)
        else:
            page = await self.make(digest, day)
            if not await self.store.claim(digest, day):
                return
        try:
            message = await self._posts.renderer.put(
                lambda: self._ready(digest, page), lambda ready: self._send(claimed, ready)
            )
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code == UNKNOWN_MESSAGE:  # somebody has deleted what an earlier try posted
                await self.store.note_posted(claimed, UNKNOWN_POST)
                return
            log.warning("the digest of server %d is off: %s", digest.guild_id, outline(error))
            await self.store.refuse(claimed)
        else:
            await self.store.note_posted(claimed, message.id)

    async def _ready(self, digest: Digest, page: Page) -> ReadyPage:
        if self._posts.preferences.shows_pictures(digest.place):
            return await self._posts.renderer.whole(page)
        return await self._posts.renderer.for_answer(page, pictures=False)

    async def _send(self, digest: Digest, ready: ReadyPage) -> discord.Message:
        await self._posts.limiter.turn(Urgency.HOUSEKEEPING)
        return await self._posts.channel(digest.channel_id).send(
            view=ready.view,
            files=ready.files,
            allowed_mentions=SILENT,
            silent=True,
            nonce=nonce_of("digest", digest.guild_id, digest.channel_id, digest.day),
        )

    async def _found(self, digest: Digest) -> int | None:
        """The post about the digest's day, if it's among the channel's latest messages.

        Shape: `UNKNOWN_POST` if one can't tell, as where the bot may not read the channel: better none than two.
        """
        messages = await self._posts.latest(digest.channel_id)
        if not messages:
            return UNKNOWN_POST
        own = (one for one in messages if one.author == self._posts.client.user)
        found = next((one.id for one in own if mark(digest.day) in custom_ids(one.components)), None)
        if found is not None:
            return found
        began = messages[-1].created_at.timestamp() < digest.due_at(self._posts.clock())
        return None if began or len(messages) < LOOKED_AT else UNKNOWN_POST
