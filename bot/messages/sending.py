"""Sends pages through discord.py's session and rate limits, but without its objects, which cost CPU time.

discord.py's own methods would build a view from each page, and a message with all its components from each reply, which
the bot doesn't use.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias, cast

import aiohttp
import discord
import orjson
import yarl
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.messages.renderer import ReadyPage
from bot.pages.custom_id import CustomId
from bot.tables.table import Person

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


Json: TypeAlias = dict[str, Any]

_BOUNDARY = secrets.token_hex(16)
_FILE_TYPE = "application/octet-stream"
_V2 = discord.MessageFlags(components_v2=True).value


class _Client(Protocol):
    """The part of the client that requests with tokens need."""

    token_session: aiohttp.ClientSession


async def answer_on_clicked(interaction: discord.Interaction, ready: ReadyPage) -> None:
    """Answers a click by putting the page on the message that was clicked. Raises: discord.HTTPException."""
    kind = discord.InteractionResponseType.message_update
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    await _send(interaction.client, route, {"type": kind.value, "data": _message(ready)}, ready)
    interaction.response._response_type = kind  # noqa: SLF001 - as after `interaction.response.edit_message`


async def edit_by_token(client: discord.Client, token: str, handle: str, ready: ReadyPage) -> None:
    """Puts the page on a message that an interaction's token can edit. Raises: discord.HTTPException.

    Shape: `handle` names the message in the token's routes.
    """
    route = Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/{handle}?with_components=1",
        webhook_id=client.application_id,
        webhook_token=token,
        handle=handle,
    )
    await _send(client, route, _message(ready), ready)


async def edit(client: discord.Client, channel_id: int, message_id: int, ready: ReadyPage) -> None:
    """Puts the page on a message in a channel. Raises: discord.HTTPException."""
    route = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel_id, message_id=message_id)
    if ready.uploads:
        await client.http.request(route, data=_with_files(_message(ready), ready))
    else:
        await client.http.request(route, json=_message(ready))


def _message(ready: ReadyPage) -> Json:
    """The page as the whole content of a message, which pings nobody."""
    return {
        "flags": _V2,
        "components": ready.components,
        "attachments": [{"id": number, "filename": upload.name} for number, upload in enumerate(ready.uploads)],
        "allowed_mentions": SILENT.to_dict(),
    }


async def _send(client: discord.Client, route: Route, body: Json, ready: ReadyPage) -> None:
    """Sends the body to a route with an interaction's token."""
    session = cast("_Client", client).token_session
    payload = _with_files(body, ready) if ready.uploads else _json(body)
    await async_context.get().request(
        route,
        cast("aiohttp.ClientSession", _Carrying(session, payload)),
        proxy=client.http.proxy,
        proxy_auth=client.http.proxy_auth,
    )


@dataclass(frozen=True, slots=True)
class _Carrying:
    """A session that sends this body with each request.

    On these routes discord.py would send files field by field, and aiohttp would encode text and address once more.
    """

    session: aiohttp.ClientSession
    body: aiohttp.Payload

    def request(self, method: str, url: str, **options: object) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        """Sends a request, as aiohttp's session does."""
        sent: Any = options | {"data": self.body}
        return self.session.request(method, yarl.URL(url, encoded=True), **sent)


def _json(body: Json) -> aiohttp.BytesPayload:
    """A message without files. Shape: application/json."""
    return aiohttp.BytesPayload(orjson.dumps(body), content_type="application/json")


def _with_files(body: Json, ready: ReadyPage) -> aiohttp.BytesPayload:
    """A message and its files as one body, which aiohttp writes at once. Shape: multipart/form-data."""
    parts = [b'name="payload_json"\r\nContent-Type: application/json\r\n\r\n' + orjson.dumps(body)]
    for number, (name, content) in enumerate(ready.uploads):
        head = f'name="files[{number}]"; filename="{name}"\r\nContent-Type: {_FILE_TYPE}\r\n\r\n'
        parts.append(head.encode() + content)
    begin = f"--{_BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    whole = b"".join(begin + part + b"\r\n" for part in parts) + f"--{_BOUNDARY}--\r\n".encode()
    return aiohttp.BytesPayload(whole, content_type=f"multipart/form-data; boundary={_BOUNDARY}")


def payload_of(interaction: discord.Interaction) -> Mapping[str, object]:
    """Discord's raw data about the click: the component and any chosen values."""
    return cast("Mapping[str, object]", interaction.data or {})


def custom_id_of(interaction: discord.Interaction) -> CustomId | None:
    """The custom_id of the clicked component, or None if it does not have our form."""
    return CustomId.from_text(str(payload_of(interaction).get("custom_id", "")))


def known_everywhere(user: discord.User | discord.Member) -> Person:
    """A person by the name that they have on Discord, not by a server's nickname."""
    return Person(user.id, user.global_name or user.name)
