"""`python -m bot doctor`: checks an installation and its account at Discord, and says what to do. Changes neither."""

import asyncio
import errno
import importlib.metadata
import os
import platform
import re
import shutil
import time
import tomllib
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Literal

import aiohttp
import discord
from discord import Permissions
from sqlalchemy.engine import make_url

from bot.errors import reason, remedy
from bot.invitation import NEEDED, NEEDED_IN_VOICE, invitation
from bot.logs import POOLER, SHARED_SESSION, sqlstate_of
from bot.settings import MALFORMED, Settings, misspelt
from bot.share import EVERYTHING, Share, shard_of
from bot.store import Condition, denial, in_memory, inspect, lock_of, may_run, open_lease, try_to_write, unknown
from bot.workers.pool import WorkerPool

Level = Literal["ok", "warning", "failure"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. Shape: `text` is one sentence without a secret; `advice` says what to do, "" if ok."""

    level: Level
    check: str
    text: str
    advice: str = ""

    def __str__(self) -> str:
        told = f"{self.text}. {self.advice}" if self.advice else self.text
        return f"{self.level:<8} {self.check}: {told}"


def ok(check: str, text: str) -> Finding:
    """A check without a problem."""
    return Finding("ok", check, text)


def warning(check: str, text: str, advice: str) -> Finding:
    """A problem with which the bot can still run."""
    return Finding("warning", check, text, advice)


def failure(check: str, text: str, advice: str) -> Finding:
    """A problem that keeps the bot from working."""
    return Finding("failure", check, text, advice)


ROOT = Path(__file__).parents[2]

MEGABYTE = 1_000_000
LEAST_FREE = 100 * MEGABYTE
LOW_FREE = 1000 * MEGABYTE
"""A match takes about 10 kB, and SQLite's log and a backup need room as well."""

START_SECONDS = 30.0

SERVER_SECONDS = 30.0
"""How long to wait for a server: it may hang, or somebody may have locked a table."""

LOCKED = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)


def check_settings(file: Path = Path(".env")) -> Finding:
    """Whether a name in `.env` looks like a misspelt setting, which the bot would ignore."""
    found = [f"{name} (did you mean {meant}?)" for name, meant in misspelt(file).items()]
    if found:
        return warning(
            "settings", f"{file.name} has {', '.join(found)}", "Correct it: the bot ignores names it doesn't know."
        )
    return ok("settings", f"{file.name} has no misspelt names" if file.is_file() else f"there is no {file.name}")


async def check_database(url: str, share: Share = EVERYTHING) -> tuple[list[Finding], Condition | None]:
    """Where the database is, its schema, and whether the bot can write there. Shape: also its condition, or None."""
    if in_memory(url):
        advice = "Set DATABASE_URL to a file on a disk that lasts, or to PostgreSQL."
        return [warning("database", "it is in memory: everything is lost when the bot stops", advice)], None
    address = make_url(url)
    is_file = address.get_backend_name() == "sqlite"
    where = str(address.database) if is_file else address.set(query={}).render_as_string(hide_password=True)
    denied = denial(Path(where)) if is_file else None
    try:
        async with asyncio.timeout(SERVER_SECONDS):
            found = await inspect(url)
    except ModuleNotFoundError:
        return [failure("database", "its driver is missing", "Install requirements-postgresql.txt.")], None
    except Exception as error:  # noqa: BLE001 - every driver has its own
        if sqlstate_of(error) in SHARED_SESSION:
            return [failure("database", f"{where} is shared with others", f"DATABASE_URL {POOLER}.")], None
        if denied is not None:
            return [_denied(denied)], None
        return [failure("database", f"{where} can't be read: {reason(error)}", advice_for(error))], None
    findings = [_schema(found, str(found.file or where))]
    if found.file is None:
        findings.append(await _written(url, found))
    else:
        findings.append(_denied(denied) if denied else ok("writing", f"this user can write to {found.file}"))
        findings += [*([_journal(found)] if found.schema else []), _disk(found.file)]
    if findings[1].level == "ok" and (found.file is None or lock_of(found.file).exists()):  # or the lease would make it
        findings.append(await _lease(url, share))
    return findings, found


def advice_for(error: BaseException, otherwise: str = "Check DATABASE_URL.") -> str:
    """What an operator can do about this error."""
    return f"{advice}." if (advice := remedy(error)) else otherwise


def _schema(found: Condition, where: str) -> Finding:
    if found.schema is None:
        return ok("database", f"{where}: it doesn't exist yet; the bot creates it when it starts")
    if found.schema == found.newest_schema:
        return ok("database", f"{where}: schema {found.schema} is up to date")
    if why := unknown(found.schema):
        text, _, advice = why.partition(", so ")
        return failure("database", f"{where}: {text}", f"{advice.capitalize()}, or restore a backup.")
    text = f"{where}: schema {found.schema} is older than this version's, {found.newest_schema}"
    return warning("database", text, "The bot migrates it when it starts; make a backup first.")


