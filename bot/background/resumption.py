"""After a start, resumes every table where the last run left it, and redraws its messages. Knows no game."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from bot.background.backlog import Backlog
from bot.background.deadlines import Deadlines
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.boards import Boards
from bot.messages.panels import Panels
from bot.store import Store
from bot.tables.table import Table

log = logging.getLogger(__name__)

Keeper = Callable[[Match], None]
"""Keeps a match going: the computer players, the clocks or the pings."""


class Resumption:
    """Resumes tables one after the other, while clicks are already being answered."""

    def __init__(
        self,
        *,
        matches: Matches,
        store: Store,
        boards: Boards,
        panels: Panels,
        deadlines: Deadlines,
        keepers: Sequence[Keeper],
    ) -> None:
        self._matches = matches
        self._store = store
        self._boards = boards
        self._panels = panels
        self._deadlines = deadlines
        self._keepers = keepers
        self._backlog = Backlog()
        self._woken: list[tuple[int, int]] = []
        self._has_begun = False
        self._is_queued = asyncio.Event()

    async def begin(self) -> None:
        """Resumes the clocks and the panels that can still be reached. Call it after the login, before any click."""
        await self._deadlines.begin()
        self._woken = await self._panels.restore()

    async def catch_up(self) -> None:
        """Queues every table and panel once the gateway is open. Later calls, on reconnecting, do nothing."""
        if self._has_begun:
            return
        self._has_begun = True
        await self._deadlines.tick()  # gives back the time the login took, before anybody sees a clock
        tables = await self._store.tables_to_draw()
        still_open = sum(table.is_open for table in tables)
        log.info("tables: %d open, %d closed ones to draw", still_open, len(tables) - still_open)
        for table in tables:
            self._backlog.add(("resume", table.id), partial(self._restore, table))
        for match_id, user_id in self._woken:
            self._backlog.add(("panel", match_id, user_id), partial(self._wake, match_id, user_id))
        self._is_queued.set()

    async def caught_up(self) -> None:
        """Waits until every table has been resumed."""
        await self._is_queued.wait()
        await self._backlog.done()

    async def stop(self) -> None:
        """Stops resuming tables; the next start does the rest."""
        await self._backlog.stop()

    def redraw(self, tables: Iterable[Table]) -> None:
        """Queues a redraw of these tables' boards."""
        for table in tables:
            self._backlog.add(("board", table.id), partial(self._redraw, table.id))

    async def redraw_all(self) -> None:
        """Queues a redraw of every board, and of every panel that can be reached."""
        self.redraw(await self._store.tables_to_draw())
        for match_id, user_id in self._panels.reached:
            self._backlog.add(("panel", match_id, user_id), partial(self._redraw_panel, match_id, user_id))

    async def reschedule_pings(self, user_id: int) -> None:
        """Has every table of this player recompute when to ping them. Call it when they have changed their choice."""
        for table in await self._store.open_tables_of(user_id):
            await self._resume(table)

    async def _restore(self, table: Table) -> None:
        self._boards.restore(table)
        await self._resume(table)

    async def _wake(self, match_id: int, user_id: int) -> None:
        self._panels.wake(match_id, user_id)

    async def _redraw_panel(self, match_id: int, user_id: int) -> None:
        self._panels.redraw_one(match_id, user_id)

    async def _redraw(self, match_id: int) -> None:
        self._boards.redraw((await self._matches.get(match_id)).table)

    async def _resume(self, table: Table) -> None:
        """Resumes one table. If it cannot be read, the error is logged and the others go on."""
        try:
            match = await self._matches.get(table.id)
            for keeper in self._keepers:
                keeper(match)
        except Exception as error:  # noqa: BLE001 - an error concerns only this table
            log.error("table %d cannot be resumed: %s", table.id, outline(error))
