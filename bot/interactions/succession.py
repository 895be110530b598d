"""Hands over from one process to the next without losing a click: when to stand by, take over, hand over and stop.

Knows no command and no screen.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import Protocol

from bot.background.jobs import cancel_and_wait
from bot.background.leadership import Leadership
from bot.interactions.gate import Gate
from bot.logs import outline
from bot.store import FAULTS, Lease, LeaseRecords

log = logging.getLogger(__name__)

FINISH_SECONDS = 1.0
"""How long to wait for answers under way before the standby takes over, which holds back clicks meanwhile."""

LAST_ANSWERS_SECONDS = 3.0
"""How long to wait for answers under way in all; Discord waits no longer either."""

CANCEL_SECONDS = 1.0
"""How long to wait for answers that are cut off: a commit that has begun takes effect whole or not at all."""

TRIES = 5
"""How often to try to prepare: the previous process may still be writing, and SQLite refuses a second writer."""

PAUSE_SECONDS = 0.1
"""How long to wait between two tries."""

SUPERSEDED = "another process has taken over: start this one again to have it stand by"


class Actor(Protocol):
    """The bot, as far as it's needed here."""

    async def prepare(self) -> None:
        """Loads what the first click needs."""
        ...

    async def go_on(self) -> None:
        """Starts the background work."""
        ...

    async def close(self) -> None:
        """Ends the process."""
        ...


class Succession:
    """This process's gate and lease, from standby to exit."""

    def __init__(self, actor: Actor, lease: Lease, records: LeaseRecords) -> None:
        self.gate = Gate()
        self.failure = ""
        """Why the process has ended itself; "" if it hasn't."""
        self._actor = actor
        self._leadership = Leadership(lease, records)
        self._task: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Becomes active at once, or stands by while another process is. Raises: FAULTS; what `prepare` raises."""
        if await self._leadership.try_begin():
            await self._take_over()
            self._task = asyncio.create_task(self._watch())
        else:
            self._task = asyncio.create_task(self._stand_by())

    async def hand_over(self, answers: Collection[asyncio.Task[object]]) -> bool:
        """Lets a standby take over. Shape: whether one has; if not, this process goes on answering clicks.

        Call it once the background work has stopped.
        """
        await cancel_and_wait(self._task)
        if not self._leadership.is_ours:
            await _finish(answers, FINISH_SECONDS)
            return True
        self.gate.close()
        await _until_done(answers, FINISH_SECONDS)
        await self._leadership.give_up(self.gate.taken)
        if not await self._leadership.take_back():
            log.info("another process takes over")
            await _finish(answers, LAST_ANSWERS_SECONDS - FINISH_SECONDS)
            return True
        self.gate.reopen()
        await self.gate.let_in()
        return False

    async def end(self, answers: Collection[asyncio.Task[object]]) -> None:
        """Finishes the answers under way, and admits nothing more."""
        self.gate.close()
        await _finish(answers, LAST_ANSWERS_SECONDS)
        await self._leadership.give_up(self.gate.taken)

    async def _take_over(self, tries: int = 1) -> None:
        self.gate.take_over(self._leadership.taken_before)
        while True:
            tries -= 1
            try:
                await self._actor.prepare()
                break
            except FAULTS as error:
                if not tries:
                    raise
                log.info("the database is in use: %s", outline(error))
                await asyncio.sleep(PAUSE_SECONDS)
        self.gate.open(self._leadership.taken_before)
        await self._actor.go_on()

    async def _stand_by(self) -> None:
        try:
            await self._leadership.begin_after_others()
            await self._take_over(TRIES)
        except Exception as error:  # noqa: BLE001 - a process that can't act must not keep others from it
            self._fail(f"this process can't take over: {outline(error)}")
            return
        await self._watch()

    async def _watch(self) -> None:
        await self._leadership.keep(on_doubt=self.gate.doubt, on_sure=self.gate.reopen)
        if not self._leadership.is_ours:
            self._fail(SUPERSEDED)

    def _fail(self, why: str) -> None:
        self.failure = why
        self.gate.close()
        self._stopping = asyncio.ensure_future(self._actor.close())


async def _until_done(answers: Collection[asyncio.Task[object]], seconds: float) -> None:
    """Waits for these answers. Units: at most `seconds`."""
    if answers:
        await asyncio.wait(answers, timeout=seconds)


async def _finish(answers: Collection[asyncio.Task[object]], seconds: float) -> None:
    """Waits for these answers, and cancels those that take longer than `seconds`: the connection is closed next."""
    await _until_done(answers, seconds)
    if unfinished := [answer for answer in answers if not answer.done()]:
        log.warning("answers that are cut off because they take too long: %d", len(unfinished))
        for answer in unfinished:
            answer.cancel()
        await _until_done(unfinished, CANCEL_SECONDS)
