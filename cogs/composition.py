"""Puts the bot together: the one place that knows all its parts."""

import time
from collections.abc import Callable
from random import Random

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.interactions.client import Finte
from bot.messages.preferences import Preferences
from bot.settings import Settings
from bot.store import PreferenceStore
from cogs import EXTENSIONS
from cogs.catalogue import SCREENS
from cogs.table.frame import Frame


def compose(
    settings: Settings, engine: AsyncEngine, *, clock: Callable[[], float] = time.time, rng: Random | None = None
) -> Finte:
    """Builds the bot, ready to start. Shape: `rng` deals and rolls; by default it is the system's own."""
    preferences = Preferences(PreferenceStore(engine))
    pages = Frame(SCREENS, preferences, lobby_minutes=settings.lobby_minutes, idle_minutes=settings.idle_minutes)
    return Finte(
        settings,
        engine,
        preferences=preferences,
        screens=SCREENS,
        pages=pages,
        cogs_to_load=EXTENSIONS,
        clock=clock,
        rng=rng,
    )
