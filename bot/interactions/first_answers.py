"""Acknowledges interactions, and accepts that Discord may already have a first answer. Knows no page."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace

import discord

from bot.interactions.outcomes import sent_at
from bot.interactions.reception import Reception
from bot.interactions.turns import Ticket
from bot.requests.error_codes import ALREADY_ACKNOWLEDGED, INVALID_WEBHOOK_TOKEN, UNKNOWN_MESSAGE

log = logging.getLogger(__name__)


async def defer(interaction: discord.Interaction) -> None:
    """Acknowledges an interaction, so that it can be answered within 15 minutes.

    A click is acknowledged silently; a command, or a click on a message that is gone, shows "thinking".
    """
    if interaction.type is discord.InteractionType.component:
        with (
            suppress(MessageGone),
            accept_duplicate(interaction, discord.InteractionResponseType.deferred_message_update),
        ):
            await interaction.response.defer()
    if not interaction.response.is_done():
        with accept_duplicate(interaction, discord.InteractionResponseType.deferred_channel_message):
            await interaction.response.defer(ephemeral=True, thinking=True)


@asynccontextmanager
async def acknowledged_in_time(
    interaction: discord.Interaction, ticket: Ticket, reception: Reception
) -> AsyncIterator[None]:
    """Wraps the work on an answer. If it takes too long, the interaction is acknowledged meanwhile, which comes first.

    Raises: what `defer` raises, unless the work has raised something else.
    """
    begun: list[asyncio.Task[None]] = []
    own = replace(ticket)

    def begin() -> None:
        begun.append(asyncio.create_task(reception.turns.pace(own, _acknowledge(interaction, reception))))

    timer = asyncio.get_running_loop().call_later(reception.seconds_left(sent_at(interaction), ticket.server), begin)
    ticket.is_work = True
    try:
        yield
    finally:
        ticket.is_work = False
        timer.cancel()
        if begun:
            await asyncio.wait(begun)
        failures = [acknowledging.exception() for acknowledging in begun]  # asyncio logs those that nobody looks at
    for failure in filter(None, failures):
        raise failure


async def _acknowledge(interaction: discord.Interaction, reception: Reception) -> None:
    if not interaction.response.is_done():  # a claimed click is acknowledged already
        with reception.acknowledging():
            await defer(interaction)


def break_cycle(interaction: discord.Interaction) -> None:
    """Lets Python free an answered interaction at once. Afterwards its `response` can't send anything.

    The two refer to each other, so only the garbage collector would free them, and the bot would stop for that.
    """
    interaction.response._parent = discord.utils.MISSING  # noqa: SLF001 - discord.py never breaks this cycle


def is_gone(error: Exception) -> bool:
    """Whether Discord no longer accepts this answer: it came too late, or the message is gone."""
    is_dead = isinstance(error, discord.HTTPException) and error.code == INVALID_WEBHOOK_TOKEN
    return is_dead or isinstance(error, discord.NotFound)


class MessageGone(Exception):
    """The message that was clicked no longer exists."""


@contextmanager
def accept_duplicate(interaction: discord.Interaction, kind: discord.InteractionResponseType) -> Iterator[None]:
    """Wraps the sending of a first answer. Ignores Discord saying that it already has one. Raises: MessageGone."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE:
            raise MessageGone from error
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        log.info("Discord already has an answer that seemed to have failed")
        interaction.response._response_type = kind  # noqa: SLF001 - discord.py sets it only without an error
