"""Sends pages over discord.py's connections and its rate limits, without making its objects from Discord's replies.

discord.py's own methods would build a message, with every component on it, from each reply; nobody looks at those.
"""

import discord
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import async_context, interaction_message_response_params

from bot.messages.posted import SILENT
from bot.messages.studio import ReadyPage


async def answer_on_clicked(interaction: discord.Interaction, ready: ReadyPage) -> None:
    """Answers a click by putting the page on the message that was clicked. Raises: discord.HTTPException."""
    kind = discord.InteractionResponseType.message_update
    sent = interaction_message_response_params(
        type=kind.value, view=ready.view, attachments=ready.files, allowed_mentions=SILENT
    )
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    await async_context.get().request(
        route,
        interaction._session,  # noqa: SLF001 - discord.py gives it to its own methods alone
        payload=sent.payload,
        multipart=sent.multipart,
        files=sent.files,
        proxy=interaction.client.http.proxy,
        proxy_auth=interaction.client.http.proxy_auth,
    )
    interaction.response._response_type = kind  # noqa: SLF001 - as after `interaction.response.edit_message`


async def edit_by_token(client: discord.Client, token: str, handle: str, ready: ReadyPage) -> None:
    """Puts the page on a message that an interaction's token can edit. Raises: discord.HTTPException.

    Shape: `handle` names the message in the token's routes.
    """
    assert client.application_id is not None
    sent = handle_message_parameters(view=ready.view, attachments=ready.files, allowed_mentions=SILENT)
    route = Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/{handle}",
        webhook_id=client.application_id,
        webhook_token=token,
        handle=handle,
    )
    await async_context.get().request(
        route,
        discord.Webhook.partial(client.application_id, token, client=client).session,
        payload=sent.payload,
        multipart=sent.multipart,
        files=sent.files,
        proxy=client.http.proxy,
        proxy_auth=client.http.proxy_auth,
    )


async def edit(client: discord.Client, channel_id: int, message_id: int, ready: ReadyPage) -> None:
    """Puts the page on a message in a channel. Raises: discord.HTTPException."""
    sent = handle_message_parameters(view=ready.view, attachments=ready.files, allowed_mentions=SILENT)
    await client.http.edit_message(channel_id, message_id, params=sent)
