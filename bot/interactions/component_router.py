"""Finds the handler for a click.

A component is nothing but its custom_id, which says what to do. Nothing is kept in memory, so a button works on any
message and after any restart. Every component interaction passes through `ComponentRouter.clicked`, even forged and
forgotten ones. discord.py's own dispatch of views is not used: it drops what it does not know without an answer.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import discord

from bot.interactions.replies import Reply, reply
from bot.interactions.text_modal import typed_in
from bot.messages.sending import custom_id_of, payload_of
from bot.pages.custom_id import CustomId
from bot.words import phrase
from games.core import MalformedAction

UNKNOWN_BUTTON = phrase("This button no longer works. Type /table to get your table back.")


@dataclass(frozen=True, slots=True)
class Click:
    """Somebody's click.

    Shape: `chosen` is the value chosen in a select, "" for a button. `typed` is the text of a window, None for others.
    """

    interaction: discord.Interaction
    id: CustomId
    chosen: str
    typed: str | None = None


Handler = Callable[[Click], Awaitable[Reply]]

Answering = Callable[[int, int], AbstractContextManager[None]]
"""Makes the context in which a click is answered, from match id (0 for no match) and user id."""


class ComponentRouter:
    """Maps each verb of a custom_id to its handler."""

    def __init__(self, answering: Answering) -> None:
        """Shape: `answering` wraps every answer to a click at a table."""
        self._answering = answering
        self._handlers: dict[str, Handler] = {}

    def on(self, verb: str, handler: Handler) -> None:
        """Registers the handler for every click with this verb."""
        self._handlers[verb] = handler

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Answers a component interaction, or a window that was sent off; also what the bot has never asked for."""
        custom_id = custom_id_of(interaction)
        with self._answering(custom_id.match_id if custom_id else 0, interaction.user.id):
            await reply(interaction, self._answer(interaction, custom_id))

    async def _answer(self, interaction: discord.Interaction, custom_id: CustomId | None) -> Reply:
        handler = self._handlers.get(custom_id.verb) if custom_id else None
        if custom_id is None or handler is None:
            raise MalformedAction(UNKNOWN_BUTTON)
        values = payload_of(interaction).get("values")
        chosen = str(values[0]) if isinstance(values, list) and values else ""
        return await handler(Click(interaction, custom_id, chosen, typed_in(interaction)))
