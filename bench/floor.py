"""The floor: the least possible bot with discord.py, which answers every click with one text. `python -m bench.floor`.

Its client is set up like the one in bot/interactions/client.py, but it has no tables, rules, database or pages.
"""

import asyncio
import logging

import discord
from discord import app_commands, ui

from bot.interactions.client import point_at
from bot.settings import Settings

ANSWER = "A fixed text."


class Floor(discord.AutoShardedClient):
    """A bot with one command, which shows a button, and one answer."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Adds the one command."""
        self._tree.command(name="floor", description="A button")(show_button)
        await self._tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Replaces the message that was clicked, as a panel's answer does."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content=ANSWER)


async def show_button(interaction: discord.Interaction) -> None:
    """Answers with a button in a private message."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Click", custom_id="click"))
    view.stop()  # `on_interaction` answers
    await interaction.response.send_message(ANSWER, view=view, ephemeral=True)


def main() -> None:
    """Runs until killed."""
    settings = Settings()
    logging.basicConfig(level=logging.INFO)
    point_at(settings)
    asyncio.run(Floor().start(settings.discord_token.get_secret_value()))


if __name__ == "__main__":
    main()
