"""Spares a bot in a test the waits that only Discord's limits and power cuts make necessary."""

import pytest

from bot.messages import painter
from bot.store import connection
from bot.workers import thinking

ANY_NUMBER = 10_000


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Lets bots edit as many messages as they like, and lets the system decide when it writes to the disk.

    What they have committed still survives their end, even a SIGKILL. Their searches get their share of a busy machine:
    a process that stands back for all others can take a minute to start.
    """
    patch.setattr(thinking, "NICENESS", 0)
    patch.setattr(painter, "REQUESTS_PER_SECOND", ANY_NUMBER)
    patch.setattr(painter, "BURST", ANY_NUMBER)
    set_pragmas = connection._pragmas
    patch.setattr(connection, "_pragmas", lambda new, *pragmas: set_pragmas(new, *pragmas, "synchronous=OFF"))
