"""Saves memory: discord.py would keep every channel, role and emoji of every server.

Each click comes with its channel and permissions, so only a few fields of a server are needed.
"""

from collections.abc import Mapping
from typing import Any

import discord
from discord.ext import commands
from discord.state import AutoShardedConnectionState

from bot.requests.route_limits import RouteLimits

KEPT = ("id", "unavailable", "features", "owner_id", "preferred_locale")
"""The fields of a server that are kept."""


KEPT_OF_PRIVATE = ("id", "type", "content", "flags")
"""The fields that are kept of a private message that somebody clicks."""

EPHEMERAL = discord.MessageFlags(ephemeral=True).value


class LeanState(AutoShardedConnectionState[Any]):
    """discord.py's cache, without the servers' channels, threads, roles, emojis and members.

    discord.py calls these methods by the names of the gateway's events; `tests/bot/interactions/test_lean.py` fails if
    it no longer does.
    """

    def parse_guild_create(self, data: Mapping[str, object]) -> None:
        """A server that the bot is on."""
        super().parse_guild_create(_lean(data))

    def parse_guild_update(self, data: Mapping[str, object]) -> None:
        """A server whose settings have changed."""
        super().parse_guild_update(_lean(data))

    def parse_channel_update(self, data: Mapping[str, object]) -> None:
        """A channel in which the bot's permissions may have changed."""
        self._change_rights(data)

    def parse_guild_role_update(self, data: Mapping[str, object]) -> None:
        """A role whose permissions may have changed."""
        self._change_rights(data)

    def parse_interaction_create(self, data: Any) -> None:  # noqa: ANN401 - as discord.py has it
        """A click, command or form. Most of a private message is left out: nobody looks at it."""
        message = data.get("message")
        if message and message.get("flags", 0) & EPHEMERAL:
            data = {**data, "message": {field: message[field] for field in KEPT_OF_PRIVATE} | {"components": []}}
        super().parse_interaction_create(data)

    def _change_rights(self, data: Mapping[str, object]) -> None:
        if guild_id := data.get("guild_id"):
            self.dispatch("rights_change", int(str(guild_id)))

    def parse_channel_create(self, data: Mapping[str, object]) -> None:
        """A new channel, which isn't kept."""

    parse_channel_delete = parse_channel_create
    parse_thread_create = parse_channel_create
    parse_thread_update = parse_channel_create
    parse_thread_delete = parse_channel_create
    parse_thread_list_sync = parse_channel_create
    parse_thread_member_update = parse_channel_create
    parse_thread_members_update = parse_channel_create
    parse_guild_role_create = parse_channel_create
    parse_guild_role_delete = parse_channel_create


class LeanBot(commands.AutoShardedBot):
    """A bot with such a cache. Shape: it dispatches `rights_change` with a server's id."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - as discord.py has it
        super().__init__(*arguments, **options)
        self.route_limits = RouteLimits(self.http)
        self.http.get_ratelimit = self.route_limits.get  # type: ignore[method-assign]

    def _get_state(self, **options: Any) -> LeanState:  # noqa: ANN401 - as discord.py has it
        return LeanState(dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options)


def _lean(guild: Mapping[str, object]) -> Any:  # noqa: ANN401 - discord.py's types ask for every field
    return {field: guild[field] for field in KEPT if field in guild}
