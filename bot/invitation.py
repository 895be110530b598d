"""The link that invites the bot to a server, and the permissions that it asks for."""

from collections.abc import Mapping

import discord

NEEDED: Mapping[str, str] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""discord.py's names, and those that Discord shows."""

NEEDED_IN_VOICE: Mapping[str, str] = {**NEEDED, "connect": "Connect"}
"""The same for voice and stage channels: only who may connect can read and write their text."""


def invitation(application_id: int) -> str:
    """Address at which a member with *Manage Server* adds the bot to a server."""
    permissions = discord.Permissions(**dict.fromkeys(NEEDED_IN_VOICE, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application_id, permissions=permissions, scopes=scopes)
