"""Keeps an answer up to date while something is being made, for as long as Discord lets it be edited.

Knows nothing of what a page shows.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.interactions.deferred_attachments import edit_answer
from bot.logs import outline
from bot.messages.renderer import PageRenderer
from bot.messages.sending import TOKEN_SECONDS, OnPosted, Posted
from bot.pages.page import Page
from games.core import PlayerError

log = logging.getLogger(__name__)

PAUSE_SECONDS = 4.0
"""How often an answer is looked after."""

MOST_FOLLOWED = 200
"""Answers kept up to date at a time. Beyond that, the oldest stay as they are."""

Draw = Callable[[], Awaitable[tuple[Page, bool]]]
"""Makes the page as it should be now, and tells whether it will still change."""


class LiveAnswer:
    """Edits answers every few seconds until nothing changes any more, or they show something else."""

    def __init__(self, renderer: PageRenderer, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._renderer = renderer
        self._sleep = sleep
        self._tasks: dict[int, asyncio.Task[None]] = {}  # by message, oldest first

    def let_go(self, interaction: discord.Interaction) -> None:
        """Leaves the message that was clicked as it is. Call it before the click is answered."""
        if interaction.message is not None:
            self._drop(interaction.message.id)

    def follow(self, interaction: discord.Interaction, page: Page, draw: Draw) -> OnPosted:
        """What to do when this page has been posted, so that it changes by itself."""

        async def on_posted(posted: Posted) -> None:
            self._drop(posted.message_id)
            task = asyncio.create_task(self._keep(interaction, posted, page, draw))
            self._tasks[posted.message_id] = task
            task.add_done_callback(lambda done: self._forget(posted.message_id, done))
            if len(self._tasks) > MOST_FOLLOWED:
                self._drop(next(iter(self._tasks)))

        return on_posted

    async def _keep(self, interaction: discord.Interaction, posted: Posted, shown: Page, draw: Draw) -> None:
        for _ in range(int(TOKEN_SECONDS / PAUSE_SECONDS)):
            await self._sleep(PAUSE_SECONDS)
            try:
                page, goes_on = await draw()
                if page != shown:
                    await self._edit(interaction, posted, page)
                    shown = page
            except PlayerError:
                return  # its person, or the match, is gone
            except Exception as error:  # noqa: BLE001 - the same page comes when its reader asks again
                log.info("an answer is no longer kept up to date: %s", outline(error))
                return
            if not goes_on:
                return

    async def _edit(self, interaction: discord.Interaction, posted: Posted, page: Page) -> None:
        await self._renderer.put(
            lambda: self._renderer.whole(page), lambda ready: edit_answer(interaction, posted, ready)
        )

    def _drop(self, message_id: int) -> None:
        if task := self._tasks.pop(message_id, None):
            task.cancel()

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message_id) is task:
            del self._tasks[message_id]
