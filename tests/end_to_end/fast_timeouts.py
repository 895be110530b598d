"""Spares a bot in a test the waits that only Discord's limits and power cuts make necessary."""

from importlib import import_module
from io import BytesIO

import pytest
from discord.ext.commands.bot import BotBase
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.background import computers
from bot.background.gateway import Gateway
from bot.background.jobs import BackgroundJobs
from bot.interactions import client, commands
from bot.messages import emojis, renderer
from bot.messages.preferences import Preferences
from bot.pictures.drawing import Drawing
from bot.pictures.encode import named
from bot.requests import limiter
from bot.store import connection
from localcord.people import PATIENCE_SECONDS

ANY_NUMBER = 10_000

SOON = 0.02
"""How long a bot waits here before it retries what has failed."""


def greet_nobody(patch: pytest.MonkeyPatch) -> None:
    """Keeps the hub from being shown below the first command, as on a server that has used the bot before."""

    async def greets(_: Preferences, __: int) -> bool:
        return False

    patch.setattr(Preferences, "greets", greets)


def fast_timeouts(patch: pytest.MonkeyPatch) -> None:
    """Lets bots edit as many messages as they like, and lets the system decide when it writes to the disk.

    What they have committed still survives their end, even a SIGKILL. Their searches get their share of a busy machine:
    a process that stands back for all others can take a minute to start. Nobody is told that the database is busy
    because the machine is, and no turn waits until the bot hears from Discord.
    The modules of the commands are loaded once for all bots of this process.
    """
    patch.setattr(Gateway, "silent_seconds", lambda _, _shard: 0.0)
    patch.setattr(computers, "NICENESS", 0)
    patch.setattr(client, "GAP_SECONDS", 0)
    patch.setattr(connection, "BUSY_SECONDS", PATIENCE_SECONDS)
    patch.setattr(limiter, "BURST_SECONDS", ANY_NUMBER)
    patch.setattr(commands, "RETRY_SECONDS", SOON)
    patch.setattr(emojis, "WAIT_SECONDS", SOON)
    BackgroundJobs.every_lobby.change_interval(seconds=10 * SOON)
    patch.setattr(BotBase, "load_extension", _set_up)
    prepare = connection._prepare
    patch.setattr(connection, "_prepare", lambda engine, *pragmas: prepare(engine, *pragmas, "synchronous=OFF"))


async def _set_up(client: BotBase, name: str) -> None:
    """In place of what discord.py does, which loads the module anew, and at the end looks through all there are."""
    await import_module(name).setup(client)


def draw_dots(patch: pytest.MonkeyPatch) -> None:
    """Makes every picture a single pixel, for tests of whole matches: to draw them takes half of their time."""
    patch.setattr(renderer, "named_png", dot)


def dot(drawing: Drawing) -> tuple[str, bytes]:
    """A PNG file with one pixel, which still differs wherever two drawings do, after its name."""
    text, file = PngInfo(), BytesIO()
    text.add_itxt("Description", repr(drawing))
    Image.new("RGB", (1, 1)).save(file, "PNG", pnginfo=text)
    return named(file.getvalue())
