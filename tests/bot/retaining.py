"""Makes what deletes old data, as the bot does at its start."""

from collections.abc import Awaitable, Callable, Collection

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.retention import Retention
from bot.matches.intents import Matches
from bot.messages.preferences import Preferences
from bot.store.preferences import PreferenceStore
from bot.store.retention import RetentionStore


def retention_of(
    engine: AsyncEngine,
    matches: Matches,
    *,
    clock: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
    present: Callable[[], Collection[int] | None] = lambda: None,  # the servers that the bot is on, None if unknown
    preferences: Preferences | None = None,
) -> Retention:
    """The retention of one process."""

    async def ask() -> Collection[int] | None:
        return present()

    return Retention(
        RetentionStore(engine),
        matches=matches,
        preferences=preferences or Preferences(PreferenceStore(engine)),
        present=ask,
        clock=clock,
        sleep=sleep,
    )
