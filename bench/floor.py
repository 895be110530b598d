"""The floor: the least that a bot with discord.py can do, one text for every click. `python -m bench.floor`.

The client is set up as bot/interactions/client.py sets up ours; there is no table, no rule, no database and no page.
"""

import asyncio
import logging

import discord
from discord import app_commands, ui

from bot.interactions.client import point_at
from bot.settings import Settings

ANSWER = "A fixed text."


class Floor(discord.AutoShardedClient):
    """A bot with one command, which brings a button, and one answer."""

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
        self._tree.command(name="floor", description="A button")(show_button)
        await self._tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """The answer takes the place of the message that was clicked on, as a panel's does."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content=ANSWER)


async def show_button(interaction: discord.Interaction) -> None:
    """A private message with a button."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Click", custom_id="click"))
    view.stop()  # `on_interaction` answers
    await interaction.response.send_message(ANSWER, view=view, ephemeral=True)


def main() -> None:
    """Runs until it is killed."""
    settings = Settings()
    logging.basicConfig(level=logging.INFO)
    point_at(settings)
    asyncio.run(Floor().start(settings.discord_token.get_secret_value()))


if __name__ == "__main__":
    main()
