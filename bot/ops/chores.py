"""Chores at the command line: backing up, moving the data, forgetting somebody, working out ratings anew."""

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import SystemRandom

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import CannotStart, failed, remedy, unusable
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.privacy import Forgetting
from bot.store.connection import UnknownSchema, in_a_file, in_memory, open_database
from bot.store.leases import open_lease
from bot.store.operations import NotEmpty, Unequal, compact, copy, inspect, move
from bot.store.privacy import PrivacyStore
from bot.store.processes import BEAT_SECONDS, Heartbeat, may_run
from bot.store.results import recount
from bot.store.store import Store


@asynccontextmanager
async def opened(
    url: str,
    said_as: str = "DATABASE_URL",
    *,
    migrates: bool = True,
    command_seconds: float | None = None,
) -> AsyncIterator[AsyncEngine]:
    """Opens a database, by default the bot's. Takes `migrates` and `command_seconds` as `open_database` does.

    Raises: CannotStart, which names the address as `said_as`.
    """
    async with AsyncExitStack() as stack:
        with _explained(said_as):
            opening = open_database(url, migrates=migrates, command_seconds=command_seconds)
            engine = await stack.enter_async_context(opening)
        yield engine


@asynccontextmanager
async def at_rest(url: str, shard_count: int) -> AsyncIterator[AsyncEngine]:
    """Opens the bot's database for a chore, and keeps every bot from acting on it meanwhile.

    Raises: CannotStart, also if a bot acts on it, or none ever has: making a new database would hide a typo.
    """
    if in_memory(url):
        raise CannotStart("DATABASE_URL is a database in memory, which nobody but the bot itself can read")
    async with AsyncExitStack() as stack:
        with _explained("DATABASE_URL"):
            found = await inspect(url)
            if found.file is not None and not found.file.exists():
                raise CannotStart(f"There is no database at {found.file}")
            if found.schema is None:
                raise CannotStart("DATABASE_URL leads to an empty database: no bot has used it yet")
            lease = await stack.enter_async_context(open_lease(url, range(shard_count), shard_count))
            if not await lease.try_acquire():
                raise CannotStart("The bot is running: stop it first")
        engine = await stack.enter_async_context(opened(url))
        try:
            yield engine
        except SQLAlchemyError as error:
            raise failed("The database failed, and what was under way is undone", error) from error


@asynccontextmanager
async def to_fill(url: str, shard_count: int) -> AsyncIterator[AsyncEngine]:
    """Opens the database that a copy goes to, makes it if it's missing, and keeps every bot from acting on it.

    It may still have rows. Raises: CannotStart, also if it's the one that `at_rest` has open.
    """
    if in_memory(url):
        raise CannotStart("Nothing is copied: a database in memory would be gone once this command ends")
    async with AsyncExitStack() as stack:
        with _explained("The address"):
            found = await inspect(url)
            if found.schema not in {None, found.newest_schema}:
                raise CannotStart("Nothing is copied: another version of the bot uses the other database")
            lease = await stack.enter_async_context(open_lease(url, range(shard_count), shard_count))
            if not await lease.try_acquire():
                raise CannotStart("Nothing is copied: the address leads to the same database, or to another bot's")
        yield await stack.enter_async_context(opened(url, "The address"))


@contextmanager
def _explained(said_as: str) -> Iterator[None]:
    """Turns any failure into CannotStart, which names the address as `said_as`."""
    try:
        yield
    except CannotStart:
        raise
    except ModuleNotFoundError as error:
        raise CannotStart(f"{said_as} needs a driver: install requirements-postgresql.txt") from error
    except UnknownSchema as error:
        raise CannotStart(f"{said_as} leads to a database that this version can't use: {error}") from error
    except Exception as error:  # every driver has its own
        raise unusable(error, said_as) from error


NEXT_BEAT_SECONDS = BEAT_SECONDS + 5
"""A running bot has written its next heartbeat by then, even on a busy machine."""

PROGRESS_SECONDS = 5
"""How often a copy says how far it is."""

HIGHEST_ID = 2**63 - 1
"""The highest id that databases can store. Discord's ids are lower until 2084."""


def backup(url: str, to: Path) -> None:
    """Copies the SQLite database to a file. Raises: CannotStart if it is not SQLite, or the copy fails."""
    address = make_url(url)
    if not in_a_file(address):
        raise CannotStart("This database is no file: PostgreSQL has pg_dump")
    try:
        copy(address, to)
    except (OSError, sqlite3.Error) as error:
        advice = remedy(error)
        raise CannotStart(f"There is no backup: {error}" + (f". {advice}" if advice else "")) from error
    sys.stdout.write(f"Copied {address.database} to {to}\n")


