"""The application's emojis: uploads each face once, and again only if it looks different.

Runs in the background: a face that is missing or cannot be uploaded is shown by its Unicode twin.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import blake2s

import aiohttp
import discord

from bot.logs import outline
from bot.messages.renderer import PageRenderer
from bot.pages.faces import Faces
from bot.pictures.encode import png
from bot.pictures.faces import FACES, Face
from bot.requests.error_codes import TOO_MANY_EMOJIS
from bot.requests.limiter import Limiter, Urgency
from bot.store.application import EmojiStore, Uploaded
from bot.store.leases import FAULTS as STORE_FAULTS

log = logging.getLogger(__name__)

WAIT_SECONDS = 600
"""How long to wait before trying again after a failure. discord.py waits for rate limits by itself."""

BAD_REQUEST = 400
"""The status if Discord refuses this one emoji; others may succeed."""

FAULTS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, *STORE_FAULTS)


class Emojis:
    """Uploads the faces to Discord, and tells the renderer which of them can be shown."""

    def __init__(
        self,
        client: discord.Client,
        *,
        store: EmojiStore,
        renderer: PageRenderer,
        limiter: Limiter,
        redraw: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._store = store
        self._renderer = renderer
        self._limiter = limiter
        self._redraw = redraw
        self._sleep = sleep
        self._has_news = False
        """Whether there are emojis that messages and other processes don't show yet."""

    async def recall(self) -> None:
        """Shows the emojis that an earlier run has uploaded. `keep` finds out whether somebody has removed one."""
        self._show({name: uploaded.emoji_id for name, uploaded in (await self._store.every()).items() if name in FACES})

    async def recall_new(self) -> None:
        """Shows the emojis that another process has uploaded, also on messages that are there already."""
        before = self._renderer.faces
        await self.recall()
        if self._renderer.faces != before:
            await self._redraw()

    async def keep(self) -> None:
        """Uploads missing and changed emojis, trying again until all of them are there."""
        while not await self._try_upload():
            await self._sleep(WAIT_SECONDS)

    async def _try_upload(self) -> bool:
        """Uploads what is missing. Shape: returns whether nothing is missing now."""
        try:
            return await self._upload()
        except FAULTS as error:
            log.warning("not every emoji is uploaded: %s", outline(error))
            return False

    async def _upload(self) -> bool:
        """Uploads what is missing, except what Discord refuses. Shape: returns whether it refused nothing."""
        await self._limiter.turn(Urgency.HOUSEKEEPING)
        there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        known = await self._store.every()
        ids = _usable(there.values(), known)
        self._show(ids)
        uploaded, refused = 0, 0
        try:
            for name, face in FACES.items():
                picture, digest = await asyncio.to_thread(_picture, face)
                if name in ids and known[name].digest == digest:
                    continue
                if name in there:
                    ids.pop(name, None)
                    self._show(ids)  # Discord refuses a page with a deleted emoji
                    await self._limiter.turn(Urgency.HOUSEKEEPING)
                    await there[name].delete()
                await self._limiter.turn(Urgency.HOUSEKEEPING)
                try:
                    emoji = await self._client.create_application_emoji(name=name, image=picture)
                except discord.HTTPException as error:
                    if error.status != BAD_REQUEST or error.code == TOO_MANY_EMOJIS:
                        raise
                    log.warning("an emoji is refused: %s", outline(error))
                    refused += 1
                    continue
                await self._store.remember(Uploaded(name, emoji.id, digest))
                ids[name] = emoji.id
                uploaded, self._has_news = uploaded + 1, True
        finally:
            self._show(ids)
            if uploaded:
                log.info("%d emojis uploaded", uploaded)
            if self._has_news:
                await self._redraw()
                await self._store.tell_others()
                self._has_news = False
        return not refused

    def _show(self, ids: dict[str, int]) -> None:
        self._renderer.faces = Faces(dict(ids))


def _usable(there: Iterable[discord.Emoji], known: Mapping[str, Uploaded]) -> dict[str, int]:
    """The emojis that are there and known to show a face, by the face's name."""
    ids = {emoji.id for emoji in there}
    return {name: uploaded.emoji_id for name, uploaded in known.items() if name in FACES and uploaded.emoji_id in ids}


def _picture(face: Face) -> tuple[bytes, str]:
    picture = png(face)
    return picture, blake2s(picture).hexdigest()
