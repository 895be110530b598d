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

import aiohttp
import discord

from bot.errors import Busy
from bot.interactions.outcomes import kind_of, sent_at
from bot.interactions.replies import Client, Reply, reply
from bot.logs import outline

log = logging.getLogger(__name__)

HELD_BACK_SECONDS = 2.5
"""How long an interaction waits for this process to become active. Discord gives up after 3 seconds."""

REMEMBERED_SECONDS = 30.0
"""How long an admitted interaction is remembered: longer than a standby holds it back, or a second delivery takes."""

Mode = Literal["standing by", "open", "in doubt", "closed"]

CLAIM_FAULTS = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What claiming a click raises if Discord refuses it, or the network fails."""

SERVER_ERROR = 500
"""Refusals have lower status codes."""

COMPONENT, AUTOCOMPLETE = discord.InteractionType.component, discord.InteractionType.autocomplete


class Gate:
    """What every interaction passes first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._mode: Mode = "standing by"
        self._opened = asyncio.Event()
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()
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

    def take_over(self, taken_before: frozenset[int] | None) -> None:
        """Holds everything back until `open`, as `doubt` does: from now on, no other process answers.

        Shape: `taken_before` as for `open`.
        """
        self._taken_before = taken_before
        self.doubt()

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

    async def let_in(self) -> None:
        """Waits until everything that is held back has been admitted. Call it while the gate is open."""
        await self._nobody_waits.wait()

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether this process answers the interaction; waits until that's known. Raises: nothing."""
        came = self._clock()
        cast("Client", interaction.client).reception.arrived(sent_at(interaction))  # before it's held back
        if not self.is_open and not await self._opens():
            if self._mode != "in doubt" or self._is_taken(interaction):
                return _leave(interaction)
            _track(interaction)
            await _say_busy(interaction)
            return False
        if self._is_taken(interaction):
            return _leave(interaction)
        self._forget_old()
        self._taken[interaction.id] = self._clock()
        _track(interaction)  # now: before its turn comes, a shutdown may begin
        return self._taken_before is not None or came >= self._opened_at or await self._claims(interaction)

    def _is_taken(self, interaction: discord.Interaction) -> bool:
        """Whether it has been admitted already, by this process or by the previous one."""
        if interaction.id in self._taken:
            log.warning("Discord has delivered an interaction twice: the second is dropped")
            return True
        return interaction.id in (self._taken_before or ())

    async def _opens(self) -> bool:
        self.waiting += 1
        self._nobody_waits.clear()
        try:
            async with asyncio.timeout(HELD_BACK_SECONDS):
                while not self.is_open:  # it may have been closed again at once
                    await self._opened.wait()
        except TimeoutError:
            return self.is_open
        finally:
            self.waiting -= 1
            if not self.waiting:
                self._nobody_waits.set()
        return True

    async def _claims(self, interaction: discord.Interaction) -> bool:
        """Whether this process may answer an interaction that a killed process may already have handled.

        A stored move is refused the second time, but a command could take effect twice, so it isn't repeated.
        """
        if interaction.type is AUTOCOMPLETE:
            return True
        if interaction.type is not COMPONENT:
            await _say_busy(interaction)
            return False
        try:
            await interaction.response.defer()
        except CLAIM_FAULTS as error:
            if isinstance(error, discord.HTTPException) and error.status < SERVER_ERROR:
                return _leave(interaction)  # it has been answered already, or is too old
            log.warning("a click that was held back can't be claimed: %s", outline(error))
            await _say_busy(interaction)
            return False
        return True

    def _change(self, mode: Mode) -> None:
        self._mode = mode
        self._opened.clear()

    def _forget_old(self) -> None:
        oldest = self._clock() - REMEMBERED_SECONDS
        while self._taken and next(iter(self._taken.values())) < oldest:
            self._taken.popitem(last=False)


def _leave(interaction: discord.Interaction) -> Literal[False]:
    """Leaves an interaction to the process that answers it, or has answered it."""
    if interaction.type is not AUTOCOMPLETE:
        cast("Client", interaction.client).metrics.count(kind_of(interaction), "left")
    return False


def _track(interaction: discord.Interaction) -> None:
    """Has a shutdown wait for what this task answers."""
    if task := asyncio.current_task():
        cast("Client", interaction.client).track_answer(task)


async def _say_busy(interaction: discord.Interaction) -> None:
    if interaction.type is not AUTOCOMPLETE:  # that has no room for a sentence
        await reply(interaction, _busy())


async def _busy() -> Reply:
    raise Busy
