"""A message that has been sent: where it stands, and that it pings nobody."""

from dataclasses import dataclass, field

import discord

SILENT = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Posted:
    """Where an answer stands. Shape: `token` edits it, for 15 minutes, and calls it `handle`.

    Not `is_whole` where a picture was not there in time: it is still to be shown.
    """

    message_id: int
    token: str = field(repr=False)
    handle: str
    is_whole: bool = True
