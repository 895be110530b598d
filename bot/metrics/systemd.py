"""Tells systemd that the bot has started, is alive and is stopping, over the socket `NOTIFY_SOCKET` (sd_notify(3))."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping

log = logging.getLogger(__name__)

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


class Systemd:
    """The service manager that has started this process, if any."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Shape: `environment` is that of the process."""
        self._address = environment.get("NOTIFY_SOCKET", "")
        seconds = environment.get("WATCHDOG_USEC", "")
        self.watchdog_seconds = int(seconds) / 1e6 if seconds.isdecimal() else 0.0
        """systemd restarts a process that is silent for this long; 0 without a watchdog."""

    def tell(self, state: str) -> None:
        """Sends a state. Without systemd, does nothing; if it can't be reached, logs a warning."""
        if not self._address:
            return
        name = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address  # Linux's abstract names
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto(state.encode(), name)
        except OSError as error:
            log.warning("systemd can't be told %s: %s", state, error.strerror)

    async def feed(
        self,
        trouble: Callable[[], Awaitable[str]],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Feeds the watchdog four times per period while nothing is wrong; returns at once without a watchdog.

        Shape: `trouble` says what is wrong, or "".
        """
        if not self._address or not self.watchdog_seconds:
            return
        while True:
            if reason := await trouble():
                log.error("systemd's watchdog isn't fed: database: %s", reason)
            else:
                self.tell(ALIVE)
            await sleep(self.watchdog_seconds / 4)
