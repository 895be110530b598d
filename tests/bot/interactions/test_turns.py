"""Servers take turns step by step, so a busy one delays nobody else by more than a few steps."""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.interactions.reception import CROWDED, Reception
from bot.interactions.turns import (
    BREAK_SECONDS,
    FOLLOW_UP_EVERY,
    MOMENT_SECONDS,
    RECENT_SECONDS,
    STEPS_A_PASS,
    Ticket,
    Turns,
)
from tests.clock import Clock

BUSY, QUIET = 1, 2
STEP_SECONDS = 2 * MOMENT_SECONDS


@dataclass
class Day:
    """Interactions whose steps each take longer than a moment, and the order of these steps."""

    clock: Clock = field(default_factory=Clock)
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = Turns(self.clock)

    def step(self, name: str) -> None:
        """Something that takes a while, without waiting."""
        self.steps.append(name)
        self.clock.now += STEP_SECONDS

    def occupy(self, server: int = BUSY, seconds: float = STEP_SECONDS) -> None:
        """Something else that takes a while."""
        self.turns.begin()
        self.clock.now += seconds
        self.turns.end(Ticket(server, 0), was_given=False)

    async def work(self, name: str, steps: int = 2) -> str:
        """Some steps, with a wait after each."""
        for _ in range(steps):
            self.step(name)
            await asyncio.sleep(0)
        return name

    def begin(self, ticket: Ticket, work: Coroutine[Any, Any, str]) -> "asyncio.Task[str]":
        return asyncio.create_task(self.turns.pace(ticket, work))


@pytest.fixture
async def day() -> Day:
    return Day()


async def test_a_click_beside_a_busy_server_waits_for_a_few_steps_at_most(day: Day) -> None:
    crowd = [day.begin(Ticket(BUSY, number), day.work("busy")) for number in range(20)]
    quiet = day.begin(Ticket(QUIET, 100), day.work("quiet"))
    await asyncio.gather(*crowd, quiet)
    first, second = (number for number, name in enumerate(day.steps) if name == "quiet")

    assert first <= STEPS_A_PASS
    assert second - first <= 2 * STEPS_A_PASS + 1
    assert len(day.steps) == 42


async def test_nobody_waits_for_a_turn_with_less_than_a_moments_work(day: Day) -> None:
    names = []

    async def light(name: str) -> str:
        names.append(name)
        return name

    await asyncio.gather(*(day.begin(Ticket(BUSY, 9 - number), light(f"{number}")) for number in range(9)))

    assert names == [f"{number}" for number in range(9)]


async def test_after_a_break_a_step_begins_at_once(day: Day) -> None:
    day.occupy()
    day.clock.now += 2 * BREAK_SECONDS
    assert day.turns.ask(Ticket(QUIET, 1)) is None


async def test_a_server_that_has_used_little_time_doesnt_wait_for_a_busy_one(day: Day) -> None:
    for server in (BUSY, QUIET):
        day.occupy(server)
    assert day.turns.ask(Ticket(BUSY, 1)) is not None
    assert day.turns.ask(Ticket(QUIET, 2)) is not None

    day.occupy(BUSY, RECENT_SECONDS)
    assert day.turns.ask(Ticket(BUSY, 3)) is not None
    assert day.turns.ask(Ticket(QUIET, 4)) is None
    assert day.turns.ask(Ticket(QUIET, 5, is_answered=True)) is not None


async def test_a_server_isnt_light_for_ever(day: Day) -> None:
    day.occupy(BUSY, RECENT_SECONDS)
    day.occupy(QUIET, RECENT_SECONDS)
    assert day.turns.ask(Ticket(BUSY, 1)) is not None
    assert day.turns.ask(Ticket(QUIET, 2)) is not None


async def test_within_a_server_the_oldest_interaction_is_next(day: Day) -> None:
    day.occupy()
    tasks = [day.begin(Ticket(BUSY, number), day.work(f"{number}", 1)) for number in (9, 8, 6, 7)]
    await asyncio.gather(*tasks)

    assert day.steps == ["6", "7", "8", "9"]


async def test_acknowledgements_come_before_work(day: Day) -> None:
    day.occupy()
    works = [day.begin(Ticket(BUSY, number, is_work=True), day.work("work")) for number in range(5)]
    acknowledgement = day.begin(Ticket(BUSY, 9), day.work("acknowledgement", 1))
    await asyncio.gather(*works, acknowledgement)

    assert day.steps[0] == "acknowledgement"


async def test_what_follows_an_answer_comes_after_answers_but_gets_its_share(day: Day) -> None:
    day.occupy()
    later = [day.begin(Ticket(QUIET, number, is_answered=True), day.work("later", 1)) for number in range(2)]
    answers = [day.begin(Ticket(BUSY, number), day.work("answer", 1)) for number in range(20)]
    await asyncio.gather(*later, *answers)

    first, second = (number for number, name in enumerate(day.steps) if name == "later")
    assert 0 < first < FOLLOW_UP_EVERY
    assert first + 1 < second < 2 * FOLLOW_UP_EVERY


async def test_whoever_is_cancelled_while_waiting_holds_up_nobody(day: Day) -> None:
    tasks = [day.begin(Ticket(BUSY, number), day.work(f"{number}")) for number in range(5)]
    await asyncio.sleep(0)
    for task in tasks[1:4]:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)

    assert (ended[0], ended[4]) == ("0", "4")
    assert all(isinstance(error, asyncio.CancelledError) for error in ended[1:4])


async def test_work_can_clean_up_when_it_is_cancelled(day: Day) -> None:
    cleaned = []

    async def careful() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append(1)
        return ""

    task = day.begin(Ticket(BUSY, 1), careful())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert cleaned == [1]


async def test_errors_and_results_come_through(day: Day) -> None:
    async def fails() -> str:
        await asyncio.sleep(0)
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await day.begin(Ticket(BUSY, 1), fails())
    assert await day.begin(Ticket(BUSY, 2), day.work("fine")) == "fine"


async def test_arrivals_take_turns_too_and_keep_their_context(day: Day) -> None:
    place = ContextVar("place", default="")
    seen: list[tuple[str, str]] = []

    def arrive(server: int, name: str) -> None:
        place.set(name)

        def look() -> None:
            seen.append((name, place.get()))
            day.clock.now += STEP_SECONDS

        day.turns.arrive(Ticket(server, len(seen)), look)

    for number in range(4):
        arrive(BUSY, f"busy {number}")
    arrive(QUIET, "quiet")
    assert day.turns.arriving == 3
    for _ in range(20):
        await asyncio.sleep(0)

    assert [name for name, _ in seen].index("quiet") == 1  # a server that has used less time doesn't wait
    assert all(name == context for name, context in seen)
    assert (len(seen), day.turns.arriving) == (5, 0)


async def test_in_a_crowd_nobody_waits_for_a_turn(day: Day) -> None:
    day.turns = Turns(day.clock, lambda: True)
    day.occupy()
    assert day.turns.ask(Ticket(BUSY, 1)) is None


async def test_in_a_crowd_arrivals_are_looked_at_at_once() -> None:
    reception, clock, seen = Reception(), Clock(), list[int]()
    reception.turns = Turns(clock)

    def look() -> None:
        seen.append(1)
        clock.now += STEP_SECONDS

    for number in range(CROWDED + 1):
        reception.arrive(Ticket(BUSY, number), look)
    assert len(seen) == 1
    reception.arrive(Ticket(BUSY, CROWDED + 1), look)
    assert len(seen) == 2
