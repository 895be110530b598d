"""Requests with an interaction's token over the connections that aiohttp keeps open. Knows no page.

aiohttp would make a request, a writer, a task, a response and a trace for each of them, which takes several times as
long as the rest. Its pool, parser and timeouts stay. Without an idle connection, its session sends the request.
"""

from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any, NamedTuple, cast

import aiohttp
import discord
import yarl
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ConnectionKey
from aiohttp.connector import Connection
from aiohttp.http import SERVER_SOFTWARE
from aiohttp.http_exceptions import HttpProcessingError
from discord.http import Route

from bot.requests.tracing import BudgetTrace

FIRST_FINAL_STATUS = 200
FIRST_ERROR_STATUS = 400


class Body(NamedTuple):
    """What a request carries."""

    content_type: str
    content: bytes


@dataclass(slots=True)
class Reply:
    """A whole reply, with as much of aiohttp's response as discord.py looks at."""

    status: int
    reason: str | None
    headers: Mapping[str, str]
    content: bytes

    async def text(self, encoding: str) -> str:
        """What an error says; JSON's null otherwise, since nobody reads how Discord shows the message."""
        return self.content.decode(encoding) if self.status >= FIRST_ERROR_STATUS else "null"


@dataclass(slots=True)
class TokenSession:
    """What discord.py takes for aiohttp's session: it sends this body with each request.

    On these routes discord.py would send files field by field, and aiohttp would encode text and address once more.
    """

    client: discord.Client
    body: Body

    def request(self, method: str, url: str, *, proxy: str | None = None, **options: Any) -> "_Exchange":  # noqa: ANN401
        """Sends a request, as aiohttp's session does. The reply is read when the context begins."""
        return _Exchange(self._reply(method, url, proxy, options))

    async def _reply(self, method: str, url: str, proxy: str | None, options: Mapping[str, Any]) -> Reply:
        http = self.client.http
        session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined] # noqa: SLF001 - no other name leads to it
        server, connection = _server(Route.BASE), None
        if session.connector and proxy is None:
            connection = await session.connector._get(server.key, [])  # noqa: SLF001 - as `connect`, but opens none
        if connection is None:
            sent = dict(options, data=aiohttp.BytesPayload(self.body.content, content_type=self.body.content_type))
            async with session.request(method, yarl.URL(url, encoded=True), proxy=proxy, **sent) as response:
                return Reply(response.status, response.reason, response.headers, await response.read())
        head = (
            f"{method} {url.removeprefix(server.origin)} HTTP/1.1\r\nHost: {server.host}\r\n{_HEADERS}"
            f"Content-Type: {self.body.content_type}\r\nContent-Length: {len(self.body.content)}\r\n\r\n"
        )
        reply = await _exchange(connection, head.encode() + self.body.content, session.timeout.sock_read)
        if isinstance(http.http_trace, BudgetTrace):
            http.http_trace.replied(reply.status, reply.headers)
        return reply


@dataclass(slots=True)
class _Exchange:
    """The context of a request. Its reply is whole, so nothing is left to be closed."""

    reply: Coroutine[Any, Any, Reply]

    async def __aenter__(self) -> Reply:
        return await self.reply

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class _Server(NamedTuple):
    """Where requests go. Shape: `key` is that of aiohttp's pool, `origin` the beginning of each address."""

    key: ConnectionKey
    origin: str
    host: str


_HEADERS = f"Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nUser-Agent: {SERVER_SOFTWARE}\r\n"
"""As aiohttp's session sends them by itself."""


@lru_cache
def _server(base: str) -> _Server:
    """The server of Discord's API at this address."""
    url = yarl.URL(base)
    host = url.host_port_subcomponent or ""
    return _Server(aiohttp.ClientRequest("GET", url).connection_key, f"{url.scheme}://{url.raw_authority}", host)


async def _exchange(connection: Connection, request: bytes, read_seconds: float | None) -> Reply:
    """Sends the request over this connection, and reads the whole reply. Raises: aiohttp.ClientError, TimeoutError."""
    protocol = cast("ResponseHandler", connection.protocol)
    try:
        protocol.set_response_params(read_until_eof=True, read_timeout=read_seconds)
        cast("Any", protocol.transport).write(request)
        protocol.start_timeout()
        message, content = await protocol.read()
        while message.code < FIRST_FINAL_STATUS:
            message, content = await protocol.read()
        reply = Reply(message.code, message.reason, message.headers, await content.read())
    except HttpProcessingError as error:
        connection.close()
        raise aiohttp.ClientPayloadError(error.message) from error
    except BaseException:
        connection.close()
        raise
    connection.release()
    return reply
