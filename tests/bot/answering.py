"""A client on localcord that answers whatever the test tells it to, by bot/interactions/replies.py."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import discord

from bot.interactions.replies import Private, Public, Reply, reply
from bot.messages.studio import Studio
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Text
from localcord import Interaction, Localcord, Person
from localcord.components import read_aloud
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.localcord.bot import SmallBot, Use
from tests.preferences import nothing_chosen

Way = Literal["command", "public", "private"]
"""How somebody asks: by a slash command, or by a button on a public or a private message."""

Work = Callable[[Use], Awaitable[Reply]]

EPHEMERAL = 64


def page(text: str) -> Page:
    """A page with a text and a button."""
    return Page((Text(text), Row((Button("Press", CustomId("press").to_text()),))), accent=0)


def seen(person: Person) -> list[tuple[str, str]]:
    """What stands on somebody's screen. Shape: public or private, and its text."""
    return [_seen(message) for message in person.messages()]


def _seen(message: JsonObject) -> tuple[str, str]:
    text = "\n".join((message["content"], *read_aloud(message["components"]))).strip()
    return ("private" if message["flags"] & EPHEMERAL else "public", text)


class Answering(SmallBot):
    """A bot with one command and one button, both of which ask the test what to do."""

    def __init__(self, local: Localcord) -> None:
        super().__init__()
        self._local = local
        self.studio = Studio()
        self.preferences = nothing_chosen()
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
        """Somebody's interaction, once it has its first answer."""
        if way == "command":
            return await person.command("ask")
        return await person.click(person.messages()[-1], CustomId("press").to_text())

    async def prepare(self, person: Person, way: Way) -> None:
        """Puts the message on the screen on which `way` clicks."""
        if way == "public":
            await self.do(person, "command", Public(page("table")))
        if way == "private":
            await self.do(person, "command", Private(page("panel")))

    async def do(self, person: Person, way: Way, answer: Reply) -> Interaction:
        """Somebody asks, and gets this answer."""

        async def work(_interaction: Use) -> Reply:
            return answer

        self.work = work
        opened = await self.asked(person, way)
        await self.answered()
        return opened

    async def answered(self) -> None:
        """Until the bot has said all it has to say."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._done.wait()
        self._done.clear()

    def track_answer(self, _task: asyncio.Task[object]) -> None:
        """Nothing waits for it here."""

    async def _answer(self, interaction: Use) -> None:
        assert self.work is not None
        await reply(interaction, self.work(interaction))
        self._done.set()

    def webhook(self, token: str) -> discord.Webhook:
        """The routes that a token opens."""
        return discord.Webhook.partial(int(self._local.application_id), token, client=self)
