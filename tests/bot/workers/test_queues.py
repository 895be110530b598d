"""Answers to clicks get their pictures before boards do, but not all of them, and servers take turns."""

import asyncio
from collections.abc import Sequence

from bot.workers.processes import TwoQueues
from localcord.people import PATIENCE_SECONDS


async def served(queues: TwoQueues, waiting: Sequence[str], *, gone: Sequence[str] = ()) -> list[str]:
    """The order in which these are served.

    Shape: capitals are urgent; digits belong to server 1, others to server 0; the first one has its turn at once.
    """
    order: list[str] = []

    async def wait(name: str) -> None:
        async with queues.turn(is_urgent=name.isupper(), server=name.isdigit()):
            await asyncio.sleep(0)
            order.append(name)

    tasks = {name: asyncio.create_task(wait(name)) for name in waiting}
    await asyncio.sleep(0)
    for name in gone:
        tasks[name].cancel()
    await asyncio.wait(tasks.values())
    return order


async def test_urgent_work_is_served_first() -> None:
    assert await served(TwoQueues(1), "abcD") == ["a", "D", "b", "c"]


async def test_urgent_work_gets_only_every_second_turn_while_others_wait() -> None:
    assert await served(TwoQueues(1), "abcDEF") == ["a", "D", "b", "E", "c", "F"]


async def test_everyone_in_a_queue_is_served_in_order() -> None:
    assert await served(TwoQueues(2), "abcd") == ["a", "b", "c", "d"]


async def test_a_server_doesnt_wait_for_everything_of_a_busy_one() -> None:
    assert await served(TwoQueues(1), "abcde12") == ["a", "b", "1", "c", "2", "d", "e"]


async def test_somebody_who_leaves_takes_no_turn() -> None:
    queues = TwoQueues(1)

    assert await served(queues, "abCd", gone="bC") == ["a", "d"]
    assert await served(queues, "a") == ["a"]


async def test_a_turn_that_comes_as_somebody_leaves_is_passed_on() -> None:
    queues = TwoQueues(1)

    async def wait() -> None:
        async with queues.turn(is_urgent=False):
            pass

    async with queues.turn(is_urgent=False):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})

    assert await asyncio.wait_for(served(queues, "c"), 5) == ["c"]


async def test_urgent_work_has_a_turn_beside_other_work() -> None:
    queues = TwoQueues(1)
    async with queues.turn(is_urgent=False) as slot, asyncio.timeout(PATIENCE_SECONDS):
        for _ in range(2):
            async with queues.turn(is_urgent=True) as same:
                assert same is slot


async def test_urgent_work_rather_has_a_slot_for_itself() -> None:
    queues = TwoQueues(2)
    async with queues.turn(is_urgent=False) as one, queues.turn(is_urgent=True) as other:
        assert one is not other


async def test_nobody_has_a_slot_beside_two_others_or_beside_urgent_work() -> None:
    queues = TwoQueues(1)
    begun: list[str] = []

    async def wait(name: str) -> None:
        async with queues.turn(is_urgent=name.isupper()):
            begun.append(name)

    async with queues.turn(is_urgent=False), queues.turn(is_urgent=True):
        waiting = [asyncio.create_task(wait(name)) for name in "aB"]
        await asyncio.sleep(0)
        assert begun == []
    await asyncio.wait(waiting)
    async with queues.turn(is_urgent=True):
        waiting = [asyncio.create_task(wait(name)) for name in "cD"]
        await asyncio.sleep(0)
        assert len(begun) == 2
    await asyncio.wait(waiting)
