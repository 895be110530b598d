"""Random faults of the soak test: kills, restarts, lost connections, failing requests, a suspended process."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from time import time

import psutil

from localcord import Localcord
from localcord.entities import Message
from tests.end_to_end.child import Child
from tests.soak.log import Fault

PAUSE_SECONDS = 2.5
"""The mean time between two faults."""

WAITS_SECONDS = 8.0
"""How long a client waits for an answer; longer than Discord's 3 s, to tell slow answers from lost ones."""

STILL_SECONDS = 1.5
"""How long the process is suspended, which delays answers but must lose none."""

LIMIT_SECONDS = 1.0
"""How long Discord asks the bot to wait when it refuses a request."""

TWICE = 20
"""How many clicks and commands arrive twice, one after the other."""

REQUESTS = (("POST", "/callback"), ("PATCH", "/messages/"), ("POST", "/webhooks/"), ("POST", "/channels/"))


class Faults:
    """Causes faults, and records for how long each excuses lost clicks."""

    def __init__(self, discord: Localcord, child: Child, rng: Random) -> None:
        self._discord = discord
        self._child = child
        self._rng = rng
        self._plan = Random(rng.random())
        """Decides when which fault comes, so that this depends on the seed alone."""
        self._gaps: list[tuple[float, float]] = []
        self._open_since: float | None = None
        self.counts: Counter[str] = Counter()
        self.killed_helpers: list[Fault] = []
        self.is_up = asyncio.Event()
        """Set while the bot can be reached."""
        self.is_up.set()
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "kill -9": self._kill,
            "SIGTERM": self._restart,
            "gateway dropped, resumable": self._drop,
            "gateway dropped, session lost": self._drop_session,
            "events delivered twice": self._deliver_twice,
            "request failed": self._fail,
            "request refused for a second": self._limit,
            "connection reset": self._reset,
            "process suspended": self._stop_for_a_moment,
            "helper process killed": self._kill_helper,
            "board deleted": self._delete_board,
        }

    async def go_on(self) -> None:
        """Causes faults until cancelled; the last one is completed."""
        while True:
            await asyncio.sleep(self._plan.expovariate(1 / PAUSE_SECONDS))
            kind = self._plan.choice(list(self._kinds))
            self.counts[kind] += 1
            fault = asyncio.ensure_future(self._kinds[kind]())
            try:
                await asyncio.shield(fault)
            finally:
                await fault

    def excuse(self, created: float) -> bool:
        """Whether a click of this moment may have been lost: the bot was gone before it had to be answered."""
        gaps = [*self._gaps, (self._open_since, time())] if self._open_since else self._gaps
        return any(begun - WAITS_SECONDS <= created <= ended for begun, ended in gaps)

    @asynccontextmanager
    async def _gone(self) -> AsyncIterator[None]:
        """Wraps the time in which the bot can't be reached."""
        self._open_since = time()
        self.is_up.clear()
        yield
        self.is_up.set()
        self._gaps.append((self._open_since, time()))
        self._open_since = None

    async def _kill(self) -> None:
        async with self._gone():
            self._child.kill()
            await self._child.dead()
            assert await self._child.start()

    async def _restart(self) -> None:
        async with self._gone():
            code = await self._child.stop()
            assert code == 0, f"it ended with {code} when it was asked to stop"
            await self._discord.bot_disconnected()
            assert await self._child.start()

    async def _drop(self) -> None:
        await self._discord.drop_gateway()
        await self._discord.bot_connected()

    async def _drop_session(self) -> None:
        async with self._gone():
            await self._discord.drop_gateway(resumable=False)
            await self._discord.bot_connected()

    async def _fail(self) -> None:
        self._discord.fail_next(*self._rng.choice(REQUESTS), status=503, is_done=self._rng.random() < 0.5)

    async def _limit(self) -> None:
        self._discord.limit_next(*self._rng.choice(REQUESTS), seconds=LIMIT_SECONDS)

    async def _reset(self) -> None:
        self._discord.reset_next(*self._rng.choice(REQUESTS), is_done=self._rng.random() < 0.5)

    async def _deliver_twice(self) -> None:
        self._discord.gateway.repeat_next("INTERACTION_CREATE", times=TWICE)

    async def _stop_for_a_moment(self) -> None:
        self._child.send(signal.SIGSTOP)
        await asyncio.sleep(STILL_SECONDS)
        self._child.send(signal.SIGCONT)

    async def _kill_helper(self) -> None:
        children = psutil.Process(self._child.pid).children(recursive=True)
        helpers = [one for one in children if "resource_tracker" not in " ".join(one.cmdline())]  # Python's own
        if helpers:
            self.killed_helpers.append(Fault("helper process killed", time()))
            self._rng.choice(helpers).kill()

    async def _delete_board(self) -> None:
        boards = [message for message in self._discord.world.messages.values() if self._is_board(message)]
        if boards:
            self._discord.messages.delete(self._rng.choice(boards))

    def _is_board(self, message: Message) -> bool:
        return message.owner_id is None and message.author_id == self._discord.application_id
