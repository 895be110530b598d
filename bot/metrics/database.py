"""Measures database transactions, and probes the database for `/healthz` and `/metrics`."""

import time
from collections.abc import Callable, Mapping
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.metrics.counts import Metrics

OPEN_PHASES = ("lobby", "playing")


def measure_transactions(engine: AsyncEngine, metrics: Metrics) -> None:
    """Measures every transaction of this engine, from BEGIN to COMMIT or ROLLBACK."""
    begun: WeakKeyDictionary[Connection, float] = WeakKeyDictionary()  # a broken connection's own `info` would raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        begun[connection] = time.perf_counter()

    def end_as(name: str) -> Callable[[Connection], None]:
        observe = metrics.transactions.labels(name).observe

        def end(connection: Connection) -> None:
            began = begun.pop(connection, None)
            if began is not None:
                observe(time.perf_counter() - began)

        return end

    for name in ("commit", "rollback"):
        event.listen(engine.sync_engine, name, end_as(name))


class Probe:
    """Two cheap queries."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def schema(self) -> str:
        """The schema's version, read from the file or server. Raises: what the driver raises if there is none."""
        async with self._engine.connect() as db:
            return str((await db.execute(text("SELECT version_num FROM alembic_version"))).scalar_one())

    async def open_tables(self) -> Mapping[str, int]:
        """The number of open tables in each phase."""
        query = text("SELECT phase, count(*) FROM matches WHERE phase IN ('lobby', 'playing') GROUP BY phase")
        async with self._engine.connect() as db:
            found = {str(phase): int(number) for phase, number in await db.execute(query)}
        return {phase: found.get(phase, 0) for phase in OPEN_PHASES}
