"""Gives tables the time back in which the bot was offline. Knows no match: a table's row is enough."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from bot.share import Share
from bot.store import Gap, GapStore
from bot.tables.table import Table
from bot.tables.timekeeping import QuietHours, give_time_back


class Credits:
    """The gaps that some stored tables have not been given back yet.

    A gap is stored once, and given back to a table whenever it's read, until its row contains the result.
    """

    def __init__(
        self,
        store: GapStore,
        *,
        now: Callable[[], int],
        reveal_ends: Callable[[], int],
        quiet: QuietHours,
    ) -> None:
        self._store = store
        self._now = now
        self._reveal_ends = reveal_ends
        self._quiet = quiet
        self._gaps: tuple[Gap, ...] = ()
        self._is_settled = asyncio.Event()
        self._is_settled.set()

    async def load(self) -> None:
        """Loads the gaps that the last run left. Call it at startup, before any match is read."""
        self._gaps = tuple(await self._store.every())

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Blocks `settled` inside the context, while the time offline isn't known yet."""
        self._is_settled.clear()
        try:
            yield
        finally:
            self._is_settled.set()

    async def settled(self) -> None:
        """Waits until it's known how long the bot was offline."""
        await self._is_settled.wait()

    async def add(self, seconds: Mapping[int, int], *, count: int, away: Mapping[int, int]) -> None:
        """Stores gaps that end now. Shape: as for the store."""
        self._gaps = (*self._gaps, *await self._store.add(seconds, self._now(), count=count, away=away))

    async def find_lost(self) -> bool:
        """Finds a gap whose commit was never confirmed. Shape: whether there is one."""
        found = await self._store.own_after(self.last)
        self._gaps = (*self._gaps, *found)
        return bool(found)

    def lacks(self, table: Table) -> bool:
        """Whether the table has to be given time back, or its result would stay up for too long."""
        is_behind = any(True for _ in self._lacking(table))
        return (is_behind or self._stands_too_long(table)) and table.is_open and not table.is_solo

    def _lacking(self, table: Table) -> Iterator[Gap]:
        """The gaps that this table hasn't been given back."""
        if self.last > table.credited:
            for gap in self._gaps:
                if gap.number > table.credited and gap.share.has(table.place.guild_id):
                    yield gap

    def give_back(self, table: Table) -> Table:
        """The table with its time given back, in the same version, since nothing else has changed."""
        if not self.lacks(table):
            return table
        given = table
        for gap in self._lacking(table):
            given = replace(give_time_back(given, gap.seconds, self._now(), self._quiet), credited=self.last)
        if given.hold and self._stands_too_long(given):
            given = replace(given, hold=replace(given.hold, until=self._reveal_ends()))
        return given

    def next_version(self, table: Table) -> Table:
        """The table's next version with its time given back, or the table itself if it lacks none."""
        given = self.give_back(table)
        return table if given is table else replace(given, version=table.version + 1)

    def _stands_too_long(self, table: Table) -> bool:
        """Whether its result would stay up longer than a new one: the clock was set back, or the setting reduced."""
        return table.hold is not None and table.hold.until > self._reveal_ends()

    async def note_done(self, last: int, among: Share) -> None:
        """Deletes the gaps up to this number, because every row on these shards has been given them back."""
        if last:
            dropped = await self._store.drop(last, among=among)
            is_done = among.is_everything
            self._gaps = tuple(g for g in self._gaps if g.number not in dropped and not (is_done and g.number <= last))

    @property
    def last(self) -> int:
        """The number of the latest gap; 0 if no table lacks time."""
        return self._gaps[-1].number if self._gaps else 0
