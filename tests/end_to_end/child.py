"""The bot as a separate process, as operators run it, and blows that kill it."""

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Literal, get_args

from aiohttp import web

from localcord import Localcord
from localcord.api import Outage
from localcord.people import PATIENCE_SECONDS
from localcord.world import Event
from tests.end_to_end.fork_server import PROJECT, ForkedBot, ForkServer, surroundings

Moment = Literal["instead of a request", "instead of an answer", "after a request", "after a click"]
"""When a blow falls. The request "instead of" which it falls is lost; "after" is up to 20 ms: what a click takes."""

MOST: dict[Moment, int] = {
    "instead of a request": 60,
    "instead of an answer": 12,
    "after a request": 60,
    "after a click": 12,
}
"""A blow falls at one of this many first requests or clicks. A start makes about the first 15 requests."""

LOG_SHOWN = 4_000
"""How many characters of its log are shown of a bot that doesn't stop."""


def discord_for_children() -> Localcord:
    """A stand-in on real time, because its bot is a separate process. It waits even for a slow bot."""
    return Localcord(rate_limits=False, answer_seconds=PATIENCE_SECONDS)


class Child:
    """`python -m bot`, or a fork of the nursery's, which can be started again and again on one database.

    Shape: `settings` are environment variables beyond those that every child gets.
    """

    def __init__(
        self, discord: Localcord, folder: Path, fork_server: ForkServer | None = None, **settings: str
    ) -> None:
        self.database = folder / "finte.sqlite3"
        self._discord = discord
        self._nursery = fork_server
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | ForkedBot | None = None
        self._environment = surroundings() | {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "LOG_LEVEL": "DEBUG",
            "COMPUTER_SECONDS": "0",
            "REVEAL_SECONDS": "0",
            "BOARD_SECONDS": "0",
            "EMOJIS": "false",
            "PICTURE_PROCESSES": "0",
            **settings,
        }

    @property
    def log(self) -> str:
        """Everything that it has logged since its first start."""
        return self._log.read_text()

    async def has_logged(self, text: str) -> None:
        """Waits until its log has this text."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while text not in self.log:  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.02)

    async def start(self, *, sessions: int = 1) -> bool:
        """Starts it; returns whether it reached the gateway before it was killed.

        Shape: `sessions` counts those of other processes that are there already as well.
        """
        self._process = await self._begun()
        connected = asyncio.create_task(self._discord.bot_connected(sessions=sessions))
        died = asyncio.create_task(self._process.wait())
        await asyncio.wait({connected, died}, return_when=asyncio.FIRST_COMPLETED)
        if not died.done():
            died.cancel()
            connected.result()
            return True
        connected.cancel()
        assert self._process.returncode == -signal.SIGKILL, self.log
        return False

    async def stand_by(self) -> None:
        """Starts it while another process holds its lease, and waits until it stands by."""
        self._log.touch()
        self._process = await self._begun()
        await self.has_logged("standing by")

    async def start_in_vain(self) -> int:
        """Starts it though it can't run; returns its exit status."""
        self._process = await self._begun()
        return await self.ended()

    async def ended(self) -> int:
        """Waits until it has ended by itself; returns its exit status."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._process.wait()

    async def _begun(self) -> asyncio.subprocess.Process | ForkedBot:
        if self._nursery is not None:
            return await self._nursery.begin(self._environment, self._log)
        with self._log.open("a") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=PROJECT, env=self._environment, stderr=log
            )

    @property
    def pid(self) -> int:
        """Its process's number."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kills it with SIGKILL, so that it can't clean up."""
        self.send(signal.SIGKILL)

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it's dead."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def killed(self) -> None:
        """Kills it, and waits until it's dead."""
        self.kill()
        assert self._process is not None
        await self._process.wait()

    async def dead(self) -> None:
        """Waits until it's dead and Discord has noticed."""
        assert self._process is not None
        await self._process.wait()
        await self._discord.bot_disconnected()

    async def killed_and_started_again(self) -> None:
        """Kills it, and starts it again once Discord has noticed."""
        self.kill()
        await self.dead()
        assert await self.start()

    async def stop(self) -> int:
        """Stops it with SIGTERM; returns its exit status. Raises: AssertionError with its log if it doesn't end."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        try:
            return await self.ended()
        except TimeoutError:
            await self.killed()
            raise AssertionError(f"it doesn't stop; its log ends with {self.log[-LOG_SHOWN:]}") from None


class KillPoint(Outage):
    """One SIGKILL at a random moment: at one of the bot's next requests, or after one of the next clicks."""

    def __init__(self, rng: Random, kill: Callable[[], None]) -> None:
        super().__init__(method="", path_part="", status=500, is_done=False)
        self._moment: Moment = rng.choice(get_args(Moment))
        self._left = rng.randint(1, MOST[self._moment])
        self._seconds = rng.uniform(0, 0.02)
        self._kill = kill
        self._is_stayed = False
        self.has_fallen = False

    @contextmanager
    def stayed(self) -> Iterator[None]:
        """Holds the blow back, and counts nothing meanwhile."""
        self._is_stayed = True
        yield
        self._is_stayed = False

    def hits(self, request: web.Request) -> bool:
        """Called before each request is carried out; returns whether it's lost with the bot."""
        is_answer = request.path.endswith("/callback")
        match self._moment:
            case "after a click":
                return False
            case "instead of an answer" if not is_answer:
                return False
        if not self._counts_down():
            return False
        if self._moment == "after a request":
            asyncio.get_running_loop().call_later(self._seconds, self._fall)
            return False
        self._fall()
        return True

    def heard(self, event: Event) -> None:
        """Called for everything that happens on Discord, including clicks."""
        if event.name == "INTERACTION_CREATE" and self._moment == "after a click" and self._counts_down():
            asyncio.get_running_loop().call_later(self._seconds, self._fall)

    def _counts_down(self) -> bool:
        if self._is_stayed or self.has_fallen:
            return False
        self._left -= 1
        return self._left <= 0

    def _fall(self) -> None:
        if not self._is_stayed and not self.has_fallen:
            self.has_fallen = True
            self._kill()
