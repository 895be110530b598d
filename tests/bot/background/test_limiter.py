"""The limiter lets requests through in order, and only a limited number per second."""

from bot.background.job_queue import Limiter
from tests.clock import Clock


async def moments(limiter: Limiter, clock: Clock, count: int) -> list[float]:
    """The times at which this many turns came."""
    came = []
    for _ in range(count):
        await limiter.turn()
        came.append(clock.now)
    return came


def limiter(clock: Clock) -> Limiter:
    async def sleep(seconds: float) -> None:
        clock.now += seconds

    return Limiter(4, burst=3, clock=clock, sleep=sleep)


async def test_a_burst_passes_and_the_rest_comes_at_its_pace() -> None:
    clock = Clock(0)
    clock.now = 100

    assert await moments(limiter(clock), clock, 6) == [100, 100.25, 100.5, 100.75, 101, 101.25]


async def test_after_a_rest_a_burst_passes_at_once() -> None:
    clock = Clock(0)
    own = limiter(clock)
    clock.now = 100

    assert await moments(own, clock, 5) == [100, 100, 100, 100.25, 100.5]


async def test_a_turn_says_whether_it_took_time() -> None:
    own = limiter(Clock())

    assert [await own.turn() for _ in range(2)] == [False, True]
