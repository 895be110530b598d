"""Clocks and sleeps for tests, in which no time passes by itself."""

import asyncio
from dataclasses import dataclass

from bot.tables.clock import PACES

FIRST_TURN_SECONDS = PACES["live"].turn
"""The time of a player's turn at a live table before their first move, when they have no bank."""

WHOLE_TURN_SECONDS = PACES["live"].turn + PACES["live"].bank
"""The time of a turn at a live table, with the whole bank."""


@dataclass
class Clock:
    """Seconds since 1970; only the test moves them."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Naps:
    """A sleep that ends at once, or when the test sets `awake`; it notes how long each should have been."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self.awake = asyncio.Event()
        self.awake.set()
        self.asleep = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        self.asleep.set()
        await self.awake.wait()


class NoSleep:
    """asyncio, except that `sleep` doesn't wait, nor makes a coroutine that a RecursionError could leave unawaited."""

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    @staticmethod
    def sleep(_seconds: float) -> asyncio.Future[None]:
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done
