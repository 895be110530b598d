"""At startup, continues every table where the last run left it, and redraws its messages.

A match is replayed only when somebody clicks, its time is up, a computer player is to move, or its board is redrawn.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

from bot.background.deadlines import Deadlines
from bot.background.job_queue import JobQueue
from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.boards import Boards
from bot.messages.panels import Panels
from bot.tables.table import Table, may_await_computer

log = logging.getLogger(__name__)

MatchListener = Callable[[Match], None]
"""Keeps a match going: the computer players, the clocks or the pings."""


class StartupRecovery:
    """Redraws tables one after the other, while clicks are already being answered."""

    def __init__(
        self,
        *,
        matches: Matches,
        boards: Boards,
        panels: Panels,
        deadlines: Deadlines,
        keepers: Sequence[MatchListener],
        job_queue: JobQueue,
        waking: JobQueue,
    ) -> None:
        """Shape: `job_queue` redraws messages; `waking` has computer players go on."""
        self._matches = matches
        self._boards = boards
        self._panels = panels
        self._deadlines = deadlines
        self._keepers = keepers
        self._job_queue = job_queue
        self._waking = waking
        self._found: dict[int, int] | None = {}
        """When each table of the last run last changed, until all have been read."""
        self._latest = 0
        """The number of the last run's latest table. Later ones are posted by the command that opens them."""
        self._catching_up = asyncio.Lock()
        self._is_queued = asyncio.Event()

    async def begin(self) -> None:
        """Loads when the last run ended, and the panels that can still be edited. Call it before any click."""
        await self._deadlines.begin()
        await self._panels.restore()
        self._latest = await self._matches.store.latest_id()

    def found(self, tables: Iterable[Table]) -> None:
        """Notes tables whose rows have been read: at a start, or because their messages now show wrong times."""
        for table in tables:
            if may_await_computer(table):
                self._waking.add(("resume", table.id), partial(self._resume, table.id))
            if self._found is None:
                if not self._job_queue.holds(("restore", table.id)):
                    self._job_queue.add(("board", table.id), partial(self._redraw, table.id))
            elif table.id <= self._latest:
                self._found[table.id] = table.changed_at

    async def catch_up(self) -> None:
        """Queues every table once the gateway is open. Later calls, on reconnecting, do nothing."""
        async with self._catching_up:
            if self._found is None:
                return
            begun = monotonic()
            await self._deadlines.tick()  # gives back the time offline, and finds the tables
            found, self._found = self._found, None
            log.info("tables: %d to continue, read in %.1f seconds", len(found), monotonic() - begun)
            self._queue(found)
            self._is_queued.set()

    def _queue(self, found: dict[int, int]) -> None:
        """Queues messages to redraw: recently clicked ones first, then the most recently changed."""
        panels: defaultdict[int, list[int]] = defaultdict(list)
        for match_id, user_id in reversed(self._panels.reached):
            panels[match_id].append(user_id)
        for match_id, user_ids in panels.items():
            # Edits of panels don't count towards Discord's limit, so they need no turns of their own.
            chore = partial(self._restore_with_panels, match_id, user_ids, has_board=match_id in found)
            self._job_queue.add(("restore", match_id), chore)
        for match_id in sorted(found, key=found.__getitem__, reverse=True):
            self._job_queue.add(("restore", match_id), partial(self._restore, match_id))

    async def caught_up(self) -> None:
        """Waits until every table has been redrawn."""
        await self._is_queued.wait()
        await self._waking.done()
        await self._job_queue.done()

    async def stop(self) -> None:
        """Stops redrawing tables; the next start redraws the rest."""
        await self._waking.stop()
        await self._job_queue.stop()

    def redraw(self, tables: Iterable[Table]) -> None:
        """Queues a redraw of these tables' boards."""
        for table in tables:
            self._job_queue.add(("board", table.id), partial(self._redraw, table.id))

    async def redraw_all(self) -> None:
        """Queues a redraw of every board, and of every panel that can be reached."""
        for match_id in await self._matches.store.ids_to_draw():
            self._job_queue.add(("board", match_id), partial(self._redraw, match_id))
        for match_id, user_id in self._panels.reached:
            self._job_queue.add(("panel", match_id, user_id), partial(self._redraw_panel, match_id, user_id))

    async def reschedule_pings(self, user_id: int) -> None:
        """Has this process's tables of a player recompute when to ping them. Call it when their choice has changed."""
        for table in await self._matches.store.open_tables_of(user_id):
            if self._matches.store.share.has(table.place.guild_id):
                await self._resume(table.id)

    async def _restore(self, match_id: int) -> None:
        match = await self._resume(match_id)
        if match is not None:
            self._boards.restore(match.table)

    async def _restore_with_panels(self, match_id: int, user_ids: Sequence[int], *, has_board: bool) -> None:
        if has_board:
            await self._restore(match_id)
        for user_id in user_ids:
            self._panels.wake(match_id, user_id)

    async def _redraw_panel(self, match_id: int, user_id: int) -> None:
        self._panels.redraw_one(match_id, user_id)

    async def _redraw(self, match_id: int) -> None:
        with suppress(MatchOver):  # deleted since then
            self._boards.redraw((await self._matches.get(match_id)).table)

    async def _resume(self, match_id: int) -> Match | None:
        """Continues one table. If it can't be read, logs the error."""
        try:
            match = await self._matches.get(match_id)
            for keeper in self._keepers:
                keeper(match)
        except MatchOver:
            return None  # deleted since then
        except Exception as error:  # noqa: BLE001 - an error concerns only this table
            log.error("table %d cannot be resumed: %s", match_id, outline(error))
            return None
        return match
