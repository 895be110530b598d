"""Shows pictures that were not ready when a click was answered, on pages that nothing else draws again.

Knows nothing of what a page shows.
"""

import logging
from collections import OrderedDict

import discord

from bot.logs import outline
from bot.messages import sending
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.messages.sending import OnPosted, Posted
from bot.pages.page import Page

log = logging.getLogger(__name__)

MOST_WAITING = 500
"""Pages whose pictures are still being drawn. Beyond that, the oldest stay in words."""


class DeferredAttachments:
    """Edits answers once their pictures are drawn, unless they show another page by then."""

    def __init__(self, renderer: PageRenderer) -> None:
        self._renderer = renderer
        self._waiting: OrderedDict[int, Page] = OrderedDict()  # by message

    def let_go(self, message_id: int) -> None:
        """Gives up the pictures of the page that this message shows. Call it before it shows another."""
        self._waiting.pop(message_id, None)

    def follow(self, interaction: discord.Interaction, page: Page) -> OnPosted:
        """What to do when this page has been posted."""

        async def on_posted(posted: Posted) -> None:
            if not posted.is_whole:
                await self._complete(interaction, posted, page)

        return on_posted

    async def _complete(self, interaction: discord.Interaction, posted: Posted, page: Page) -> None:
        self._waiting[posted.message_id] = page
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)
        ready = await self._renderer.whole(page)
        if self._waiting.get(posted.message_id) is not page:
            return
        del self._waiting[posted.message_id]
        if ready.is_whole:
            try:
                await edit_answer(interaction, posted, ready)
            except discord.HTTPException as error:  # the same is there in words
                log.info("a page stays without its picture: %s", outline(error))


async def edit_answer(interaction: discord.Interaction, posted: Posted, ready: ReadyPage) -> None:
    """Puts another page into the message with which an interaction was answered."""
    await sending.edit_by_token(interaction.client, posted.token, posted.handle, ready)
