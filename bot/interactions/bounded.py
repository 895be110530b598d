"""Ends handlers that hang, so that none holds its slot or the lock of its match for ever. Knows no handler."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

from bot.errors import Busy
from bot.logs import outline

log = logging.getLogger(__name__)

HANDLER_SECONDS = 120.0
"""Longer than any handler waits for the database or for Discord; an answer can still be sent for 15 minutes."""

T = TypeVar("T")


def handler_timeout() -> asyncio.Timeout:
    """The timeout of one handler, which begins now."""
    return asyncio.timeout(HANDLER_SECONDS)


async def bounded(work: Awaitable[T]) -> T:
    """Does a handler's work, and cancels it if it hangs. The match is then read from the database again.

    What it has stored stays, and a commit under way takes effect whole or not at all.
    Raises: Busy if it hung; what the work raises.
    """
    try:
        async with handler_timeout() as limit:
            return await work
    except TimeoutError as error:
        if not limit.expired():
            raise
        where = error.__context__ or error  # the cancellation; until Python 3.11.4 it isn't the cause
        log.error("gave up on an answer because its handler hung: %s", outline(where))
        raise Busy from error
