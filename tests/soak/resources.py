"""Measures what the bot's process holds: memory, open files and sockets, threads, and processes of its own."""

import asyncio
from contextlib import suppress

import psutil

from tests.end_to_end.child import Child

LOOK_SECONDS = 1.0

MOST = {"MB of memory": 400, "files and sockets": 500, "threads": 40, "processes of its own": 12}
"""The bot's own process holds about 150 MB once it has drawn and searched a while. Each request to Discord that is
under way has its own connection, and on a busy machine several are for each table."""


class Watch:
    """Looks at the bot's process every second, also at the new one after a restart."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._helpers: dict[int, psutil.Process] = {}
        self.peak = dict.fromkeys(MOST, 0)
        """The most that was seen at any one time."""

    async def go_on(self) -> None:
        """Looks until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(psutil.Error):
                self._look()

    def _look(self) -> None:
        process = psutil.Process(self._child.pid)
        helpers = process.children(recursive=True)
        self._helpers.update((helper.pid, helper) for helper in helpers)
        now = process.memory_info().rss >> 20, process.num_fds(), process.num_threads(), len(helpers)
        self.peak = {what: max(most, seen) for (what, most), seen in zip(self.peak.items(), now, strict=True)}

    def leaks(self) -> list[str]:
        """A sentence for each limit that was exceeded and each process that outlived the bot. Call it after its end."""
        found = [f"the bot had {self.peak[what]} {what}, more than {most}" for what, most in MOST.items()
                 if self.peak[what] > most]  # fmt: skip
        _, alive = psutil.wait_procs([*self._helpers.values()], timeout=5)
        return found + [f"a process outlived the bot: {process.pid}" for process in alive]
