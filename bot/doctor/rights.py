"""Checks what the bot may do in the channels of its servers, by Discord's own rules for permissions.

Source: https://discord.com/developers/docs/topics/permissions#permission-overwrites
"""

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import Permissions

from bot.doctor.findings import Finding, failure, ok, warning
from bot.doctor.rest import Answer, Rest
from bot.invitation import NEEDED, NEEDED_IN_VOICE

UNNEEDED: Mapping[str, str] = {"embed_links": "Embed Links", "external_emojis": "Use External Emojis"}
"""Permissions that other bots need. This one sends no embeds, and an application's own emojis need no permission."""

ESSENTIAL = frozenset({"view_channel", "send_messages", "send_messages_in_threads", "connect"})
"""Without one of these, no table can be opened (cogs/table/answers.py)."""

TEXT_CHANNELS = frozenset({discord.ChannelType.text.value, discord.ChannelType.news.value})

VOICE_CHANNELS = frozenset({discord.ChannelType.voice.value, discord.ChannelType.stage_voice.value})

MOST_SERVERS = 10
"""Each server takes three requests."""

Json = Mapping[str, Any]


async def check_servers(rest: Rest, bot_id: str) -> list[Finding]:
    """The bot's permissions on its first servers. Shape: one finding a server; a last one if there are more servers."""
    answer = await rest.get(f"/users/@me/guilds?limit={MOST_SERVERS + 1}")
    if not answer.is_ok:
        return [failure("servers", f"Discord answers {answer.refusal}", "Try again later.")]
    if not answer.body:
        return [warning("servers", "the bot is on none", "Open the link above to invite it.")]
    found = [await _server(rest, bot_id, server["id"]) for server in answer.body[:MOST_SERVERS]]
    if len(answer.body) > MOST_SERVERS:
        found.append(ok("servers", f"only the first {MOST_SERVERS} were checked; `--channel ID` checks any channel"))
    return found


async def check_channel(rest: Rest, bot_id: str, channel_id: int) -> tuple[Finding, Json | None]:
    """What the bot may do in this channel. Shape: also the channel, or None if no message can be sent there."""
    answer = await rest.get(f"/channels/{channel_id}")
    if not answer.is_ok:
        advice = "Copy its id again, and give the bot *View Channel* there."
        return failure("channel", f"Discord answers {answer.refusal}", advice), None
    channel: Json = answer.body
    if "guild_id" not in channel:
        return failure("channel", "it isn't in a server", "Use the id of a text channel."), None
    if channel["type"] not in TEXT_CHANNELS | VOICE_CHANNELS and channel.get("parent_id"):  # a thread
        answer = await rest.get(f"/channels/{channel['parent_id']}")
    server, member = await _membership(rest, bot_id, channel["guild_id"])
    if refusal := _refusal(answer, server, member):
        return failure("channel", f"Discord answers {refusal}", "Try again later."), None
    held = permissions_in(server.body, member.body, answer.body)
    needed = _needed(channel)
    missing = _missing(held, needed)
    if not missing:
        return ok("channel", f"#{channel['name']}: {_all_rights(held)}"), channel
    text = f"#{channel['name']}: {', '.join(needed[name] for name in missing)} is missing"
    found = failure if ESSENTIAL & {*missing} else warning
    return found("channel", text, "Allow it in the channel's settings."), None if ESSENTIAL & {*missing} else channel


async def _membership(rest: Rest, bot_id: str, guild_id: str) -> tuple[Answer, Answer]:
    """Discord's answers with a server, and with the bot as its member."""
    return await rest.get(f"/guilds/{guild_id}"), await rest.get(f"/guilds/{guild_id}/members/{bot_id}")


def _refusal(*answers: Answer) -> str | None:
    """What Discord says about the first of these requests that it refused. Shape: None if it refused none."""
    return next((answer.refusal for answer in answers if not answer.is_ok), None)


async def _server(rest: Rest, bot_id: str, guild_id: str) -> Finding:
    found, member = await _membership(rest, bot_id, guild_id)
    listed = await rest.get(f"/guilds/{guild_id}/channels")
    if refusal := _refusal(found, member, listed):
        return failure("rights", f"server {guild_id}: Discord answers {refusal}", "Try again later.")
    server: Json = found.body
    texts = [channel for channel in listed.body if channel["type"] in TEXT_CHANNELS | VOICE_CHANNELS]
    lacking = {
        channel["name"]: _missing(permissions_in(server, member.body, channel), _needed(channel)) for channel in texts
    }
    lacking = {name: missing for name, missing in lacking.items() if missing}
    kinds = "text and voice channels" if any(map(_is_vocal, texts)) else "text channels"
    if not lacking:
        return ok("rights", f"{server['name']}: all that are needed, in all {len(texts)} {kinds}")
    names = sorted({NEEDED_IN_VOICE[right] for missing in lacking.values() for right in missing})
    shown = ", ".join(f"#{name}" for name in [*lacking][:5]) + (" and more" if len(lacking) > 5 else "")
    text = f"{server['name']}: {', '.join(names)} is missing in {len(lacking)} of {len(texts)} {kinds} ({shown})"
    is_unusable = len(lacking) == len(texts) and all(ESSENTIAL & {*missing} for missing in lacking.values())
    make = failure if is_unusable else warning
    return make("rights", text, "Allow it there if people should play there.")


def permissions_in(server: Json, member: Json, channel: Json) -> Permissions:
    """What a member may do in a channel."""
    roles = {server["id"], *member["roles"]}
    base = Permissions(0)
    for role in server["roles"]:
        if role["id"] in roles:
            base |= Permissions(int(role["permissions"]))
    if base.administrator or server["owner_id"] == member["user"]["id"]:
        return Permissions.all()
    everyone, by_role, own = [], [], []
    for overwrite in channel.get("permission_overwrites", ()):
        if overwrite["id"] == server["id"]:
            everyone.append(overwrite)
        elif overwrite["type"] == 0 and overwrite["id"] in roles:
            by_role.append(overwrite)
        elif overwrite["id"] == member["user"]["id"]:
            own.append(overwrite)
    value = base.value
    for group in (everyone, by_role, own):  # if roles disagree, Allow wins over Deny
        value = value & ~_union(group, "deny") | _union(group, "allow")
    return Permissions(value)


def _union(overwrites: Iterable[Json], key: str) -> int:
    bits = 0
    for overwrite in overwrites:
        bits |= int(overwrite[key])
    return bits


def _is_vocal(channel: Json) -> bool:
    return channel["type"] in VOICE_CHANNELS


def _needed(channel: Json) -> Mapping[str, str]:
    return NEEDED_IN_VOICE if _is_vocal(channel) else NEEDED


def _missing(held: Permissions, needed: Mapping[str, str]) -> list[str]:
    return [name for name in needed if not getattr(held, name)]


def _all_rights(held: Permissions) -> str:
    without = [text for name, text in UNNEEDED.items() if not getattr(held, name)]
    return "all that are needed" + (f"; {', '.join(without)} is missing, and isn't needed" if without else "")
