"""Checks the bot's account at Discord: token, application, gateway, intents, commands, emojis, clock."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.doctor.findings import Finding, failure, ok, warning
from bot.doctor.rest import TIMEOUT_SECONDS, Answer, Rest
from bot.errors import reason, remedy
from bot.invitation import invitation

PORTAL = "https://discord.com/developers/applications"

PRIVILEGED: Mapping[str, int] = {"presences": 1 << 12 | 1 << 13, "members": 1 << 14 | 1 << 15}
"""Privileged intents, with the flags of the application that show whether they're granted. The bot needs neither."""

USER_INSTALL = "1"
"""Discord's number for applications that people add to their own account instead of a server."""

LEAST_SESSIONS = 50
"""With fewer session starts left today, a bot that keeps restarting will soon be unable to connect."""

SKEW_WARNING_SECONDS = 3
SKEW_FAILURE_SECONDS = 30
"""A wrong clock makes the ages of clicks wrong, and the times that Discord shows for players' clocks."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What this version registers at Discord. Shape: `commands` as JSON that is sent; `emojis` are names."""

    intents: discord.Intents
    commands: Sequence[Mapping[str, Any]]
    emojis: Collection[str]


async def check_token(rest: Rest) -> tuple[Finding, Answer | None]:
    """Whether Discord accepts the token. Shape: also Discord's answer with the bot's own user, or None."""
    try:
        me = await rest.get("/users/@me")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        advice = remedy(error) or "Check the network, DNS, a proxy or firewall, and DISCORD_API_URL"
        return failure("token", f"Discord is out of reach: {reason(error)}", f"{advice}."), None
    if me.status == 401:
        advice = "Reset the token in the Developer Portal and copy all of it into DISCORD_TOKEN."
        return failure("token", "Discord doesn't know it", advice), None
    if me.status == 404 or (me.is_ok and "username" not in (me.body or {})):
        text = f"something other than Discord's API answers (HTTP {me.status})"
        return failure("token", text, "Check DISCORD_API_URL, or leave it out."), None
    if not me.is_ok:
        return failure("token", f"Discord answers {me.refusal}", "Try again later."), None
    return ok("token", f"Discord knows it; the bot is called {me.body['username']}"), me


def check_clock(answer: Answer, clock: Callable[[], float] = time.time) -> Finding:
    """How much this machine's clock differs from Discord's, by the header `Date`."""
    date = answer.headers.get("Date")
    if date is None:
        return warning("clock", "Discord's answer has no time", "Compare the clock with another one.")
    skew = clock() - parsedate_to_datetime(date).timestamp()
    if abs(skew) < SKEW_WARNING_SECONDS:
        return ok("clock", "it agrees with Discord's clock")
    text = f"it is {abs(skew):.0f} s {'ahead of' if skew > 0 else 'behind'} Discord's"
    found = failure if abs(skew) >= SKEW_FAILURE_SECONDS else warning
    return found("clock", text, "Have it set by NTP: `timedatectl set-ntp true`.")


def check_application(answer: Answer) -> Finding:
    """Whether Discord sends clicks and commands to the gateway, and offers the bot only to servers."""
    if not answer.is_ok:
        return failure("application", f"Discord answers {answer.refusal}", "Try again later.")
    if answer.body.get("interactions_endpoint_url"):
        return failure(
            "application",
            f"{answer.body['id']} has clicks and commands sent to a web address instead of the bot",
            f"Clear *Interactions Endpoint URL* under {PORTAL}.",
        )
    link = f"invite it to a server: {invitation(int(answer.body['id']))}"
    if USER_INSTALL in (answer.body.get("integration_types_config") or ()):
        return warning(
            "application",
            f"people can add it with *Add to My Apps*, where it has no commands; {link}",
            f"Switch *User Install* off under {PORTAL}, *Installation*.",
        )
    return ok("application", link)


def check_intents(application: Answer, intents: discord.Intents) -> Finding:
    """Whether the application is allowed the intents that the bot uses."""
    asked = [name for name, is_asked in intents if is_asked]
    flags = application.body.get("flags", 0) if application.is_ok else 0
    missing = [name for name, granted in PRIVILEGED.items() if name in asked and not flags & granted]
    if missing:
        return failure("intents", f"{', '.join(missing)} isn't granted", f"Turn it on under {PORTAL}, *Bot*.")
    return ok("intents", f"{', '.join(asked)}: none that needs approval")


