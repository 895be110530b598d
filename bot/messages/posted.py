"""A message that has been sent, how to send one that pings nobody, and how to edit one by a click's token."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import blake2b

import discord

SILENT = discord.AllowedMentions.none()

TOKEN_SECONDS = 15 * 60 - 20
"""How long to use a token. It lives for 15 minutes; the last seconds are not worth a failed request."""

EDIT_SECONDS = 10
"""The timeout of an edit with a token: discord.py would sleep through any rate limit of these routes."""

NONCE_BYTES = 12
"""Discord takes nonces of up to 25 characters; this makes 24."""


def nonce_of(*facts: object) -> str:
    """A nonce for a post that is repeated if its answer is lost. Shape: `facts` tell it from all other posts.

    For a few minutes, Discord answers a repeated nonce with the message that was posted first.
    """
    return blake2b(repr(facts).encode(), digest_size=NONCE_BYTES).hexdigest()


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


OnPosted = Callable[[Posted], Awaitable[None]]
"""What to do once an answer has been posted."""


def webhook(client: discord.Client, token: str) -> discord.Webhook:
    """A message and the token that can edit it. Such edits don't count towards Discord's global limit."""
    assert client.application_id is not None
    return discord.Webhook.partial(client.application_id, token, client=client)
