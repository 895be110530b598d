"""The painter: newest wins, one edit in flight per message, at most one an interval."""

import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass, field

import aiohttp
import pytest

import bot.painter
from bot.pages import Page, Text
from bot.painter import LONGEST_WAIT_SECONDS, TRIES, Painter
from tests.bot.refusals import server_error, unknown_message
from tests.clock import Naps

INTERVAL = 1.1


def page(text: str) -> Page:
    return Page((Text(text),), accent=0)


@dataclass
class Canvas:
    """A message that notes what is put on it. Shape: `faults` are raised by the next sends, one each."""

    text: str | None = "first"
    sent: list[str] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    gate: asyncio.Event | None = None
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: int = 0
    most_at_once: int = 0

    async def draw(self) -> Page | None:
        return None if self.text is None else page(self.text)

    async def send(self, page: Page) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.arrived.set()
        try:
            if self.gate:
                await self.gate.wait()
            if self.faults:
                raise self.faults.pop(0)
        finally:
            self.at_once -= 1
        (part,) = page.parts
        assert isinstance(part, Text)
        self.sent.append(part.content)


@pytest.fixture
def naps() -> Naps:
    return Naps()


@pytest.fixture
def painter(naps: Naps) -> Painter:
    return Painter(INTERVAL, sleep=naps)


async def done(painter: Painter) -> None:
    """Until nothing is left to paint."""
    await painter.settle(5)


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


@pytest.mark.parametrize(
    "fault",
    [server_error(), ConnectionResetError(), TimeoutError(), aiohttp.ServerDisconnectedError()],
    ids=lambda fault: type(fault).__name__,
)
async def test_what_may_pass_is_tried_again(painter: Painter, naps: Naps, fault: Exception) -> None:
    canvas = Canvas(faults=[fault])
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == ["first"]
    assert naps.taken == [2 * INTERVAL, INTERVAL]


async def test_tries_come_ever_more_slowly_and_end(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(faults=[server_error() for _ in range(TRIES + 1)])
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == []
    waits = [min(INTERVAL * 2**attempt, LONGEST_WAIT_SECONDS) for attempt in range(1, TRIES + 1)]
    assert naps.taken == [*waits, INTERVAL]


async def test_between_two_tries_a_newer_page_takes_the_place_of_the_older(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(faults=[server_error()])
    naps.awake.clear()
    painter.paint("a", canvas)
    await naps.asleep.wait()
    canvas.text = "second"
    painter.paint("a", canvas)
    naps.awake.set()
    await done(painter)

    assert canvas.sent == ["second"]


async def test_after_a_failure_nobody_trusts_what_the_message_shows(painter: Painter) -> None:
    canvas = Canvas()
    painter.paint("a", canvas)
    await done(painter)
    canvas.text, canvas.faults = "second", [server_error() for _ in range(TRIES)]
    painter.paint("a", canvas)
    await done(painter)
    canvas.text = "first"
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == ["first", "first"]


async def test_a_refused_edit_is_not_tried_again(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(faults=[unknown_message()])
    painter.paint("a", canvas)
    await done(painter)

    assert (canvas.sent, naps.taken) == ([], [INTERVAL])


async def test_after_a_refused_edit_the_next_change_is_drawn(painter: Painter) -> None:
    canvas = Canvas(faults=[unknown_message()])
    for _ in range(2):
        painter.paint("a", canvas)
        await done(painter)

    assert canvas.sent == ["first"]


async def test_an_unforeseen_error_ends_one_painting_and_not_the_next(
    painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    canvas = Canvas(faults=[ValueError("roll 1 2 3 4 5")])
    painter.paint("a", canvas)
    await done(painter)
    assert "painting stopped: ValueError" in caplog.text
    assert "roll" not in caplog.text
    painter.paint("a", canvas)
    await done(painter)

    assert canvas.sent == ["first"]


async def test_settling_ends_what_takes_too_long(painter: Painter) -> None:
    canvas = Canvas(gate=asyncio.Event())
    painter.paint("a", canvas)
    await canvas.arrived.wait()
    await painter.settle(0)
    await asyncio.sleep(0)

    assert (canvas.sent, canvas.at_once) == ([], 0)


async def test_settling_with_nothing_to_paint_returns(painter: Painter) -> None:
    await painter.settle(0)


async def test_what_the_longest_unchanged_message_shows_is_let_go(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.painter, "REMEMBERED_MESSAGES", 2)
    canvases: defaultdict[str, Canvas] = defaultdict(Canvas)
    for key in "abca":
        painter.paint(key, canvases[key])
        await done(painter)

    assert {key: len(canvas.sent) for key, canvas in canvases.items()} == {"a": 2, "b": 1, "c": 1}


async def test_a_failed_edit_is_in_the_log_without_its_page(painter: Painter, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    canvas = Canvas(text="roll 1 2 3 4 5", faults=[server_error(), unknown_message()])
    painter.paint("a", canvas)
    await done(painter)

    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert f"attempt 1 of {TRIES}: DiscordServerError (HTTP 503, code 0)" in caplog.text
    assert "roll" not in caplog.text


async def test_messages_of_one_lane_are_drawn_one_after_the_other(painter: Painter) -> None:
    first, second = Canvas(gate=asyncio.Event()), Canvas()
    painter.paint("a", first, lane="channel")
    painter.paint("b", second, lane="channel")
    await first.arrived.wait()
    second.text = "newer"  # while it waits for its turn
    assert first.gate
    first.gate.set()
    await done(painter)

    assert (first.sent, second.sent) == (["first"], ["newer"])


async def test_another_lane_does_not_wait(painter: Painter) -> None:
    held, free = Canvas(gate=asyncio.Event()), Canvas()
    painter.paint("a", held, lane="channel")
    painter.paint("b", free, lane="another channel")
    await free.arrived.wait()

    assert held.sent == []
    assert held.gate
    held.gate.set()
    await done(painter)
