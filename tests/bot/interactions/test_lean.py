"""discord.py keeps nothing of a server but what the bot needs, and the bot still hears of new rights."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from bot.interactions.lean import LeanBot
from localcord import Localcord, Permission

PATIENCE_SECONDS = 10.0
"""Only reached by a bug."""


class Listening(LeanBot):
    """A bot that notes whose rights have changed."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__("!", intents=intents, chunk_guilds_at_startup=False)
        self._connection.guild_ready_timeout = 0.05
        self.changed: asyncio.Queue[int] = asyncio.Queue()
        self.uses: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def on_rights_change(self, guild_id: int) -> None:
        """Notes it."""
        self.changed.put_nowait(guild_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Notes a click, and answers it with a message that has a button."""
        shown = discord.ui.LayoutView(timeout=None)
        shown.add_item(discord.ui.ActionRow(discord.ui.Button(label="Again", custom_id="again")))
        self.uses.put_nowait(interaction)
        await interaction.response.send_message(view=shown, ephemeral=True)


@pytest.fixture
async def bot(local: Localcord) -> AsyncIterator[Listening]:
    local.add_guild("Large", channels=40, roles=20)
    client = Listening()
    running = asyncio.create_task(client.start(local.token))
    await local.bot_connected()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await client.wait_until_ready()
    yield client
    await client.close()
    await running


async def test_no_server_has_channels_roles_or_emojis_in_memory(local: Localcord, bot: Listening) -> None:
    local.add_channel("later")
    local.set_guild_locale("de")

    assert len(bot.guilds) == 2
    for guild in bot.guilds:
        assert not guild.unavailable
        assert [*guild.channels, *guild.threads, *guild.roles, *guild.emojis, *guild.members] == []


async def test_a_server_still_says_that_it_is_a_community(local: Localcord, bot: Listening) -> None:
    local.set_guild_locale("de")
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await bot.changed.get()  # the event after that of the language
    guild = bot.get_guild(int(local.guild_id))

    assert guild is not None
    assert "COMMUNITY" in guild.features


async def test_new_rights_in_a_channel_are_heard_of(local: Localcord, bot: Listening) -> None:
    local.set_bot_permissions(local.channel_id, Permission.VIEW_CHANNEL)
    async with asyncio.timeout(PATIENCE_SECONDS):
        changed = await bot.changed.get()

    assert changed == int(local.guild_id)


async def test_a_public_message_has_its_buttons_and_a_private_one_does_not(local: Localcord, bot: Listening) -> None:
    shown = discord.ui.LayoutView(timeout=None)
    shown.add_item(discord.ui.ActionRow(discord.ui.Button(label="First", custom_id="first")))
    public = await bot.get_partial_messageable(int(local.channel_id)).send(view=shown)
    ana = local.person("Ana")
    answer = await ana.raw_click(str(public.id), "first")
    assert answer.message is not None
    await ana.raw_click(answer.message, "again")
    on_public, on_private = bot.uses.get_nowait().message, bot.uses.get_nowait().message

    assert on_public is not None
    assert on_private is not None
    assert len(on_public.components) == 1
    assert on_private.components == []
    assert on_private.flags.ephemeral
    assert str(on_private.id) == answer.message["id"]


async def test_discord_py_asks_for_the_limits_of_routes(local: Localcord, bot: Listening) -> None:
    before = len(bot.route_limits)
    await bot.get_partial_messageable(int(local.channel_id)).send("here")

    assert len(bot.route_limits) == before + 1 > 1
