"""Measures what the bot's process holds: memory, open files and sockets, threads, and processes of its own."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

import psutil

from tests.end_to_end.child import Child

LOOK_SECONDS = 1.0

MOST_MEMORY_MB = 400
"""Of the bot's own process. It holds about 150 MB once it has drawn and searched a while."""

MOST_FILES = 500
"""Files, sockets and pipes at the same time. Each request to Discord that is under way has its own connection, and on a
busy machine several are for each table. Systems usually allow 1,024."""

MOST_THREADS = 40
MOST_HELPERS = 12


@dataclass
class Peak:
    """The most that was seen at any one time."""

    memory_mb: int = 0
    files: int = 0
    threads: int = 0
    helpers: int = 0


class Watch:
    """Looks at the bot's process every second, also at the new one after a restart."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._helpers: dict[int, psutil.Process] = {}
        self.peak = Peak()

    async def go_on(self) -> None:
        """Looks until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(psutil.Error):
                self._look()

    def _look(self) -> None:
        process, peak = psutil.Process(self._child.pid), self.peak
        helpers = process.children(recursive=True)
        self._helpers.update((helper.pid, helper) for helper in helpers)
        peak.memory_mb = max(peak.memory_mb, process.memory_info().rss >> 20)
        peak.files = max(peak.files, process.num_fds())
        peak.threads = max(peak.threads, process.num_threads())
        peak.helpers = max(peak.helpers, len(helpers))

    def leaks(self) -> list[str]:
        """A sentence for each limit that was exceeded and each process that outlived the bot. Call it after its end."""
        peak = self.peak
        measured = (
            ("MB of memory", peak.memory_mb, MOST_MEMORY_MB),
            ("files and sockets", peak.files, MOST_FILES),
            ("threads", peak.threads, MOST_THREADS),
            ("processes of its own", peak.helpers, MOST_HELPERS),
        )
        found = [f"the bot had {most} {what}, more than {bound}" for what, most, bound in measured if most > bound]
        _, alive = psutil.wait_procs([*self._helpers.values()], timeout=5)
        return found + [f"a process outlived the bot: {process.pid}" for process in alive]
