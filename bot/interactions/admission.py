"""Which interactions this process answers: each once, while it certainly holds the lease, and none once it ends."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import cast

import discord

from bot.background.lease_holder import LeaseHolder
from bot.errors import Busy
from bot.interactions.outcomes import kind_of, sent_at
from bot.interactions.replies import Client, Reply, reply

log = logging.getLogger(__name__)

HELD_BACK_SECONDS = 2.5
"""How long an interaction waits for a lease in doubt. Discord gives up after 3 seconds."""

REMEMBERED_SECONDS = 30.0
"""How long an admitted interaction is remembered: longer than a second delivery takes."""

LAST_ANSWERS_SECONDS = 3.0
"""How long the end waits for answers under way; Discord waits no longer either."""

CANCEL_SECONDS = 1.0
"""How long it waits for answers that are cut off: a commit that has begun takes effect whole or not at all."""

AUTOCOMPLETE = discord.InteractionType.autocomplete


class Admission:
    """What every interaction passes first."""

    def __init__(self, lease_holder: LeaseHolder, clock: Callable[[], float] = time.monotonic) -> None:
        self._lease_holder, self._clock = lease_holder, clock
        self._taken: OrderedDict[int, float] = OrderedDict()
        self._answers: set[asyncio.Task[object]] = set()
        self._is_closed = False

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether this process answers the interaction. Raises: nothing."""
        client = cast("Client", interaction.client)
        client.reception.arrived(sent_at(interaction))
        if self._is_closed or self._is_taken(interaction):
            if interaction.type is not AUTOCOMPLETE:
                client.metrics.count(kind_of(interaction), "left")
            return False
        if task := asyncio.current_task():
            self.track(task)
        if await self._lease_holder.is_sure_within(HELD_BACK_SECONDS):
            return True
        if interaction.type is not AUTOCOMPLETE and not self._is_closed:  # a choice has no room for a sentence
            await reply(interaction, _busy())
        return False

    def track(self, task: asyncio.Task[object]) -> None:
        """Has the end wait for this task, which answers an interaction."""
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    def close(self) -> None:
        """Admits nothing more: another process may answer it."""
        self._is_closed = True

    async def finish(self) -> None:
        """Admits nothing more, and waits for the answers under way. The slow ones are cut off."""
        self.close()
        await self._until_done(LAST_ANSWERS_SECONDS)
        if self._answers:
            log.warning("answers that are cut off because they take too long: %d", len(self._answers))
            for answer in self._answers:
                answer.cancel()
            await self._until_done(CANCEL_SECONDS)

    async def _until_done(self, seconds: float) -> None:
        if self._answers:
            await asyncio.wait(self._answers, timeout=seconds)

    def _is_taken(self, interaction: discord.Interaction) -> bool:
        """Whether it has been delivered before. If not, it's remembered."""
        now = self._clock()
        while self._taken and next(iter(self._taken.values())) < now - REMEMBERED_SECONDS:
            self._taken.popitem(last=False)
        if interaction.id in self._taken:
            log.warning("Discord has delivered an interaction twice: the second is dropped")
            return True
        self._taken[interaction.id] = now
        return False


async def _busy() -> Reply:
    raise Busy
