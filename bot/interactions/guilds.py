"""What happens to servers and their channels. Knows no game and no screen."""

import discord
from discord.ext import commands

from bot.background.retention import Retention
from bot.background.upkeep import try_each
from bot.messages.boards import Boards


class Guilds(commands.Cog):
    """Follows new rights, and servers that invite or remove the bot."""

    def __init__(self, boards: Boards, retention: Retention) -> None:
        self._boards = boards
        self._retention = retention

    @commands.Cog.listener()
    async def on_rights_change(self, guild_id: int) -> None:
        """Tries again to draw boards, since a channel or role has changed, and with it perhaps the bot's rights."""
        await try_each(lambda: self._boards.try_again(guild_id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Tries again to draw boards, since the bot may be back in a server."""
        await try_each(lambda: self._retention.come_back(guild.id), lambda: self._boards.try_again(guild.id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Notes that a server has removed the bot. Discord says otherwise when a server is only out of reach."""
        await try_each(lambda: self._retention.leave(guild.id))
