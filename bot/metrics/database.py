"""Measures database transactions. Knows no table."""

import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.metrics.counts import Metrics


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