async def check_gateway(rest: Rest, session: aiohttp.ClientSession, url: str, shards: int) -> Finding:
    """Whether the gateway answers, and how many sessions may still start today. Starts none.

    Shape: `shards` as in SHARD_COUNT.
    """
    answer = await rest.get("/gateway/bot")
    if not answer.is_ok:
        return failure("gateway", f"Discord answers {answer.refusal}", "Try again later.")
    try:
        timeout = aiohttp.ClientWSTimeout(ws_close=TIMEOUT_SECONDS)
        async with session.ws_connect(f"{url}?v=10&encoding=json", timeout=timeout) as socket:
            hello = await socket.receive_json(timeout=TIMEOUT_SECONDS)
    except (aiohttp.ClientError, OSError, TypeError, ValueError) as error:
        advice = "Let WebSockets through the firewall or proxy, and check DISCORD_GATEWAY_URL."
        return failure("gateway", f"it can't be reached: {reason(error)}", advice)
    if not isinstance(hello, dict) or hello.get("op") != 10:
        return failure("gateway", "something other than Discord's gateway answers", "Check DISCORD_GATEWAY_URL.")
    limit, shards = answer.body["session_start_limit"], shards or answer.body["shards"]
    left = (
        f"{limit['remaining']} of {limit['total']} session starts are left today; the bot uses {shards} at each start"
    )
    if limit["remaining"] < shards:
        hours = limit["reset_after"] / 3_600_000
        return failure("gateway", left, f"Wait {hours:.1f} hours, and find out why the bot keeps restarting.")
    if limit["remaining"] < max(LEAST_SESSIONS, 2 * shards):
        return warning("gateway", left, "Find out from the log why the bot keeps restarting.")
    return ok("gateway", f"it answers; {left}")


def check_commands(answer: Answer, expected: Sequence[Mapping[str, Any]]) -> Finding:
    """Whether the commands registered at Discord are those of this version."""
    if not answer.is_ok:
        return failure("commands", f"Discord answers {answer.refusal}", "Invite the bot with `applications.commands`.")
    there = {command["name"]: _normal(command) for command in answer.body}
    wanted = {command["name"]: _normal(command) for command in expected}
    differing = sorted(name for name in there.keys() | wanted.keys() if there.get(name) != wanted.get(name))
    if not differing:
        return ok("commands", f"all {len(wanted)} are registered, in this version's form")
    names = ", ".join(f"/{name}" for name in differing)
    return warning("commands", f"outdated or not registered: {names}", "The bot registers them when it starts.")


FIELDS = frozenset({
    "name", "description", "type", "options", "required", "choices", "value", "min_value", "max_value", "min_length",
    "max_length", "autocomplete", "name_localizations", "description_localizations", "default_member_permissions",
})  # fmt: skip
"""The fields of a command that are compared. Discord fills in the others."""


def _normal(command: Any) -> Any:  # noqa: ANN401 - JSON
    """A command without fields that have their default, since Discord and discord.py leave out different ones."""
    if isinstance(command, dict):
        is_map = not command.keys() & {"name", "type"}  # texts by language
        kept = {key: _normal(part) for key, part in command.items() if is_map or key in FIELDS}
        return {key: part for key, part in kept.items() if part not in (None, False, "", [], {})}
    if isinstance(command, list | tuple):
        return [_normal(part) for part in command]
    return command if isinstance(command, bool | None) else str(command)  # Discord writes some numbers as texts


def check_emojis(answer: Answer, expected: Collection[str]) -> Finding:
    """Whether the emojis of cards and dice are uploaded. Shape: `expected` is empty if they're turned off."""
    if not expected:
        return ok("emojis", "turned off by EMOJIS")
    if not answer.is_ok:
        return failure("emojis", f"Discord answers {answer.refusal}", "Try again later.")
    there = {emoji["name"] for emoji in answer.body["items"]}
    missing = len(set(expected) - there)
    if not missing:
        return ok("emojis", f"all {len(expected)} are uploaded")
    text = f"{missing} of {len(expected)} aren't uploaded; cards and dice are shown as text"
    return warning("emojis", text, "The bot uploads them while it runs; if that fails, its log says why.")
