"""Admits interactions only while this process holds the lease, and holds them back for a moment if it may get it soon.

Discord delivers each interaction to every process that is connected for its server, and accepts only the first answer.
Knows no lease.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, cast

import discord

from bot.errors import Busy
from bot.interactions.outcomes import sent_at
from bot.interactions.replies import Client, Reply, reply

log = logging.getLogger(__name__)

HELD_BACK_SECONDS = 2.5
"""How long an interaction waits for this process to become active. Discord gives up after 3 seconds."""

REMEMBERED_SECONDS = 30.0
"""How long an admitted interaction is remembered: longer than a standby holds it back, or a second delivery takes."""

Mode = Literal["standing by", "open", "in doubt", "closed"]

COMPONENT, AUTOCOMPLETE = discord.InteractionType.component, discord.InteractionType.autocomplete


class Gate:
    """What every interaction passes first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._mode: Mode = "standing by"
        self._opened = asyncio.Event()
        self._opened_at = 0.0
        self._taken: OrderedDict[int, float] = OrderedDict()
        self._taken_before: frozenset[int] | None = frozenset()
        self.waiting = 0
        """How many interactions are held back."""

    @property
    def is_open(self) -> bool:
        """Whether this process is active."""
        return self._mode == "open"

    @property
    def taken(self) -> tuple[int, ...]:
        """The ids of recently admitted interactions, oldest first."""
        self._forget_old()
        return tuple(self._taken)

    def open(self, taken_before: frozenset[int] | None) -> None:
        """Admits what is held back and what arrives, except interactions that another process has admitted.

        Shape: `taken_before` has their ids. With None they're unknown: each click that is held back is acknowledged
        first, which Discord refuses if it was answered.
        """
        self._taken_before = taken_before
        self._opened_at = self._clock()
        self.reopen()

    def reopen(self) -> None:
        """Admits what is held back and what arrives, after no other process has been active."""
        self._mode = "open"
        self._opened.set()

    def doubt(self) -> None:
        """Holds everything back. After `HELD_BACK_SECONDS`, people are told that the bot is busy."""
        self._change("in doubt")

    def close(self) -> None:
        """Admits nothing more: another process may answer it."""
        self._change("closed")

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether this process answers the interaction; waits until that's known."""
        came = self._clock()
        cast("Client", interaction.client).reception.arrived(sent_at(interaction))  # before it's held back
        if not self.is_open and not await self._opens():
            if self._mode == "in doubt" and interaction.type is not AUTOCOMPLETE:
                await reply(interaction, _busy())
            return False
        if interaction.id in self._taken:
            log.warning("Discord has delivered an interaction twice: the second is dropped")
            return False
        if interaction.id in (self._taken_before or ()):
            return False
        if self._taken_before is None and came < self._opened_at and not await self._claims(interaction):
            return False
        self._forget_old()
        self._taken[interaction.id] = self._clock()
        return True

    async def _opens(self) -> bool:
        self.waiting += 1
        try:
            async with asyncio.timeout(HELD_BACK_SECONDS):
                await self._opened.wait()
        except TimeoutError:
            return self.is_open
        finally:
            self.waiting -= 1
        return True

    async def _claims(self, interaction: discord.Interaction) -> bool:
        """Whether this process may answer an interaction that a killed process may already have handled.

        A stored move is refused the second time, but a command could take effect twice, so it isn't repeated.
        """
        if interaction.type is AUTOCOMPLETE:
            return True
        if interaction.type is not COMPONENT:
            await reply(interaction, _busy())
            return False
        try:
            await interaction.response.defer()
        except discord.HTTPException:
            log.info("a click that was held back has been answered already, or is too old")
            return False
        return True

    def _change(self, mode: Mode) -> None:
        self._mode = mode
        self._opened.clear()

    def _forget_old(self) -> None:
        oldest = self._clock() - REMEMBERED_SECONDS
        while self._taken and next(iter(self._taken.values())) < oldest:
            self._taken.popitem(last=False)


async def _busy() -> Reply:
    raise Busy
