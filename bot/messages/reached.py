"""A panel that the bot can reach: its token, which one is on disk, and how to edit and delete it."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.logs import outline
from bot.messages import sending
from bot.messages.posted import EDIT_SECONDS, webhook
from bot.messages.studio import ReadyPage
from bot.store import PanelToken

log = logging.getLogger(__name__)

KEPT_SECONDS = 60
"""How much older the token on disk may be than the newest one. This saves a transaction for most clicks."""


@dataclass(slots=True)
class Reached:
    """A panel that can be edited. Shape: `chosen` is what to show, and at which decision.

    `click` is the number of the click whose token this is; 0 if an earlier run has answered it.
    """

    token: PanelToken
    on_disk: PanelToken | None = None
    chosen: tuple[int | None, str] = (None, "")
    click: int = 0


def is_good_enough(kept: PanelToken, token: PanelToken) -> bool:
    """Whether the token on disk is as good after a restart: it is for the same panel, and not much older."""
    is_same_panel = (kept.message_id, kept.language) == (token.message_id, token.language)
    return is_same_panel and token.clicked_at < kept.clicked_at + KEPT_SECONDS


async def edit_panel(client: discord.Client, panel: PanelToken, ready: ReadyPage) -> bool:
    """Puts this page on the panel. Shape: whether it's whole. Raises: discord.HTTPException, TimeoutError."""
    async with asyncio.timeout(EDIT_SECONDS):
        await sending.edit_by_token(client, panel.token, panel.handle, ready)
    return ready.is_whole


async def delete_panel(client: discord.Client, panel: PanelToken) -> None:
    """Deletes an older panel, so that a player has only one."""
    handle = cast("Any", panel.handle)  # discord.py's types know only numbers here
    try:
        async with asyncio.timeout(EDIT_SECONDS):
            await webhook(client, panel.token).delete_message(handle)
    except (discord.HTTPException, TimeoutError) as error:
        log.debug("table %d: an old panel stays: %s", panel.match_id, outline(error))
