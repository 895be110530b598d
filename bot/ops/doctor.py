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
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Literal

import aiohttp
import discord
from discord.http import Route
from dotenv import dotenv_values
from sqlalchemy.engine import make_url

from bot.errors import reason, remedy
from bot.interactions.client import bound_requests
from bot.invitation import NEEDED, NEEDED_IN_VOICE, invitation
from bot.logs import POOLER, SHARED_SESSION, sqlstate_of
from bot.settings import MALFORMED, Settings
from bot.share import EVERYTHING, Share, shard_of
from bot.store.connection import denial, in_memory, unknown
from bot.store.leases import lock_of, open_lease
from bot.store.operations import Condition, inspect, try_to_write
from bot.store.processes import may_run
from bot.workers.pool import WorkerPool

Level = Literal["ok", "warning", "failure"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check: one sentence without a secret, and advice, "" if ok."""

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
    names = [name.upper() for name in Settings.model_fields]
    strange = [name for name in dotenv_values(file, interpolate=False) if name.upper() not in names]
    close = [(name, *get_close_matches(name.upper(), names, n=1, cutoff=0.8)) for name in strange]
    found = [f"{pair[0]} (did you mean {pair[1]}?)" for pair in close if len(pair) > 1]
    if found:
        return warning(
            "settings", f"{file.name} has {', '.join(found)}", "Correct it: the bot ignores names it doesn't know."
        )
    return ok("settings", f"{file.name} has no misspelt names" if file.is_file() else f"there is no {file.name}")


async def check_database(url: str, share: Share = EVERYTHING) -> tuple[list[Finding], Condition | None]:
    """Where the database is, its schema, and whether the bot can write there. Also returns its condition, or None."""
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
        findings.append(_disk(found.file))
    if findings[1].level == "ok" and (found.file is None or lock_of(found.file).exists()):  # or the lease would make it
        findings.append(await _lease(url, share))
    return findings, found


def advice_for(error: BaseException) -> str:
    """Advice for the operator about this error."""
    return f"{advice}." if (advice := remedy(error)) else "Check DATABASE_URL."


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
    """Whether the bot can serve its health and metrics here. With `is_running`, a bot may be doing so now."""
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
    differing = []
    for name, allowed in locked.items():
        with suppress(importlib.metadata.PackageNotFoundError):  # not for this system
            if importlib.metadata.version(name) not in allowed:
                differing.append(name)
    if differing:
        return warning("versions", f"{text}; not as locked: {', '.join(differing)}", "Run `make install`.")
    return ok("versions", text)


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

PATIENCE_SECONDS = 120.0
"""How long to wait for the gateway, and for a click."""

PORTAL = "https://discord.com/developers/applications"

LEAST_SESSIONS = 50
"""With fewer session starts left today, a bot that keeps restarting will soon be unable to connect."""

SKEW_WARNING_SECONDS = 3
SKEW_FAILURE_SECONDS = 30
"""A wrong clock makes the ages of clicks wrong, and the times that Discord shows for players' clocks."""

ESSENTIAL = frozenset({"view_channel", "send_messages", "send_messages_in_threads", "connect"})
"""Without one of these, no table can be opened (cogs/table/answers.py)."""

MOST_SERVERS = 10
"""Each server takes three requests."""

Channel = discord.TextChannel | discord.VoiceChannel | discord.StageChannel


@dataclass(frozen=True, slots=True)
class Expected:
    """Registrations of this version at Discord: commands as JSON that is sent, and names of emojis."""

    commands: Sequence[Mapping[str, Any]]
    emojis: Collection[str]


async def examine(
    settings: Settings,
    expected: Expected,
    channel_id: int | None = None,
    *,
    tell: Callable[[str], None],
    patience: float = PATIENCE_SECONDS,
) -> AsyncIterator[Finding]:
    """Runs each check and yields its findings. `tell` prints an instruction for the person at the terminal."""
    yield check_versions()
    yield check_settings()
    yield await check_processes(settings)
    found, condition = await check_database(settings.database_url, settings.share)
    for finding in found:
        yield finding
    is_running = condition is not None and may_run(condition.beat_at, time.time())
    if settings.metrics_port:
        yield await check_port(settings.metrics_host, settings.metrics_port, is_running=is_running)
    async with (
        aiohttp.ClientSession() as session,
        discord.AutoShardedClient(intents=discord.Intents.none(), max_messages=None) as client,
    ):
        finding, date = await check_token(settings, session)
        yield finding
        if finding.level == "failure":
            return
        yield check_clock(date)
        checks = {
            "application": check_application(client, settings.discord_token.get_secret_value()),
            "gateway": check_gateway(client, session, settings),
            "commands": check_commands(client, expected.commands),
            "emojis": check_emojis(client, expected.emojis),
            "servers": check_servers(client),
        }
        if channel_id is not None:
            del checks["servers"]
            checks["channel"] = check_channel(client, channel_id, tell=tell, patience=patience, is_running=is_running)
        for name, findings in checks.items():
            try:
                async for finding in findings:
                    yield finding
            except discord.HTTPException as error:
                code = f", code {error.code}" if error.code else ""
                yield failure(name, f"Discord answers HTTP {error.status}{code}", "Try again later.")
            except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
                yield failure(name, f"Discord doesn't respond: {reason(error)}", "Try again.")
            if client.application is None:  # without a login nothing else can be asked
                return


async def check_token(settings: Settings, session: aiohttp.ClientSession) -> tuple[Finding, str | None]:
    """Whether Discord accepts the token. Also returns Discord's time, in the form of HTTP."""
    copy, token = "Copy all of it from the Developer Portal into DISCORD_TOKEN.", settings.discord_token
    if not token.get_secret_value():
        return failure("token", "DISCORD_TOKEN is missing, or isn't one word", copy), None
    if settings.has_malformed_token:
        return failure("token", MALFORMED, copy), None
    headers = {"Authorization": f"Bot {token.get_secret_value()}", "User-Agent": "DiscordBot (Finte doctor)"}
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
    try:
        async with session.get(f"{settings.discord_api_url}/users/@me", headers=headers, timeout=timeout) as answer:
            status, date = answer.status, answer.headers.get("Date")
            me = await answer.json() if answer.content_type == "application/json" else {}
    except (aiohttp.ClientError, OSError, ValueError) as error:
        advice = remedy(error) or "Check the network, DNS, a proxy or firewall, and DISCORD_API_URL"
        return failure("token", f"Discord is out of reach: {reason(error)}", f"{advice}."), None
    if status == 401:
        return failure("token", "Discord doesn't know it", f"Reset the token. {copy}"), None
    if status == 404 or (status < 300 and "username" not in me):
        text = f"something other than Discord's API answers (HTTP {status})"
        return failure("token", text, "Check DISCORD_API_URL, or leave it out."), None
    if status >= 300:
        return failure("token", f"Discord answers HTTP {status}", "Try again later."), None
    return ok("token", f"Discord knows it; the bot is called {me['username']}"), date


def check_clock(date: str | None, clock: Callable[[], float] = time.time) -> Finding:
    """Difference between this machine's clock and Discord's."""
    if date is None:
        return warning("clock", "Discord's answer has no time", "Compare the clock with another one.")
    skew = clock() - parsedate_to_datetime(date).timestamp()
    if abs(skew) < SKEW_WARNING_SECONDS:
        return ok("clock", "it agrees with Discord's clock")
    found = failure if abs(skew) >= SKEW_FAILURE_SECONDS else warning
    text = f"it is {abs(skew):.0f} s {'ahead of' if skew > 0 else 'behind'} Discord's"
    return found("clock", text, "Have it set by NTP: `timedatectl set-ntp true`.")


async def check_application(client: discord.Client, token: str) -> AsyncIterator[Finding]:
    """Logs in, and checks how the application is set up."""
    await client.login(token)
    bound_requests(client)
    assert client.application is not None
    yield application_finding(client.application)


def application_finding(application: discord.AppInfo) -> Finding:
    """Whether the gateway gets clicks and commands, and only servers can add the bot."""
    link = f"invite it to a server: {invitation(application.id)}"
    if application.interactions_endpoint_url:
        text = f"{application.id} has clicks and commands sent to a web address instead of the bot"
        return failure("application", text, f"Clear *Interactions Endpoint URL* under {PORTAL}.")
    if application.user_integration_config is not None:
        text = f"people can add it with *Add to My Apps*, where it has no commands; {link}"
        return warning("application", text, f"Switch *User Install* off under {PORTAL}, *Installation*.")
    return ok("application", link)


async def check_gateway(
    client: discord.Client, session: aiohttp.ClientSession, settings: Settings
) -> AsyncIterator[Finding]:
    """Whether the gateway answers, and how many sessions may still start today. Starts none."""
    answer = await client.http.request(Route("GET", "/gateway/bot"))
    unreached = await _unreached(session, settings.discord_gateway_url)
    yield unreached or sessions_finding(answer["session_start_limit"], settings.shard_count or answer["shards"])


async def _unreached(session: aiohttp.ClientSession, url: str) -> Finding | None:
    """Failure to reach the gateway; None if it answers."""
    try:
        timeout = aiohttp.ClientWSTimeout(ws_close=TIMEOUT_SECONDS)
        async with session.ws_connect(f"{url}?v=10&encoding=json", timeout=timeout) as socket:
            hello = await socket.receive_json(timeout=TIMEOUT_SECONDS)
    except (aiohttp.ClientError, OSError, TypeError, ValueError) as error:
        advice = "Let WebSockets through the firewall or proxy, and check DISCORD_GATEWAY_URL."
        return failure("gateway", f"it can't be reached: {reason(error)}", advice)
    if not isinstance(hello, dict) or hello.get("op") != 10:
        return failure("gateway", "something other than Discord's gateway answers", "Check DISCORD_GATEWAY_URL.")
    return None


def sessions_finding(limit: Mapping[str, int], shards: int) -> Finding:
    """Whether the bot can start again today with this many shards."""
    remaining = limit["remaining"]
    left = f"{remaining} of {limit['total']} session starts are left today; the bot uses {shards} at each start"
    if remaining < shards:
        hours = limit["reset_after"] / 3_600_000
        return failure("gateway", left, f"Wait {hours:.1f} hours, and find out why the bot keeps restarting.")
    if remaining < max(LEAST_SESSIONS, 2 * shards):
        return warning("gateway", left, "Find out from the log why the bot keeps restarting.")
    return ok("gateway", f"it answers; {left}")


async def check_commands(client: discord.Client, expected: Sequence[Mapping[str, Any]]) -> AsyncIterator[Finding]:
    """Whether the commands registered at Discord are those of this version."""
    path = "/applications/{application_id}/commands?with_localizations=true"
    yield commands_finding(
        await client.http.request(Route("GET", path, application_id=client.application_id)), expected
    )


def commands_finding(registered: Sequence[Mapping[str, Any]], expected: Sequence[Mapping[str, Any]]) -> Finding:
    """Whether these are the same commands."""
    there = {command["name"]: _normal(command) for command in registered}
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


async def check_emojis(client: discord.Client, expected: Collection[str]) -> AsyncIterator[Finding]:
    """Whether the emojis of cards and dice are uploaded. `expected` is empty if they're turned off."""
    if not expected:
        yield ok("emojis", "turned off by EMOJIS")
    elif missing := {*expected} - {emoji.name for emoji in await client.fetch_application_emojis()}:
        text = f"{len(missing)} of {len(expected)} aren't uploaded; cards and dice are shown as text"
        yield warning("emojis", text, "The bot uploads them while it runs; if that fails, its log says why.")
    else:
        yield ok("emojis", f"all {len(expected)} are uploaded")


async def check_servers(client: discord.Client) -> AsyncIterator[Finding]:
    """The bot's permissions on its first servers, one finding each; a last one if there are more servers."""
    servers = [server async for server in client.fetch_guilds(limit=MOST_SERVERS + 1, with_counts=False)]
    if not servers:
        yield warning("servers", "the bot is on none", "Open the link above to invite it.")
    for server in servers[:MOST_SERVERS]:
        lacking = await _lacking(client, server.id)
        yield _rights(server.name, {channel: missing for channel, missing in lacking.items() if missing}, len(lacking))
    if len(servers) > MOST_SERVERS:
        yield ok("servers", f"only the first {MOST_SERVERS} were checked; `--channel ID` checks any channel")


async def _lacking(client: discord.Client, server_id: int) -> dict[discord.abc.GuildChannel, list[str]]:
    """Permissions that the bot lacks, by channel with messages or threads."""
    assert client.user is not None
    server = await client.fetch_guild(server_id, with_counts=False)
    member = await server.fetch_member(client.user.id)
    return {
        channel: [name for name in _needed(channel) if not getattr(channel.permissions_for(member), name)]
        for channel in await server.fetch_channels()
        if isinstance(channel, Channel | discord.ForumChannel)
    }


def _needed(channel: discord.abc.GuildChannel) -> Mapping[str, str]:
    return NEEDED_IN_VOICE if isinstance(channel, discord.VoiceChannel | discord.StageChannel) else NEEDED


def _rights(server: str, lacking: Mapping[discord.abc.GuildChannel, Sequence[str]], number: int) -> Finding:
    """Whether the bot can work in all channels of a server, `number` in all."""
    if not lacking:
        return ok("rights", f"{server}: all that are needed, in all {number} channels")
    names = sorted({NEEDED_IN_VOICE[right] for missing in lacking.values() for right in missing})
    shown = ", ".join(f"#{channel.name}" for channel in [*lacking][:5]) + (" and more" if len(lacking) > 5 else "")
    text = f"{server}: {', '.join(names)} is missing in {len(lacking)} of {number} channels ({shown})"
    is_unusable = len(lacking) == number and all(ESSENTIAL & {*missing} for missing in lacking.values())
    return (failure if is_unusable else warning)("rights", text, "Allow it there if people should play there.")


async def check_channel(
    client: discord.AutoShardedClient,
    channel_id: int,
    *,
    tell: Callable[[str], None],
    patience: float,
    is_running: bool,
) -> AsyncIterator[Finding]:
    """Whether the bot can work in this channel and, unless a bot is running, whether a click there arrives."""
    try:
        channel = await client.fetch_channel(channel_id)
    except discord.HTTPException as error:
        advice = "Copy its id again, and give the bot *View Channel* there."
        yield failure("channel", f"Discord answers HTTP {error.status}, code {error.code}", advice)
        return
    if not isinstance(channel, Channel | discord.Thread):
        yield failure("channel", "nobody can play in it", "Use the id of a text channel.")
        return
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    lacking = await _lacking(client, channel.guild.id)
    parent, missing = next((one, missing) for one, missing in lacking.items() if one.id == parent_id)
    is_unusable = bool(ESSENTIAL & {*missing})
    if missing:
        text = f"#{channel.name}: {', '.join(_needed(parent)[name] for name in missing)} is missing"
        yield (failure if is_unusable else warning)("channel", text, "Allow it in the channel's settings.")
    else:
        yield ok("channel", f"#{channel.name}: all that are needed")
    if is_running:
        advice = "Stop the bot and run this again: a running bot would answer these clicks itself."
        yield warning("clicks", "not tried while the bot runs", advice)
    elif not is_unusable:
        yield await _clicked(client, channel, tell, patience)


class _Button(discord.ui.View):
    """A button that somebody is to press once."""

    @discord.ui.button(label="Press", style=discord.ButtonStyle.primary, custom_id="doctor")
    async def press(self, interaction: discord.Interaction, _button: "discord.ui.Button[_Button]") -> None:
        await interaction.response.edit_message(content="Thank you. That's all.", view=None)
        self.stop()


async def _clicked(
    client: discord.AutoShardedClient, channel: Channel | discord.Thread, tell: Callable[[str], None], patience: float
) -> Finding:
    """Posts a message with a button, waits for a click on it, and deletes the message."""
    gateway = await client.http.request(Route("GET", "/gateway/bot"))
    client.shard_count, client.shard_ids = gateway["shards"], [shard_of(channel.guild.id, gateway["shards"])]
    connected = client.wait_for("connect", timeout=patience)
    connecting = asyncio.create_task(client.connect())
    try:
        with suppress(TimeoutError):
            await connected
            button = _Button(timeout=patience)
            message = await channel.send("Press the button.", view=button)
            try:
                tell(f"Press the button in #{channel.name}.")
                if not await button.wait():
                    return ok("clicks", "they arrive, and can be answered")
            finally:
                await message.delete()
    finally:
        await client.close()
        connecting.cancel()
        with suppress(asyncio.CancelledError):
            await connecting
    text = f"none could be answered within {patience:.0f} s"
    return failure("clicks", text, "Run this again, and press the button.")
