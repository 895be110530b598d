"""A message that has been sent, and how to send one that pings nobody."""

from dataclasses import dataclass, field

import discord

SILENT = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Posted:
    """Where an answer was posted. Shape: `token` can edit it for 15 minutes under the name `handle`.

    `click` is the number of the click or command that it answers: later ones have larger numbers. `is_whole` is false
    if a picture was not ready in time and still has to be shown.
    """

    message_id: int
    token: str = field(repr=False)
    handle: str
    click: int
    is_whole: bool = True
