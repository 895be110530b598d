"""A store in memory with tables, a Discord on loopback with a client, and one clock that only tests move."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import discord
import pytest
import yarl
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.messages.painter import Painter
from bot.settings import Settings
from bot.store.store import Store
from bot.tables.table import Place
from localcord import Localcord, Person
from tests.bot.answering import Answering
from tests.bot.boards import Channel, Names, boards_of
from tests.bot.canvas import INTERVAL
from tests.bot.people import lobby
from tests.clock import Clock, Naps, NoSleep
from tests.database import database


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    async with database("sqlite+aiosqlite:///:memory:") as new:
        yield new


@pytest.fixture
def store(engine: AsyncEngine) -> Store:
    return Store(engine)


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock, rng=Random(1))


@pytest.fixture
def local(local: Localcord, monkeypatch: pytest.MonkeyPatch) -> Localcord:
    """The stand-in for Discord, with discord.py pointed at it."""
    monkeypatch.setattr(discord.http.Route, "BASE", local.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(local.gateway_url))
    return local


@pytest.fixture
def retried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets discord.py retry at once after a failure, not a second later."""
    monkeypatch.setattr(discord.webhook.async_, "asyncio", NoSleep())


@pytest.fixture
async def client(local: Localcord) -> AsyncIterator[Answering]:
    """A client that gives the answers the test wants."""
    answering = Answering(local)
    await answering.come(local)
    yield answering
    await answering.go()


@pytest.fixture
def ana(local: Localcord) -> Person:
    """Somebody in the channel."""
    return local.person("Ana")


@pytest.fixture
def naps() -> Naps:
    return Naps()


@pytest.fixture
def painter(naps: Naps) -> Painter:
    return Painter(INTERVAL, sleep=naps)


@pytest.fixture
async def channel(
    local: Localcord, client: Answering, matches: Matches, store: Store, *, ana: Person, naps: Naps, clock: Clock
) -> Channel:
    painter = Painter(0, sleep=naps)
    boards = boards_of(client, matches, painter, clock, Names())
    matches.on_change.append(boards.paint)
    table = await lobby(matches, place=Place(int(local.guild_id), int(local.channel_id)))
    return Channel(boards, painter, matches, table.id, local, ana, clock, client, store)


@pytest.fixture
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clears all settings, and works in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
