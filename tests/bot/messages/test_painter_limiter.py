"""The painter and the limiter: pages are drawn when their turn has come, and only edits that count wait for one."""

import asyncio

from bot.messages.painter import Painter
from bot.requests.limiter import Limiter, Urgency
from tests.bot.canvas import Canvas
from tests.bot.requests.timeline import Timeline

EVERY_SECOND = 1.0


def slow_limiter(timeline: Timeline) -> Limiter:
    """A limiter of one request a second."""
    return Limiter(1.25, clock=timeline, later=timeline.later)


async def test_many_changes_become_one_edit_of_what_is_true_when_its_turn_comes() -> None:
    timeline = Timeline()
    limiter = slow_limiter(timeline)
    painter = Painter(0, limiter, sleep=timeline.sleep)
    canvases = [Canvas(painter, number, channel_id=number + 1) for number in range(15)]
    for change in range(40):
        for canvas in canvases:
            canvas.text = f"change {change}"
            canvas.paint()
        await timeline.pass_by(EVERY_SECOND)
    await timeline.pass_by(60)

    assert {canvas.sent[-1] for canvas in canvases} == {"change 39"}
    assert sum(len(canvas.sent) for canvas in canvases) <= limiter.sent[Urgency.BOARD] < 110
    assert limiter.waiting[Urgency.BOARD] == 0


async def test_the_queue_never_grows_beyond_one_edit_for_each_message() -> None:
    timeline = Timeline()
    limiter = slow_limiter(timeline)
    painter = Painter(0, limiter, sleep=timeline.sleep)
    canvases = [Canvas(painter, number, channel_id=number + 1) for number in range(1000)]
    most = 0
    for change in range(5):
        for canvas in canvases:
            canvas.text = f"change {change}"
            canvas.paint()
        await timeline.pass_by(EVERY_SECOND)
        most = max(most, limiter.waiting.total())
    await painter.settle(0)

    assert most <= 1000


async def test_an_edit_by_a_token_waits_for_nothing() -> None:
    timeline = Timeline()
    limiter = slow_limiter(timeline)
    painter = Painter(0, limiter, sleep=timeline.sleep)
    first, free, counted = (Canvas(painter, channel, channel_id=channel) for channel in (2, 0, 1))
    first.paint()
    await timeline.pass_by(0)
    free.paint()
    counted.paint()
    await timeline.pass_by(0.1)
    await painter.settle(0)

    assert (free.sent, counted.sent, limiter.sent.total()) == (["first"], [], 1)


async def test_a_chore_that_people_begin_to_wait_for_becomes_as_urgent() -> None:
    timeline = Timeline()
    painter = Painter(0, slow_limiter(timeline), sleep=timeline.sleep)
    sent: list[str] = []
    canvases = [Canvas(painter, number, text=f"{number}", sent=sent, channel_id=number + 1) for number in range(20)]
    for canvas in canvases:
        canvas.paint(Urgency.HOUSEKEEPING)
    await timeline.pass_by(0.1)
    before = len(sent)
    canvases[19].paint(Urgency.AWAITED)
    await timeline.pass_by(10)
    await painter.settle(0)

    assert sent[before] == "19"


async def test_an_edit_that_waits_can_be_dropped_at_the_end() -> None:
    timeline = Timeline()
    limiter = slow_limiter(timeline)
    painter = Painter(0, limiter, sleep=timeline.sleep)
    first, second = (Canvas(painter, channel, channel_id=channel) for channel in (1, 2))
    first.paint()
    second.paint()
    await timeline.pass_by(0.1)
    await painter.settle(0)
    await asyncio.sleep(0)
    await timeline.pass_by(5)

    assert (limiter.waiting.total(), second.is_under_way, second.sent) == (0, False, [])
