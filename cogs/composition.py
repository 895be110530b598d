"""Puts the bot together: the one place that knows all its parts."""

import time
from collections.abc import Callable
from random import Random

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.interactions.client import Finte
from bot.interactions.commands import CommandWords
from bot.messages.preferences import Preferences
from bot.ops.doctor import Expected
from bot.pictures.faces import FACES
from bot.settings import Settings
from bot.store.connection import open_database
from bot.store.leases import Lease
from bot.store.preferences import PreferenceStore
from cogs import EXTENSIONS
from cogs.catalogue import GAME_UIS
from cogs.table.table_pages import GamePages


def compose(
    settings: Settings,
    engine: AsyncEngine,
    *,
    clock: Callable[[], float] = time.time,
    rng: Random | None = None,
    lease: Lease | None = None,
) -> Finte:
    """Builds the bot, ready to start; `rng` deals and rolls. Without a `lease` there is no other process."""
    preferences = Preferences(PreferenceStore(engine))
    pages = GamePages(GAME_UIS, preferences, lobby_minutes=settings.lobby_minutes, idle_minutes=settings.idle_minutes)
    return Finte(
        settings,
        engine,
        preferences=preferences,
        game_uis=GAME_UIS,
        pages=pages,
        cogs_to_load=EXTENSIONS,
        clock=clock,
        rng=rng,
        lease=lease,
    )


async def expected_at_discord(settings: Settings) -> Expected:
    """Everything that a bot with these settings registers at Discord. Starts no bot."""
    idle = settings.model_copy(update={"picture_processes": 0, "search_processes": 0})
    async with open_database("sqlite+aiosqlite:///:memory:") as engine, compose(idle, engine) as bot:
        for extension in EXTENSIONS:
            await bot.load_extension(extension)
        commands = [
            await command.get_translated_payload(bot.tree, CommandWords()) for command in bot.tree.get_commands()
        ]
        return Expected(commands, FACES.keys() if settings.emojis else ())