async def move_to(
    source: AsyncEngine,
    target: AsyncEngine,
    *,
    clock: Callable[[], float] = time.time,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> str:
    """Copies everything into another database, and returns a report with the rows and checksum of each table.

    Raises: CannotStart while the bot runs, or if the other database isn't empty or reads differently afterwards.
    """
    await _make_sure_of_rest(source, clock, sleep, "what it writes now would be missing")
    try:
        copied = await move(source, target, progress=_Progress(clock))
    except NotEmpty as error:
        raise CannotStart(f"Nothing is copied: the other database has rows already, in {error}") from error
    except (Unequal, SQLAlchemyError) as error:
        reason = f"{error} reads differently there" if isinstance(error, Unequal) else outline(error)
        raise CannotStart(f"Nothing is copied: {reason}") from error
    width = max(len(one.table) for one in copied)
    lines = [f"{one.rows:>10}  {one.table:<{width}}  {one.checksum}" for one in copied]
    return "\n".join([*lines, "Both databases have the same rows. Now set DATABASE_URL to the other one."])


class _Progress:
    """Prints every few seconds how far a copy is."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said_at = clock()

    def __call__(self, doing: str, rows: int) -> None:
        if self._clock() >= self._said_at + PROGRESS_SECONDS:
            self._said_at = self._clock()
            sys.stderr.write(f"{doing}: {rows:,} rows …\n")
            sys.stderr.flush()


async def forget(
    engine: AsyncEngine,
    user_id: int,
    *,
    clock: Callable[[], float] = time.time,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> str:
    """Deletes everything kept about a person, and returns a report of it.

    Raises: CannotStart while the bot runs, or if no user can have this id.
    """
    if not 0 < user_id <= HIGHEST_ID:
        raise CannotStart("No Discord user has this id")
    await _make_sure_of_rest(engine, clock, sleep, "would write the name again")
    store = Store(engine)
    matches = Matches(store, clock=clock, rng=SystemRandom())
    gone = await Forgetting(matches, PrivacyStore(engine)).forget(user_id)
    if in_a_file(engine.url):
        try:
            compact(engine.url)
        except sqlite3.Error as error:
            raise CannotStart(f"Removed, but traces may be left in the file: {error}") from error
    return (
        f"User {user_id}: removed {gone.results} results, {gone.names} names, {gone.seats} names at tables, "
        f"{gone.lessons} lessons, {gone.panels} panel tokens, {gone.choices} sets of choices."
    )


async def recompute(
    engine: AsyncEngine,
    *,
    checks: bool,
    clock: Callable[[], float] = time.time,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> str:
    """Works out all ratings anew from the stored results, and returns a report of what was wrong.

    With `checks`, nothing is repaired. Raises: CannotStart while the bot runs, or if a check finds something.
    """
    await _make_sure_of_rest(engine, clock, sleep, "couldn't write while everything is counted")
    found = await recount(engine, repairs=not checks)
    if not found:
        return "All ratings are what the stored results add up to."
    rows = "; ".join(f"{one.table}: {one.missing} missing, {one.superfluous} superfluous" for one in found)
    if checks:
        raise CannotStart(f"These rows differ from what the stored results add up to. {rows}")
    return f"Repaired. {rows}."


async def _make_sure_of_rest(
    engine: AsyncEngine, clock: Callable[[], float], sleep: Callable[[float], Awaitable[None]], why: str
) -> None:
    """Returns if no bot uses this database. After a recent heartbeat, waits to see whether the next one comes.

    A bot that has stopped cleanly uses none. Raises: CannotStart, which says `why` it has to be stopped.
    """
    heartbeat = Heartbeat(engine)
    seen = await heartbeat.last_beat()
    if seen is None or not may_run(seen, clock()):
        return
    sys.stderr.write(
        f"A bot used this database, or the one that it was copied from, {max(0, clock() - seen):.0f} s ago. "
        f"Waiting {NEXT_BEAT_SECONDS} seconds to see whether it still does; if not, this goes on …\n"
    )
    sys.stderr.flush()
    await sleep(NEXT_BEAT_SECONDS)
    if await heartbeat.last_beat() != seen:
        raise CannotStart(f"The bot is running, and {why}: stop it first")
