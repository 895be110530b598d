"""All checks of the doctor, in order. Without a channel, they only read, and don't disturb a running bot."""

import time
from collections.abc import AsyncIterator, Callable

import aiohttp

from bot.doctor.account import (
    PATIENCE_SECONDS,
    Answer,
    Expected,
    Rest,
    check_application,
    check_channel,
    check_clicks,
    check_clock,
    check_commands,
    check_emojis,
    check_gateway,
    check_servers,
    check_token,
)
from bot.doctor.findings import Finding, failure, warning
from bot.doctor.machine import check_database, check_port, check_processes, check_settings, check_versions
from bot.errors import reason
from bot.settings import MALFORMED, Settings
from bot.store.processes import may_run


async def examine(
    settings: Settings,
    expected: Expected,
    channel_id: int | None = None,
    *,
    tell: Callable[[str], None],
    patience: float = PATIENCE_SECONDS,
) -> AsyncIterator[Finding]:
    """Runs each check and yields its findings. Shape: `tell` prints an instruction for the person at the terminal."""
    yield check_versions()
    yield check_settings()
    yield await check_processes(settings)
    findings, is_running = await _database_and_port(settings)
    for found in findings:
        yield found
    token = settings.discord_token.get_secret_value()
    async with aiohttp.ClientSession() as session:
        rest = Rest(session, settings.discord_api_url, token)
        try:
            found, me = await _check_token(rest, settings)
            yield found
            if me is None:
                return
            async for found in _at_discord(settings, expected, rest, session, me):
                yield found
            if channel_id is None:
                for found in await check_servers(rest, me.body["id"]):
                    yield found
                return
            found, channel = await check_channel(rest, me.body["id"], channel_id)
            yield found
            if is_running:
                advice = "Stop the bot and run this again: a running bot would answer these clicks itself."
                yield warning("clicks", "not tried while the bot runs", advice)
            elif channel is not None:
                for found in await check_clicks(rest, token, channel, tell=tell, patience=patience):
                    yield found
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            yield failure("discord", f"it no longer responds: {reason(error)}", "Try again.")


async def _database_and_port(settings: Settings) -> tuple[list[Finding], bool]:
    """Checks what the bot opens on this machine. Shape: also whether a bot may be running."""
    findings, condition = await check_database(settings.database_url, settings.share)
    is_running = condition is not None and may_run(condition.beat_at, time.time())
    if settings.metrics_port:
        findings.append(await check_port(settings.metrics_host, settings.metrics_port, is_running=is_running))
    return findings, is_running


async def _check_token(rest: Rest, settings: Settings) -> tuple[Finding, Answer | None]:
    """As `check_token`, but Discord isn't asked about what can't be a bot's token."""
    advice = "Copy all of it from the Developer Portal into DISCORD_TOKEN."
    if not settings.discord_token.get_secret_value():
        return failure("token", "DISCORD_TOKEN is missing, or isn't one word", advice), None
    if settings.has_malformed_token:
        return failure("token", MALFORMED, advice), None
    return await check_token(rest)


async def _at_discord(
    settings: Settings, expected: Expected, rest: Rest, session: aiohttp.ClientSession, me: Answer
) -> AsyncIterator[Finding]:
    """Checks the bot's account. Shape: without commands and emojis if Discord doesn't name the application.

    `me` is Discord's answer with the bot's own user.
    """
    yield check_clock(me)
    application = await rest.get("/oauth2/applications/@me")
    yield check_application(application)
    yield await check_gateway(rest, session, settings.discord_gateway_url, settings.shard_count)
    if not application.is_ok:
        return
    own = f"/applications/{application.body['id']}"
    yield check_commands(await rest.get(f"{own}/commands?with_localizations=true"), expected.commands)
    yield check_emojis(await rest.get(f"{own}/emojis"), expected.emojis)
