"""Failures of requests on Discord's side. Knows no route."""

import asyncio
import socket
import struct
from dataclasses import dataclass, field

from aiohttp import web

from localcord.ratelimits import Verdict


@dataclass(frozen=True)
class Held:
    """A request whose answer is held back."""

    came: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the request has arrived."""
    _gate: asyncio.Event = field(default_factory=asyncio.Event)

    def let_go(self) -> None:
        """Has it answered, as if Discord had only been slow."""
        self._gate.set()

    async def until_let_go(self) -> None:
        """Sets `came`, and waits for `let_go`."""
        self.came.set()
        await self._gate.wait()


@dataclass(frozen=True)
class Outage:
    """A failure on Discord's side for one request.

    Shape: it's answered with `status`, or with a 429 if there is a `verdict`. If it `hangs_up`, the connection is reset
    instead; if it's `held`, the answer waits. With `is_done`, the request is carried out first.
    """

    method: str
    path_part: str
    status: int
    is_done: bool
    hangs_up: bool = False
    held: Held | None = None
    verdict: Verdict | None = None

    def hits(self, request: web.Request) -> bool:
        """Whether this request is the one that fails."""
        return request.method == self.method and self.path_part in request.path


def hang_up(request: web.Request) -> None:
    """Resets the request's connection, so that its client never reads an answer."""
    transport = request.transport
    if transport is None:
        return
    found = transport.get_extra_info("socket")
    if found is not None:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
