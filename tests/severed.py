"""A proxy in front of PostgreSQL that drops connections when a test wants it to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pytest

SOCKET = ".s.PGSQL.5432"

COMMIT = b"COMMIT;"

Loss = Literal["before", "after"]
"""Whether the connection is dropped before the server receives a commit, or after it has committed."""


class Way:
    """Passes everything on, except for commits that are to be lost."""

    def __init__(self, server: Path, folder: Path) -> None:
        self.folder = folder
        self._server = server / SOCKET
        self._loses: list[Loss | None] = []
        self._last_words = b""
        self._lines: set[asyncio.Task[None]] = set()

    def lose(self, *commits: Loss | None) -> None:
        """Drops the connection at each of the next commits, except for those that are None."""
        self._loses = list(commits)

    def break_at(self, words: bytes) -> None:
        """Drops the next connection that sends these words, before the server receives them."""
        self._last_words = words

    @property
    def has_lost_all(self) -> bool:
        """Whether everything that was to be lost has been."""
        return not self._loses and not self._last_words

    async def carry(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        """Passes on what one client and the server send each other."""
        line = asyncio.current_task()
        assert line
        self._lines.add(line)
        try:
            server, to_server = await asyncio.open_unix_connection(self._server)
        except OSError:  # the server is down
            to_client.close()
            return
        answers = asyncio.create_task(_pass_on(server, to_client))
        with suppress(ConnectionError, asyncio.CancelledError):
            while said := await client.read(1 << 16):
                if self._last_words and self._last_words in said:
                    self._last_words = b""
                    break
                loss = self._loses.pop(0) if COMMIT in said and self._loses else None
                if loss:
                    await _ended(answers)
                if loss != "before":
                    to_server.write(said)
                if loss == "after":
                    await server.read(1)  # it answers once it has committed
                if loss:
                    break
        await _ended(answers)
        for writer in (to_server, to_client):
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def end(self) -> None:
        """Drops all connections."""
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while said := await source.read(1 << 16):
            target.write(said)
    target.close()  # also after a reset, or the client would wait for an answer until its timeout


@asynccontextmanager
async def way_to(server: Path) -> AsyncIterator[Way]:
    """A folder with a socket that leads through the proxy to the server."""
    with TemporaryDirectory(prefix="finte-") as folder:
        way = Way(server, Path(folder))
        door = await asyncio.start_unix_server(way.carry, way.folder / SOCKET)
        try:
            yield way
        finally:
            door.close()
            await way.end()


def break_new_connections(patch: pytest.MonkeyPatch) -> None:
    """Ends every new connection before it's set up."""
    driver: Any = pytest.importorskip("asyncpg")
    set_up = driver.Connection.set_type_codec

    async def end_first(connection: Any, *arguments: object, **named: object) -> None:  # noqa: ANN401 - the driver's
        connection.terminate()
        await set_up(connection, *arguments, **named)

    patch.setattr(driver.Connection, "set_type_codec", end_first)
