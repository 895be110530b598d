"""Judges whether the bot works: clicks are answered, the database responds, and the gateway isn't silent."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping

from bot.logs import outline

PROBE_EVERY_SECONDS = 5
"""The shortest time between two probes of the database, however often `/healthz` is requested."""

PROBE_WITHIN_SECONDS = 3
"""How long one request waits for the database. A move can occupy SQLite's only connection that long."""

DATABASE_SILENT_SECONDS = 20
"""The database counts as gone once it hasn't responded for this long."""

GATEWAY_SILENT_SECONDS = 120
"""Discord acknowledges a heartbeat every 41 s, and discord.py gives up a silent connection after 60."""

LEAST_WRONG = 5
"""Fewer wrong answers than this in two minutes aren't reported."""

MOST_WRONG_SHARE = 0.5
"""Above this share of wrong answers, the bot is unhealthy."""


class Health:
    """What is wrong with the bot now, if anything.

    Shape: `probe` reads from the database; `lately` counts the latest answers and the wrong ones among them; `silence`
    is how long the gateway hasn't been heard. Units: seconds.
    """

    def __init__(
        self,
        probe: Callable[[], Awaitable[object]],
        lately: Callable[[], tuple[int, int]],
        silence: Callable[[], float],
        *,
        waits: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.waits = waits  # for the end of another process, which is healthy whatever the database is like
        self._probe, self._lately, self._silence, self._clock = probe, lately, silence, clock
        self._asking: asyncio.Task[object] | None = None
        self._asked_at = -float(PROBE_EVERY_SECONDS)
        self._answered_at = clock()
        self._error = ""

    async def reasons(self) -> Mapping[str, str]:
        """What is wrong, by the part concerned: "clicks", "database" or "gateway". Shape: empty if all is well."""
        wrong = {"database": await self.database(), "clicks": self._clicks(), "gateway": self._gateway()}
        return {part: reason for part, reason in wrong.items() if reason}

    async def database(self) -> str:
        """Why the database can't be used, or "" if it can. Probes it at intervals, and never waits long for it."""
        if self.waits():
            return ""
        if self._asking is None and self._clock() - self._asked_at >= PROBE_EVERY_SECONDS:
            self._asked_at = self._clock()
            self._asking = asyncio.ensure_future(self._probe())
        if self._asking is not None:  # never cancelled: that would close SQLite's only connection
            await asyncio.wait({self._asking}, timeout=PROBE_WITHIN_SECONDS)
            if self._asking is not None and self._asking.done():
                error, self._asking = self._asking.exception(), None
                self._error = outline(error).partition(" at ")[0] if error else ""
                self._answered_at = self._answered_at if error else self._clock()
        if self._error:
            return self._error
        silent = self._clock() - self._answered_at
        return f"no answer for {silent:.0f} s" if silent >= DATABASE_SILENT_SECONDS else ""

    def _clicks(self) -> str:
        answers, wrong = self._lately()
        if wrong >= LEAST_WRONG and wrong > MOST_WRONG_SHARE * answers:
            return f"{wrong} of the latest {answers} answers went wrong"
        return ""

    def _gateway(self) -> str:
        silent = self._silence()
        return f"not heard for {silent:.0f} s" if silent >= GATEWAY_SILENT_SECONDS else ""

    async def close(self) -> None:
        """Waits for a probe that is under way, since the database is closed next."""
        if self._asking is not None:
            await asyncio.wait({self._asking}, timeout=PROBE_WITHIN_SECONDS)
            self._asking.cancel()
