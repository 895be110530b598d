"""The painter and the budget: pages are drawn when their turn has come, and only edits that count wait for one."""

import asyncio

from bot.messages.painter import Painter
from bot.requests.budget import BURST, Budget
from bot.requests.purpose import Purpose, Urgency
from tests.bot.canvas import Canvas, done
from tests.bot.requests.timeline import Timeline

EVERY_SECOND = 1.0


def slow_budget(timeline: Timeline) -> Budget:
    """A budget of less than one request a second."""
    return Budget(1, clock=timeline, later=timeline.later)


async def test_many_changes_become_one_edit_of_what_is_true_when_its_turn_comes() -> None:
    timeline = Timeline()
    budget = slow_budget(timeline)
    painter = Painter(0, budget, sleep=timeline.sleep, clock=timeline)
    canvases = [Canvas() for _ in range(3 * BURST)]
    for change in range(40):
        for number, canvas in enumerate(canvases):
            canvas.text = f"change {change}"
            painter.paint(number, canvas)
        await timeline.pass_by(EVERY_SECOND)
    await timeline.pass_by(60)

    assert {canvas.sent[-1] for canvas in canvases} == {"change 39"}
    assert sum(len(canvas.sent) for canvas in canvases) <= budget.sent[Urgency.BOARD] < 110
    assert budget.waiting[Urgency.BOARD] == 0


async def test_the_queue_never_grows_beyond_one_edit_for_each_message() -> None:
    timeline = Timeline()
    budget = slow_budget(timeline)
    painter = Painter(0, budget, sleep=timeline.sleep, clock=timeline)
    canvases = [Canvas() for _ in range(1000)]
    most = 0
    for change in range(5):
        for number, canvas in enumerate(canvases):
            canvas.text = f"change {change}"
            painter.paint(number, canvas)
        await timeline.pass_by(EVERY_SECOND)
        most = max(most, sum(budget.waiting.values()))
    await painter.settle(0)

    assert most <= 1000


async def test_an_edit_by_a_token_waits_for_nothing() -> None:
    timeline = Timeline()
    budget = slow_budget(timeline)
    painter = Painter(0, budget, sleep=timeline.sleep, clock=timeline)
    budget.stop_for(3600)
    free, counted = Canvas(counts=False), Canvas()
    painter.paint("free", free)
    painter.paint("counted", counted)
    await timeline.pass_by(1)
    await painter.settle(0)

    assert (free.sent, counted.sent, sum(budget.sent.values())) == (["first"], [], 0)


async def test_pictures_are_drawn_before_the_turn(painter: Painter) -> None:
    canvas = Canvas()
    painter.paint("a", canvas)
    await done(painter)

    assert len(canvas.prepared) == 1


async def test_a_chore_that_people_begin_to_wait_for_becomes_as_urgent() -> None:
    timeline = Timeline()
    budget = slow_budget(timeline)
    painter = Painter(0, budget, sleep=timeline.sleep, clock=timeline)
    sent: list[str] = []
    for number in range(20):
        purpose = Purpose(Urgency.HOUSEKEEPING, community_id=number)
        painter.paint(number, Canvas(text=f"{number}", sent=sent), purpose=purpose)
    await timeline.pass_by(0.1)
    before = len(sent)
    painter.paint(19, Canvas(text="19", sent=sent), purpose=Purpose(Urgency.AWAITED))
    await timeline.pass_by(10)
    await painter.settle(0)

    assert sent[before] == "19"


async def test_what_is_urgent_hastens_the_edit_that_holds_its_lane() -> None:
    timeline = Timeline()
    budget = slow_budget(timeline)
    painter = Painter(0, budget, sleep=timeline.sleep, clock=timeline)
    sent: list[str] = []
    for number in range(20):
        canvas = Canvas(text=f"{number}", sent=sent)
        painter.paint(number, canvas, lane=number, purpose=Purpose(Urgency.HOUSEKEEPING, community_id=number))
    await timeline.pass_by(0.1)
    before = len(sent)
    painter.paint("new", Canvas(text="new", sent=sent), lane=19, purpose=Purpose(Urgency.AWAITED))
    await timeline.pass_by(10)
    await painter.settle(0)

    assert sent[before : before + 2] == ["19", "new"]


async def test_an_edit_that_waits_can_be_dropped_at_the_end() -> None:
    timeline = Timeline()
    budget = slow_budget(timeline)
    painter = Painter(0, budget, sleep=timeline.sleep, clock=timeline)
    budget.stop_for(3600)
    painter.paint("a", Canvas())
    await timeline.pass_by(1)
    await painter.settle(0)
    await asyncio.sleep(0)
    await timeline.pass_by(1)

    assert (sum(budget.waiting.values()), painter.is_painting("a")) == (0, False)
