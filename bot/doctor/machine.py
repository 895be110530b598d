"""Checks this machine: the database, versions, and whether helper processes can start."""

import asyncio
import errno
import importlib.metadata
import os
import platform
import re
import shutil
import tomllib
from concurrent.futures import BrokenExecutor
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.doctor.findings import Finding, failure, ok, warning
from bot.errors import reason, remedy
from bot.logs import POOLER, SHARED_SESSION, sqlstate_of
from bot.settings import Settings, misspelt
from bot.share import EVERYTHING, Share
from bot.store.connection import denial, in_memory, unknown
from bot.store.leases import lock_of, open_lease
from bot.store.operations import Condition, inspect, try_to_write
from bot.workers.pool import WorkerPool

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
