"""The painter: the newest page wins, each message has one edit in flight, and at most one per interval."""

import asyncio
from collections import defaultdict

import pytest

import bot.messages.painter
from bot.messages.painter import Painter
from localcord.people import PATIENCE_SECONDS
from tests.bot.canvas import INTERVAL, Canvas, done, page
from tests.clock import Naps


async def test_a_message_is_drawn(painter: Painter) -> None:
    canvas = Canvas()

    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == ["first"]


async def test_the_page_is_the_one_of_the_moment_it_is_sent(painter: Painter) -> None:
    canvas = Canvas()
    painter.paint("a", canvas)
    canvas.text = "newer"
    await done(painter)

    assert canvas.sent == ["newer"]


async def test_of_many_changes_during_an_edit_only_the_last_is_drawn(painter: Painter) -> None:
    canvas = Canvas(gate=asyncio.Event())
    painter.paint("a", canvas)
    await canvas.arrived.wait()
    for number in range(40):
        canvas.text = f"change {number}"
        painter.paint("a", canvas)
    assert canvas.gate
    canvas.gate.set()
    await done(painter)

    assert canvas.sent == ["first", "change 39"]


async def test_a_message_has_one_edit_in_flight(painter: Painter) -> None:
    canvas = Canvas(gate=asyncio.Event())
    for number in range(5):
        canvas.text = f"change {number}"
        painter.paint("a", canvas)
        await asyncio.sleep(0)
    assert canvas.gate
    canvas.gate.set()
    await done(painter)

    assert canvas.most_at_once == 1


async def test_messages_do_not_wait_for_each_other(painter: Painter) -> None:
    slow, quick = Canvas(gate=asyncio.Event()), Canvas()
    painter.paint("a", slow)
    await slow.arrived.wait()
    painter.paint("b", quick)
    await quick.arrived.wait()

    assert (slow.sent, quick.sent) == ([], ["first"])
    assert slow.gate
    slow.gate.set()
    await done(painter)


async def test_edits_of_one_message_keep_their_distance(painter: Painter, naps: Naps) -> None:
    canvas = Canvas()
    naps.awake.clear()
    painter.paint("a", canvas)
    await naps.asleep.wait()
    canvas.text = "second"
    painter.paint("a", canvas)
    await asyncio.sleep(0)

    assert (canvas.sent, naps.taken) == (["first"], [INTERVAL])
    naps.awake.set()
    await done(painter)
    assert canvas.sent == ["first", "second"]


async def test_what_a_message_shows_already_is_not_sent_again(painter: Painter) -> None:
    canvas = Canvas()
    for _ in range(2):
        painter.paint("a", canvas)
        await done(painter)

    assert canvas.sent == ["first"]


async def test_what_an_answer_has_shown_is_not_sent_again(painter: Painter) -> None:
    canvas = Canvas()
    painter.shown("a", page("first"))
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == []


async def test_an_answer_during_an_edit_has_the_page_drawn_once_more(painter: Painter) -> None:
    canvas = Canvas(gate=asyncio.Event())
    painter.paint("a", canvas)
    await canvas.arrived.wait()
    canvas.text = "second"
    painter.shown("a", page("second"))
    assert canvas.gate
    canvas.gate.set()
    await done(painter)

    assert canvas.sent == ["first", "second"]


async def test_a_forgotten_message_is_drawn_whatever_it_shows(painter: Painter) -> None:
    canvas = Canvas()
    painter.paint("a", canvas)
    await done(painter)
    painter.forget("a")
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == ["first", "first"]


async def test_a_message_with_nothing_to_show_is_left_alone(painter: Painter) -> None:
    canvas = Canvas(text=None)
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == []


async def test_settling_ends_what_takes_too_long(painter: Painter) -> None:
    canvas = Canvas(gate=asyncio.Event())
    painter.paint("a", canvas)
    await canvas.arrived.wait()
    await painter.settle(0)

    assert (canvas.sent, canvas.at_once) == ([], 0)


async def test_settling_drops_what_is_queued_meanwhile(painter: Painter) -> None:
    first, second = Canvas(gate=asyncio.Event()), Canvas(gate=asyncio.Event())
    painter.paint("a", first)
    await first.arrived.wait()
    settling = asyncio.create_task(painter.settle(PATIENCE_SECONDS))
    await asyncio.sleep(0)
    painter.paint("b", second)
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


async def test_what_the_longest_unchanged_message_shows_is_let_go(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.messages.painter, "REMEMBERED_MESSAGES", 2)
    canvases: defaultdict[str, Canvas] = defaultdict(Canvas)
    for key in "abca":
        painter.paint(key, canvases[key])
        await done(painter)

    assert {key: len(canvas.sent) for key, canvas in canvases.items()} == {"a": 2, "b": 1, "c": 1}
