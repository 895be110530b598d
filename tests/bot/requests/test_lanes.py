"""Lanes: one message at a time, the most urgent first, and none waits for ever."""

import asyncio

from bot.messages.painter import BEHIND_SECONDS, Lane, Place
from bot.requests.purpose import Purpose, Urgency
from localcord.people import PATIENCE_SECONDS
from tests.bot.requests.timeline import settle
from tests.clock import Clock


async def order(lane: Lane, clock: Clock, *asked: tuple[str, float, Purpose]) -> list[str]:
    """The messages in the order in which they have the lane. Shape: of each, its name, when it came and for what."""
    entered: list[str] = []

    async def edit(name: str, purpose: Purpose) -> None:
        async with Place(lane, name, lambda: purpose):
            entered.append(name)
            await asyncio.sleep(0)

    async with Place(lane, "first", lambda: Purpose(Urgency.BOARD)):
        tasks = []
        for name, came, purpose in asked:
            clock.now = came
            tasks.append(asyncio.create_task(edit(name, purpose)))
            await settle()
    await asyncio.gather(*tasks)
    return entered


async def test_the_most_urgent_is_next(clock: Clock) -> None:
    lane = Lane(clock)
    found = await order(
        lane,
        clock,
        ("chore", 0, Purpose(Urgency.HOUSEKEEPING)),
        ("board", 1, Purpose(Urgency.BOARD)),
        ("looked at", 2, Purpose(Urgency.BOARD, clicks=2)),
        ("result", 3, Purpose(Urgency.AWAITED)),
    )

    assert found == ["looked at", "result", "board", "chore"]


async def test_what_has_waited_long_enough_is_next(clock: Clock) -> None:
    late = BEHIND_SECONDS[Urgency.HOUSEKEEPING] + 1
    found = await order(
        Lane(clock),
        clock,
        ("chore", 0, Purpose(Urgency.HOUSEKEEPING)),
        ("result", late, Purpose(Urgency.AWAITED)),
    )

    assert found == ["chore", "result"]


async def test_a_message_that_gives_up_leaves_the_lane_to_others(clock: Clock) -> None:
    lane = Lane(clock)

    async def wait() -> None:
        async with Place(lane, "impatient", lambda: Purpose(Urgency.AWAITED)):
            raise AssertionError("it has given up")

    async with Place(lane, "first", lambda: Purpose(Urgency.BOARD)):
        first, second = asyncio.create_task(wait()), asyncio.create_task(wait())
        await settle()
        first.cancel()
        await settle()
    second.cancel()  # its turn has come, and it has not noticed
    await asyncio.wait({first, second})
    async with asyncio.timeout(PATIENCE_SECONDS), Place(lane, "next", lambda: Purpose(Urgency.BOARD)):
        pass
    assert lane.holder is None
