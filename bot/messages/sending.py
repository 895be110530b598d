"""Edits of messages, by a token or in a channel, and readings of what Discord sends with a click."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import cast

import discord

from bot.messages.renderer import ReadyPage
from bot.pages.custom_id import CustomId
from bot.tables.table import Person

SILENT = discord.AllowedMentions.none()


def mentioning(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Has a message notify these people alone, and only if it mentions them."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, users=users or False, replied_user=False)


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
"""Callback for an answer that has been posted."""


def webhook(client: discord.Client, token: str) -> discord.Webhook:
    """The webhook of an interaction's token. What it sends doesn't count towards Discord's global limit."""
    assert client.application_id is not None
    return discord.Webhook.partial(client.application_id, token, client=client)


async def edit_by_token(client: discord.Client, token: str, handle: str, ready: ReadyPage) -> None:
    """Puts the page on a message that an interaction's token can edit. Raises: discord.HTTPException.

    `handle` names the message in the token's routes, by a word or a number.
    """
    message = webhook(client, token).edit_message
    await message(cast("int", handle), view=ready.view, attachments=ready.files, allowed_mentions=SILENT)


async def edit(client: discord.Client, channel_id: int, message_id: int, ready: ReadyPage) -> None:
    """Puts the page on a message in a channel. Raises: discord.HTTPException."""
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    await message.edit(view=ready.view, attachments=ready.files, allowed_mentions=SILENT)


def payload_of(interaction: discord.Interaction) -> Mapping[str, object]:
    """Discord's raw data about the click: the component and any chosen values."""
    return cast("Mapping[str, object]", interaction.data or {})


def custom_id_of(interaction: discord.Interaction) -> CustomId | None:
    """The custom_id of the clicked component, or None if it does not have our form."""
    return CustomId.from_text(str(payload_of(interaction).get("custom_id", "")))


def known_everywhere(user: discord.User | discord.Member) -> Person:
    """A person by the name that they have on Discord, not by a server's nickname."""
    return Person(user.id, user.global_name or user.name)
