"""A Discord on loopback with a clock that only tests move, a bot that uses it, and a plain HTTP client."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import discord
import pytest
import yarl
from aiohttp import ClientSession
from playwright.async_api import Page

from localcord import Localcord
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot


@dataclass(frozen=True)
class Answer:
    """The answer to an HTTP request."""

    status: int
    body: JsonObject = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def code(self) -> object:
        """Discord's error code in the body."""
        return self.body.get("code")


Ask = Callable[..., Awaitable[Answer]]
Tab = Callable[..., Awaitable[Page]]


@asynccontextmanager
async def asking(local: Localcord) -> AsyncIterator[Ask]:
    """Sends one REST request with the bot's token: `await ask("GET", "/users/@me")`."""
    async with ClientSession(headers={"Authorization": f"Bot {local.token}"}) as session:

        async def send(method: str, path: str, body: object = None, token: str | None = None) -> Answer:
            headers = {} if token is None else {"Authorization": token}
            async with session.request(method, local.api_url + path, json=body, headers=headers) as answer:
                content = await answer.json() if answer.status != 204 else {}
                shown = content if isinstance(content, dict) else {"items": content}
                return Answer(answer.status, shown, {key.lower(): value for key, value in answer.headers.items()})

        yield send


@pytest.fixture
async def ask(local: Localcord) -> AsyncIterator[Ask]:
    async with asking(local) as send:
        yield send


@pytest.fixture
def pointed(local: Localcord, monkeypatch: pytest.MonkeyPatch) -> Localcord:
    """The stand-in, which discord.py now connects to."""
    monkeypatch.setattr(discord.http.Route, "BASE", local.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(local.gateway_url))
    monkeypatch.setattr(discord.asset.Asset, "BASE", local.url)
    return local


@pytest.fixture
async def bot(pointed: Localcord) -> AsyncIterator[SmallBot]:
    """A bot that has logged in."""
    client = SmallBot()
    await client.come(pointed)
    yield client
    await client.go()
