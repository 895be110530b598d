"""The painter: the newest page wins, each message has one edit in flight, and at most one per interval."""

import asyncio

from bot.messages.painter import Painter
from localcord.people import PATIENCE_SECONDS
from tests.bot.canvas import INTERVAL, Canvas, done, page
from tests.clock import Naps


async def test_a_message_is_drawn(painter: Painter) -> None:
    canvas = Canvas(painter)

    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first"]


async def test_the_page_is_the_one_of_the_moment_it_is_sent(painter: Painter) -> None:
    canvas = Canvas(painter)
    canvas.paint()
    canvas.text = "newer"
    await done(painter)

    assert canvas.sent == ["newer"]


async def test_of_many_changes_during_an_edit_only_the_last_is_drawn(painter: Painter) -> None:
    canvas = Canvas(painter, gate=asyncio.Event())
    canvas.paint()
    await canvas.arrived.wait()
    for number in range(40):
        canvas.text = f"change {number}"
        canvas.paint()
    assert canvas.gate
    canvas.gate.set()
    await done(painter)

    assert canvas.sent == ["first", "change 39"]


async def test_a_message_has_one_edit_in_flight(painter: Painter) -> None:
    canvas = Canvas(painter, gate=asyncio.Event())
    for number in range(5):
        canvas.text = f"change {number}"
        canvas.paint()
        await asyncio.sleep(0)
    assert canvas.gate
    canvas.gate.set()
    await done(painter)

    assert canvas.most_at_once == 1


async def test_messages_do_not_wait_for_each_other(painter: Painter) -> None:
    slow, quick = Canvas(painter, gate=asyncio.Event()), Canvas(painter, "b")
    slow.paint()
    await slow.arrived.wait()
    quick.paint()
    await quick.arrived.wait()

    assert (slow.sent, quick.sent) == ([], ["first"])
    assert slow.gate
    slow.gate.set()
    await done(painter)


async def test_edits_of_one_message_keep_their_distance(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(painter)
    naps.awake.clear()
    canvas.paint()
    await naps.asleep.wait()
    canvas.text = "second"
    canvas.paint()
    await asyncio.sleep(0)

    assert (canvas.sent, naps.taken) == (["first"], [INTERVAL])
    naps.awake.set()
    await done(painter)
    assert canvas.sent == ["first", "second"]


async def test_what_a_message_shows_already_is_not_sent_again(painter: Painter) -> None:
    canvas = Canvas(painter)
    for _ in range(2):
        canvas.paint()
        await done(painter)

    assert canvas.sent == ["first"]


async def test_what_an_answer_has_shown_is_not_sent_again(painter: Painter) -> None:
    canvas = Canvas(painter)
    canvas.shown(page("first"))
    canvas.paint()
    await done(painter)

    assert canvas.sent == []


async def test_an_answer_during_an_edit_has_the_page_drawn_once_more(painter: Painter) -> None:
    canvas = Canvas(painter, gate=asyncio.Event())
    canvas.paint()
    await canvas.arrived.wait()
    canvas.text = "second"
    canvas.shown(page("second"))
    assert canvas.gate
    canvas.gate.set()
    await done(painter)

    assert canvas.sent == ["first", "second"]


async def test_a_forgotten_message_is_drawn_whatever_it_shows(painter: Painter) -> None:
    canvas = Canvas(painter)
    canvas.paint()
    await done(painter)
    canvas.forget()
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first", "first"]


async def test_a_message_with_nothing_to_show_is_left_alone(painter: Painter) -> None:
    canvas = Canvas(painter, text=None)
    canvas.paint()
    await done(painter)

    assert canvas.sent == []


async def test_settling_ends_what_takes_too_long(painter: Painter) -> None:
    canvas = Canvas(painter, gate=asyncio.Event())
    canvas.paint()
    await canvas.arrived.wait()
    await painter.settle(0)

    assert (canvas.sent, canvas.at_once) == ([], 0)


async def test_settling_drops_what_is_queued_meanwhile(painter: Painter) -> None:
    first, second = Canvas(painter, gate=asyncio.Event()), Canvas(painter, "b", gate=asyncio.Event())
    first.paint()
    await first.arrived.wait()
    settling = asyncio.create_task(painter.settle(PATIENCE_SECONDS))
    await asyncio.sleep(0)
    second.paint()
    await second.arrived.wait()
    assert first.gate
    first.gate.set()
    await settling

    assert (first.sent, second.sent, second.at_once, painter.waiting) == (["first"], [], 0, 0)


async def test_settling_with_nothing_to_paint_returns_at_once(painter: Painter, naps: Naps) -> None:
    settling = asyncio.create_task(painter.settle(PATIENCE_SECONDS))
    await asyncio.sleep(0)

    assert settling.done()
    assert naps.taken == []
