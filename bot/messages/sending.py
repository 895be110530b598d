"""Sends pages through discord.py's session and rate limits, but without its objects, which cost CPU time.

discord.py's own methods would build a view from each page, and a message with all its components from each reply, which
the bot doesn't use.
"""

import secrets
from typing import Any, TypeAlias, cast

import aiohttp
import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.messages.exchange import Body, TokenSession
from bot.messages.posted import SILENT
from bot.messages.studio import ReadyPage

Json: TypeAlias = dict[str, Any]

_BOUNDARY = secrets.token_hex(16)
_FILE_TYPE = "application/octet-stream"
_V2 = discord.MessageFlags(components_v2=True).value


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
        content_type, content = _multipart(_message(ready), ready)
        await client.http.request(route, data=aiohttp.BytesPayload(content, content_type=content_type))
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
    whole = _multipart(body, ready) if ready.uploads else Body("application/json", orjson.dumps(body))
    await async_context.get().request(
        route,
        cast("aiohttp.ClientSession", TokenSession(client, whole)),
        proxy=client.http.proxy,
        proxy_auth=client.http.proxy_auth,
    )


def _multipart(body: Json, ready: ReadyPage) -> Body:
    """A message and its files as one body, which is written at once. Shape: multipart/form-data."""
    parts = [b'name="payload_json"\r\nContent-Type: application/json\r\n\r\n' + orjson.dumps(body)]
    for number, (name, content) in enumerate(ready.uploads):
        head = f'name="files[{number}]"; filename="{name}"\r\nContent-Type: {_FILE_TYPE}\r\n\r\n'
        parts.append(head.encode() + content)
    begin = f"--{_BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    whole = b"".join(begin + part + b"\r\n" for part in parts) + f"--{_BOUNDARY}--\r\n".encode()
    return Body(f"multipart/form-data; boundary={_BOUNDARY}", whole)
