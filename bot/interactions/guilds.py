"""Handles changes of servers and their channels. Knows no game and no screen."""

import discord
from discord.ext import commands

from bot.background.retention import Retention
from bot.background.upkeep import try_each
from bot.messages.boards import Boards


class Guilds(commands.Cog):
    """Follows changes of permissions, and servers that invite or remove the bot."""

    def __init__(self, boards: Boards, retention: Retention) -> None:
        self._boards = boards
        self._retention = retention

    @commands.Cog.listener()
    async def on_rights_change(self, guild_id: int) -> None:
        """Retries boards that couldn't be edited, since the bot's permissions may have changed."""
        await try_each(lambda: self._boards.try_again(guild_id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keeps the server's data, and retries its boards, since the bot may be back."""
        await try_each(lambda: self._retention.come_back(guild.id), lambda: self._boards.try_again(guild.id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Notes that a server has removed the bot. discord.py doesn't call this during an outage."""
        await try_each(lambda: self._retention.leave(guild.id))