def _denied(error: OSError) -> Finding:
    text = {
        errno.EROFS: f"{error.filename} is on a file system that can only be read",
        errno.ENOTDIR: f"{error.filename} isn't a folder",
    }.get(error.errno or 0, f"this user can't write to {error.filename}")
    return failure("writing", text, advice_for(error))


async def _written(url: str, found: Condition) -> Finding:
    try:
        async with asyncio.timeout(SERVER_SECONDS):
            await try_to_write(url, found)
    except TimeoutError:
        return failure("writing", f"no answer within {SERVER_SECONDS:.0f} s", "Look who locks the bot's tables.")
    except Exception as error:  # noqa: BLE001 - every driver has its own
        return failure("writing", f"the server refuses it: {reason(error)}", advice_for(error))
    return ok("writing", "the server lets this role write")


async def _lease(url: str, share: Share) -> Finding:
    """Whether a bot could act. Takes the lease for a moment if it's free, which doesn't disturb one that stands by."""
    try:
        async with open_lease(url, share.shards, share.count) as lease:
            if not lease.is_exclusive:
                return warning("lease", "a pooler keeps none", "Make sure that no second process is started.")
            is_free = await lease.try_acquire()
    except Exception as error:  # noqa: BLE001
        return failure("lease", f"it can't be taken: {reason(error)}", advice_for(error))
    return ok("lease", "it's free" if is_free else "a process holds it; another one would stand by")


async def check_port(host: str, port: int, *, is_running: bool) -> Finding:
    """Whether the bot can serve its health and metrics here. Shape: `is_running` if a bot may be doing so now."""
    try:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            advice = "Check METRICS_HOST and METRICS_PORT."
            return failure("port", f"{host}:{port} can't be opened: {error.strerror}", advice)
        if is_running:
            return ok("port", f"{port} is in use, as by the running bot")
        advice = "Choose another METRICS_PORT, or stop that program: the bot serves nothing there until then."
        return warning("port", f"another program uses {port}", advice)
    server.close()
    return ok("port", f"{host}:{port} is free")


def _journal(found: Condition) -> Finding:
    if found.journal == "wal":
        return ok("journal", "WAL: readers and the writer don't wait for each other")
    advice = "The bot turns WAL on when it starts; network disks often don't support it, so use a local one."
    return warning("journal", f"{found.journal}, not WAL", advice)


def _disk(file: Path) -> Finding:
    folder = next(parent for parent in file.parents if parent.exists())
    free = shutil.disk_usage(folder).free
    text = f"{free / MEGABYTE:,.0f} MB are free"
    if free < LEAST_FREE:
        return failure("disk", text, "Free some space: moves can't be stored on a full disk.")
    return warning("disk", text, "Free some space soon.") if free < LOW_FREE else ok("disk", text)


def check_versions(requirements: Path = ROOT / "requirements.txt") -> Finding:
    """Python, discord.py and Finte, and whether the packages are the locked ones."""
    project = requirements.with_name("pyproject.toml")
    finte = tomllib.loads(project.read_text())["project"]["version"] if project.exists() else "unknown"
    text = f"Finte {finte}, Python {platform.python_version()}, discord.py {importlib.metadata.version('discord.py')}"
    locked: dict[str, set[str]] = {}  # a package can have another version for another Python
    for name, version in LOCKED.findall(requirements.read_text()) if requirements.exists() else ():
        locked.setdefault(name, set()).add(version)
    differing = [name for name, allowed in locked.items() if (installed(name) or min(allowed)) not in allowed]
    if differing:
        return warning("versions", f"{text}; not as locked: {', '.join(differing)}", "Run `make install`.")
    return ok("versions", text)


def installed(name: str) -> str | None:
    """The installed version of a package."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:  # not for this system
        return None


async def check_processes(settings: Settings, seconds: float = START_SECONDS) -> Finding:
    """Whether helper processes for pictures and searches can start. Units: `seconds` to wait for one."""
    if not settings.picture_processes and not settings.search_processes and not settings.review_seconds:
        return ok("processes", "turned off by the settings")
    pool = WorkerPool(1)
    try:
        async with asyncio.timeout(seconds):
            await pool.run(seconds, os.getpid)
    except TimeoutError:
        return failure("processes", f"none started within {seconds:.0f} s", "Free memory and CPU on this machine.")
    except (BrokenExecutor, OSError) as error:
        advice = "Allow the bot more processes and memory, or set PICTURE_PROCESSES=0 and SEARCH_PROCESSES=0."
        return failure("processes", f"none can start: {reason(error)}", advice)
    finally:
        pool.close()
    return ok("processes", "helper processes can start")


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
