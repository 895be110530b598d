"""Services for what the bot posts unasked, and finds again if it was killed before it knew the message's id."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer
from bot.requests.limiter import Limiter, Urgency

log = logging.getLogger(__name__)

LOOKED_AT = 100
"""How many of a channel's latest messages to search for a post whose id is unknown: Discord lists as many at once."""


@dataclass(frozen=True, slots=True)
class Posts:
    """Services that pings, calls and digests share.

    Shape: `reaches` tells whether clicks can arrive from a server, by its id. Nothing is posted on others.
    """

    client: discord.Client
    preferences: Preferences
    renderer: PageRenderer
    limiter: Limiter
    clock: Callable[[], float]
    reaches: Callable[[int], bool] = lambda _: True

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """The channel, without asking Discord for it."""
        return self.client.get_partial_messageable(channel_id)

    async def latest(self, channel_id: int) -> list[discord.Message] | None:
        """A channel's latest messages, newest first. Shape: None if the bot may not read them."""
        await self.limiter.turn(Urgency.HOUSEKEEPING)
        try:
            return [message async for message in self.channel(channel_id).history(limit=LOOKED_AT)]
        except (discord.Forbidden, discord.NotFound):
            return None

    async def found(self, channel_id: int, is_it: Callable[[discord.Message], bool]) -> int | None:
        """The latest post of the bot's own that is the one sought, if it's among the channel's latest messages."""
        messages = await self.latest(channel_id) or ()
        return next((one.id for one in messages if one.author == self.client.user and is_it(one)), None)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Deletes a post, unless it's gone or out of reach."""
        await self.limiter.turn(Urgency.HOUSEKEEPING)
        try:
            await self.channel(channel_id).get_partial_message(message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            log.debug("message %d was already deleted", message_id)
