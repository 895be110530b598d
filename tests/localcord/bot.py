"""A small bot on the real discord.py. Each test defines how it answers interactions."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias, cast

import discord
from discord import ui

from localcord import Localcord
from localcord.wire import JsonObject

Use: TypeAlias = "discord.Interaction[SmallBot]"
Reaction = Callable[[Use], Awaitable[object]]


class SmallBot(discord.AutoShardedClient):
    """Answers each interaction the way the test wants."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.tree = discord.app_commands.CommandTree(self)
        self.react: Reaction | None = None
        self.running: asyncio.Task[None] | None = None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Doesn't wait: the client's usual 5 seconds protect Discord."""

    async def on_interaction(self, interaction: Use) -> None:
        """Reacts to components and modals; the tree handles commands."""
        if self.react is not None and interaction.type is not discord.InteractionType.application_command:
            await self.react(interaction)

    async def come(self, discord_server: Localcord) -> None:
        """Logs in, and waits until the gateway is connected."""
        self.running = asyncio.create_task(self.start(discord_server.token))
        connected = asyncio.create_task(discord_server.bot_connected())
        await asyncio.wait({self.running, connected}, return_when=asyncio.FIRST_COMPLETED)
        if self.running.done():
            connected.cancel()
            self.running.result()
        await connected

    async def go(self) -> None:
        """Logs out."""
        await self.close()
        if self.running is not None:
            await self.running

    def text_channel(self, channel_id: str) -> discord.PartialMessageable:
        """A channel, without a request to Discord."""
        return self.get_partial_messageable(int(channel_id))


def buttons(*labels: str, disabled: bool = False) -> ui.View:
    """A classic view with a button for each label, which is also its custom_id."""
    view = ui.View(timeout=None)
    for label in labels:
        view.add_item(ui.Button(label=label, custom_id=label, disabled=disabled))
    return view


def layout(text: str, *labels: str) -> ui.LayoutView:
    """A view of Components V2: a text with a row of buttons below."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text)))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for label in labels:
        row.add_item(ui.Button(label=label, custom_id=label))
    if labels:
        view.add_item(row)
    return view


def form(title: str, label: str, *, most: int = 30) -> ui.Modal:
    """A modal with the field "name"."""
    modal = ui.Modal(title=title, custom_id="form")
    modal.add_item(ui.Label(text=label, component=ui.TextInput[ui.Modal](custom_id="name", max_length=most)))
    return modal


def filled_in(interaction: Use) -> str:
    """The text in the field of a form."""
    return str(cast("JsonObject", interaction.data)["components"][0]["component"]["value"])


def with_emoji(emoji_id: int, place: str) -> ui.LayoutView:
    """A message with this emoji on a button, in a select's option, or on the button beside a text."""
    emoji = discord.PartialEmoji(name="red_7", id=emoji_id)
    button = ui.Button[ui.LayoutView](label="7", custom_id="x", emoji=emoji)
    options = [discord.SelectOption(label="seven", emoji=emoji)]
    items: dict[str, ui.Item[ui.LayoutView]] = {
        "button": ui.ActionRow(button),
        "option": ui.ActionRow(ui.Select(custom_id="y", options=options)),
        "accessory": ui.Section("seven", accessory=button),
    }
    view = ui.LayoutView()
    view.add_item(items[place])
    return view
