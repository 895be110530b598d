"""Opens databases for the command line, or says in one line why one can't be used. Knows no table and no Discord."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import CannotStart, failed, unusable
from bot.store.connection import UnknownSchema, in_memory, open_database
from bot.store.leases import open_lease
from bot.store.operations import inspect


@asynccontextmanager
async def opened(
    url: str,
    said_as: str = "DATABASE_URL",
    *,
    migrates: bool = True,
    command_seconds: float | None = None,
) -> AsyncIterator[AsyncEngine]:
    """Opens a database, by default the bot's. Shape: `migrates` and `command_seconds` as for `open_database`.

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

    Shape: it may still have rows. Raises: CannotStart, also if it's the one that `at_rest` has open.
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
