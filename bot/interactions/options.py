"""Options for discord.py. Knows nothing of what it's used for."""

from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions.tree import Tree
from bot.messages.posted import SILENT
from bot.settings import Settings

REQUEST_SECONDS = 15
"""How long Discord may take to accept a connection, and to send anything over it.

aiohttp's default is five minutes in all, during which a board that is being edited couldn't be edited again.
"""


def discord_options(settings: Settings) -> dict[str, Any]:
    """Options for discord.py: slash commands in servers and direct messages, and as few events as possible."""
    return {
        "shard_count": settings.shard_count or None,
        "shard_ids": list(settings.share.shards) if settings.shard_count else None,
        "command_prefix": commands.when_mentioned,
        "tree_cls": Tree,
        "intents": discord.Intents(guilds=True),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "max_messages": None,
        "help_command": None,
        "allowed_mentions": SILENT,
        "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=True),
        "allowed_installs": app_commands.AppInstallationType(guild=True),
    }


def bound_requests(client: discord.Client) -> None:
    """Makes all further requests raise TimeoutError after `REQUEST_SECONDS` of silence. Call it after the login.

    aiohttp's total timeout would run while a request waits for its turn in the budget. If it expired during the wait,
    the request would have no timeout at all.
    """
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001 - no option for it
    session._timeout = request_timeout()  # noqa: SLF001 - set only by its maker


def request_timeout() -> aiohttp.ClientTimeout:
    """How long a request may take, however long it waits for its turn."""
    return aiohttp.ClientTimeout(total=None, sock_connect=REQUEST_SECONDS, sock_read=REQUEST_SECONDS)
