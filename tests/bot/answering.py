"""A client on localcord that gives the answers a test wants, through bot/interactions/interactions.py."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Literal

import discord

from bot.interactions.interactions import DeferredAttachments, Private, Public, Reception, Reply, reply
from bot.messages.renderer import PageRenderer
from bot.ops.metrics import Metrics
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Text
from bot.requests.limiter import Limiter
from localcord import Interaction, Localcord, Person
from localcord.components import read_aloud
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot, Use
from tests.preferences import nothing_chosen

Way = Literal["command", "public", "private"]
"""A person's way to ask: with a slash command, or a button on a public or a private message."""

Work = Callable[[Use], Coroutine[Any, Any, Reply]]

EPHEMERAL = 64


def page(text: str) -> Page:
    """A page with a text and a button."""
    return Page((Text(text), Row((Button("Press", CustomId("press").to_text()),))), accent=0)


def seen(person: Person) -> list[tuple[str, str]]:
    """The messages on a person's screen: public or private, and the text."""
    return [_seen(message) for message in person.messages()]


def _seen(message: JsonObject) -> tuple[str, str]:
    text = "\n".join((message["content"], *read_aloud(message["components"]))).strip()
    return ("private" if message["flags"] & EPHEMERAL else "public", text)


class Answering(SmallBot):
    """A bot with one command and one button, both of which ask the test what to do."""

    def __init__(self, local: Localcord) -> None:
        super().__init__()
        self._local = local
        self.limiter = Limiter()
        self.renderer = PageRenderer()
        self.deferred_attachments = DeferredAttachments(self.renderer)
        self.preferences = nothing_chosen()
        self.metrics = Metrics()
        self.reception = Reception()
        self._done = asyncio.Event()
        self.work: Work | None = None
        self.react = self._answer

        @self.tree.command(name="ask", description="Asks")
        async def ask(interaction: Use) -> None:
            await self._answer(interaction)

    async def come(self, discord_server: Localcord) -> None:
        """Logs in, and tells Discord of its command."""
        await super().come(discord_server)
        await self.tree.sync()

    async def asked(self, person: Person, way: Way) -> Interaction:
        """A person's interaction, once it has its first answer."""
        if way == "command":
            return await person.command("ask")
        return await person.click(person.messages()[-1], CustomId("press").to_text())

    async def prepare(self, person: Person, way: Way) -> None:
        """Posts the message that this way clicks on."""
        if way == "public":
            await self.do(person, "command", Public(page("table")))
        if way == "private":
            await self.do(person, "command", Private(page("panel")))

    async def do(self, person: Person, way: Way, answer: Reply) -> Interaction:
        """A person asks, and gets this answer."""

        async def work(_interaction: Use) -> Reply:
            return answer

        self.work = work
        opened = await self.asked(person, way)
        await self.answered()
        return opened

    async def answered(self) -> None:
        """Waits until the bot has finished answering."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._done.wait()
        self._done.clear()

    async def _answer(self, interaction: Use) -> None:
        assert self.work is not None
        await reply(interaction, self.work(interaction))
        self._done.set()

    def webhook(self, token: str) -> discord.Webhook:
        """The webhook of an interaction's token."""
        return discord.Webhook.partial(int(self._local.application_id), token, client=self)
