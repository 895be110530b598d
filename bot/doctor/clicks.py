"""Tests in a channel what needs real clicks: that they arrive, that an older click's token still edits, and how fast.

Posts one message, which it deletes afterwards, and needs a person to click on it twice.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import discord

from bot.doctor.findings import Finding, failure, ok, warning
from bot.doctor.rest import Answer, Rest
from bot.share import shard_of

PATIENCE_SECONDS = 120.0
"""How long to wait for each click."""

BUTTON = "doctor"

PACE = ("X-RateLimit-Limit", "X-RateLimit-Reset-After")


class _Listener(discord.AutoShardedClient):
    """A client that acknowledges and collects clicks on the test message."""

    def __init__(self, guild_id: int, shards: int) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_count=shards,
            shard_ids=[shard_of(guild_id, shards)],
            max_messages=None,
        )
        self.clicks: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.is_there = asyncio.Event()

    async def on_connect(self) -> None:
        self.is_there.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.data and interaction.data.get("custom_id") == BUTTON:
            await interaction.response.defer()
            self.clicks.put_nowait(interaction)


async def check_clicks(
    rest: Rest,
    token: str,
    channel: Mapping[str, Any],
    *,
    tell: Callable[[str], None],
    patience: float = PATIENCE_SECONDS,
) -> list[Finding]:
    """Posts a message, waits for two clicks, then edits with the first one's token. Shape: in printing order."""
    gateway = await rest.get("/gateway/bot")
    if not gateway.is_ok:
        return [failure("clicks", f"Discord answers {gateway.refusal}", "Try again later.")]
    listener = _Listener(int(channel["guild_id"]), gateway.body["shards"])
    running = asyncio.create_task(listener.start(token))
    posted: Answer | None = None
    try:
        async with asyncio.timeout(patience):
            await listener.is_there.wait()
        posted = await rest.send("POST", f"/channels/{channel['id']}/messages", _message("Press the button."))
        if not posted.is_ok:
            text = f"no message can be posted: {posted.refusal}"
            return [failure("clicks", text, "Allow it in the channel's settings.")]
        tell(f"Press the button in #{channel['name']}, and again when the message asks you to.")
        return await _tried(rest, listener, posted, patience)
    except TimeoutError:
        return [failure("clicks", f"no click arrived within {patience:.0f} s", "Run this again, and press the button.")]
    finally:
        if posted is not None and posted.is_ok:
            await rest.send("DELETE", f"/channels/{channel['id']}/messages/{posted.body['id']}")
        await listener.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def _tried(rest: Rest, listener: _Listener, posted: Answer, patience: float) -> list[Finding]:
    message = f"/channels/{posted.body['channel_id']}/messages/{posted.body['id']}"
    async with asyncio.timeout(patience):
        first = await listener.clicks.get()
        edited = await rest.send("PATCH", message, _message("Thank you. Press it again."))
        await listener.clicks.get()
    by_token = f"/webhooks/{first.application_id}/{first.token}/messages/@original"
    late = await rest.send("PATCH", by_token, _message("Thank you. That's all."), with_token=False)
    tokens = (
        ok("tokens", "a click's token still edits the message after a later click")
        if late.is_ok
        else failure("tokens", f"an older token's edit is refused: {late.refusal}", "Please open an issue.")
    )
    return [
        ok("clicks", "they arrive, and can be answered"),
        tokens,
        _pace("in the channel", edited),
        _pace("with a token", late),
    ]


def _pace(where: str, answer: Answer) -> Finding:
    """How many edits Discord allows, by the rate-limit headers of one."""
    if not answer.is_ok:
        return failure("pace", f"an edit {where} is refused: {answer.refusal}", "Allow it in the channel's settings.")
    limit, seconds = (answer.headers.get(name) for name in PACE)
    if limit is None or seconds is None:
        return warning("pace", f"{where}: Discord's answer has no rate-limit headers", "A proxy may have removed them.")
    return ok("pace", f"{where}: {limit} edits in {float(seconds):.1f} s")


def _message(text: str) -> Mapping[str, Any]:
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": BUTTON}
    return {"content": text, "components": [{"type": 1, "components": [button]}]}
