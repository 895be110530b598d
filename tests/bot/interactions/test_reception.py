"""Interactions are let in a few at a time, in turns between servers, and those that hang are ended."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.errors import Busy, Full
from bot.interactions import interactions
from bot.interactions.interactions import LAG_SECONDS, Reception
from tests.clock import Clock
from tests.time_limits import TimeLimits

BUSY, QUIET = 1, 2


class Works:
    """Works that end when a test says so, and the order in which they have begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._ends = asyncio.Event()

    async def work(self, name: str) -> str:
        self.begun.append(name)
        await self._ends.wait()
        return name

    def end(self) -> None:
        self._ends.set()


async def begin(*works: Coroutine[Any, Any, str]) -> list[asyncio.Task[str]]:
    """Starts these works in this order, and lets each come as far as it can."""
    tasks = []
    for work in works:
        tasks.append(asyncio.create_task(work))
        await settle()
    return tasks


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def works() -> Works:
    return Works()


async def test_a_server_that_sends_many_lets_another_one_in_at_once_and_then_they_take_turns(works: Works) -> None:
    reception = Reception(at_once=3, a_server=2)
    crowd = [reception.admit(BUSY, works.work(f"busy {number}")) for number in range(5)]
    await begin(*crowd, *(reception.admit(QUIET, works.work(f"quiet {number}")) for number in range(3)))
    assert (works.begun, reception.waiting) == (["busy 0", "busy 1", "quiet 0"], 5)
    works.end()
    await settle()
    await settle()
    assert works.begun[3:] == ["busy 2", "quiet 1", "busy 3", "quiet 2", "busy 4"]
    assert reception.waiting == 0


async def test_a_server_that_fills_every_place_to_wait_leaves_some_for_others(works: Works) -> None:
    reception = Reception(at_once=1, a_server=1, most_waiting=2)
    crowd = await begin(*(reception.admit(BUSY, works.work(f"busy {number}")) for number in range(3)))
    with pytest.raises(Full):
        await reception.admit(BUSY, works.work("busy 3"))
    quiet = await begin(reception.admit(QUIET, works.work("quiet")))
    assert reception.waiting == 2
    with pytest.raises(Full):
        await crowd[-1]
    works.end()
    assert await asyncio.gather(*crowd[:-1], *quiet) == ["busy 0", "busy 1", "quiet"]
    assert reception.waiting == 0


async def test_whoever_gives_up_when_called_lets_the_next_one_in(works: Works) -> None:
    reception = Reception(at_once=1, a_server=1)
    tasks = await begin(*(reception.admit(BUSY, works.work(str(number))) for number in range(3)))
    tasks[1].add_done_callback(lambda _: None)
    works.end()
    reception._queues[BUSY][0].add_done_callback(lambda _: tasks[1].cancel())
    assert await asyncio.wait_for(tasks[2], 60) == "2"


async def test_those_who_give_up_all_at_once_leave_no_gap(works: Works) -> None:
    reception = Reception(at_once=1, a_server=1)
    tasks = await begin(*(reception.admit(BUSY, works.work(str(number))) for number in range(4)))
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert all(task.cancelled() for task in tasks)
    assert reception.waiting == 0
    await begin(reception.admit(BUSY, works.work("next")))
    assert works.begun == ["0", "next"]


async def test_a_work_that_fails_makes_room_for_one_even_if_it_is_by_a_timeout_of_its_own(works: Works) -> None:
    async def fail() -> str:
        raise TimeoutError

    reception = Reception(at_once=1, a_server=1)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await reception.admit(BUSY, fail())
    await begin(reception.admit(BUSY, works.work("busy")), reception.admit(QUIET, works.work("quiet")))
    assert works.begun == ["busy"]


async def hangs_here(begun: asyncio.Event) -> str:
    begun.set()
    await asyncio.Event().wait()
    return "never"


async def test_a_handler_that_hangs_is_ended_and_frees_its_slot(
    works: Works, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    limits, begun = TimeLimits(), asyncio.Event()
    monkeypatch.setattr(interactions, "handler_timeout", limits.handler_timeout)
    reception = Reception(at_once=1, a_server=1)
    hanging = asyncio.create_task(reception.admit(BUSY, hangs_here(begun)))
    await begun.wait()
    works.end()
    waiting = asyncio.create_task(reception.admit(BUSY, works.work("next")))
    limits.end()

    with pytest.raises(Busy):
        await hanging
    assert await waiting == "next"
    assert "its handler hung" in caplog.text
    assert "hangs_here" in caplog.text


def test_what_has_waited_on_the_way_has_less_time_left_but_clocks_that_differ_cost_none(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "ANSWER_WITHIN_SECONDS", 1.5)
    reception = Reception(clock=clock)
    for passed, sent, left in ((0, 10, 1.5), (0, 9.5, 1.0), (0, 20, 1.5), (0.5, 20.1, 1.1), (9, 20, 0)):
        clock.now += passed
        reception.arrived(sent)
        assert reception.seconds_left(sent) == pytest.approx(left)
    clock.now += LAG_SECONDS
    reception.arrived(sent=LAG_SECONDS)
    assert reception.seconds_left(sent=LAG_SECONDS) == 1.5


@pytest.mark.parametrize("is_patient", [True, False])
async def test_edits_wait_until_nobody_waits_but_not_for_long(
    works: Works, monkeypatch: pytest.MonkeyPatch, *, is_patient: bool
) -> None:
    monkeypatch.setattr(interactions, "CALM_WITHIN_SECONDS", 60 if is_patient else 0)
    reception = Reception(at_once=1, a_server=1)
    await reception.calm()
    tasks = await begin(*(reception.admit(BUSY, works.work(str(number))) for number in range(2)))
    edit = asyncio.create_task(reception.calm())
    await settle()
    assert edit.done() != is_patient
    works.end()
    await asyncio.gather(*tasks, edit)
