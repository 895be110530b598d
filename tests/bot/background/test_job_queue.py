"""Chores for many tables are done in order, once each, even if one fails."""

import asyncio

import pytest

from bot.background.job_queue import JobQueue
from tests.clock import Clock


class Day:
    """A backlog of one chore per second, which notes what it has done."""

    def __init__(self) -> None:
        self.clock = Clock(0)
        self.done: list[str] = []
        self.idle = asyncio.Event()
        self.job_queue = JobQueue(1, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.clock.now += seconds
        await asyncio.sleep(0)

    def add(self, name: str) -> None:
        async def chore() -> None:
            if name == "bad":
                raise ValueError("roll 1 2 3 4 5")
            self.done.append(f"{name} at {self.clock.now:.0f}")
            if name == "last":
                self.idle.set()

        self.job_queue.add(name, chore)


async def test_chores_are_done_in_order_at_their_pace_and_once_each_even_if_one_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    day = Day()
    for name in ("a", "bad", "b", "a", "last"):
        day.add(name)
    await day.idle.wait()

    assert day.done == ["a at 0", "b at 2", "last at 3"]
    assert "bad: a chore failed: ValueError" in caplog.text
    assert "roll" not in caplog.text


async def test_a_stop_leaves_the_rest() -> None:
    day = Day()
    for name in ("a", "b", "c"):
        day.add(name)
    await day.job_queue.stop()
    day.add("d")
    await day.job_queue.done()

    assert day.done == []
