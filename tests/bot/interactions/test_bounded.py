"""A handler that hangs is ended, and others take its slot."""

import asyncio

import pytest

from bot.errors import Busy
from bot.interactions import interactions
from bot.interactions.interactions import Reception
from tests.time_limits import TimeLimits

SERVER = 1


async def hangs_here(begun: asyncio.Event) -> str:
    begun.set()
    await asyncio.Event().wait()
    return "never"


async def quick() -> str:
    return "done"


async def test_a_handler_that_hangs_is_ended_and_frees_its_slot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    limits = TimeLimits()
    monkeypatch.setattr(interactions, "handler_timeout", limits.handler_timeout)
    queue, begun = Reception(at_once=1, a_server=1), asyncio.Event()
    hanging = asyncio.create_task(queue.admit(SERVER, hangs_here(begun)))
    await begun.wait()
    waiting = asyncio.create_task(queue.admit(SERVER, quick()))
    limits.end()

    with pytest.raises(Busy):
        await hanging
    assert await waiting == "done"
    assert "its handler hung" in caplog.text
    assert "test_bounded.py" in caplog.text
    assert "hangs_here" in caplog.text


async def test_a_timeout_that_a_handler_raises_itself_is_not_a_hang() -> None:
    async def gives_up() -> str:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        await Reception().admit(SERVER, gives_up())


async def test_a_handler_that_is_cancelled_from_outside_has_not_hung() -> None:
    begun = asyncio.Event()
    stopped = asyncio.create_task(Reception().admit(SERVER, hangs_here(begun)))
    await begun.wait()
    stopped.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopped
