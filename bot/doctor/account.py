"""Checks the bot's account at Discord: token, application, gateway, commands, emojis, clock."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from discord import Permissions

from bot.doctor.findings import Finding, failure, ok, warning
from bot.errors import reason, remedy
from bot.invitation import NEEDED, NEEDED_IN_VOICE, invitation
from bot.share import shard_of

TIMEOUT_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord answered. Shape: `body` is decoded JSON, or None if the answer isn't JSON."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def is_ok(self) -> bool:
        """Whether the request succeeded."""
        return self.status < 300

    @property
    def refusal(self) -> str:
        """Why it failed, as HTTP status and Discord's error code."""
        code = self.body.get("code") if isinstance(self.body, dict) else None
        return f"HTTP {self.status}" + (f", code {code}" if code else "")


class Rest:
    """Discord's REST API with the bot's token. Raises: aiohttp.ClientError, OSError, TimeoutError at each request."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self._session, self._url = session, url
        self._headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (Finte doctor)"}

    async def get(self, path: str) -> Answer:
        """Sends a GET request."""
        return await self.send("GET", path)

    async def send(self, method: str, path: str, body: object = None, *, with_token: bool = True) -> Answer:
        """Sends one request, without retries. Shape: routes with an interaction's token need none of the bot's."""
        async with self._session.request(
            method,
            self._url + path,
            json=body,
            headers=self._headers if with_token else {},
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS),
        ) as answer:
            is_json = answer.content_type == "application/json"
            return Answer(answer.status, await answer.json() if is_json else None, answer.headers)


PORTAL = "https://discord.com/developers/applications"

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


PATIENCE_SECONDS = 120.0
"""How long to wait for each click."""

BUTTON = "doctor"

PACE = ("X-RateLimit-Limit", "X-RateLimit-Reset-After")


class _Listener(discord.AutoShardedClient):
    """A client that acknowledges and collects clicks on the test message."""

    def __init__(self, guild_id: int, shards: int) -> None:
        super().__init__(
            intents=discord.Intents.none(),
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
