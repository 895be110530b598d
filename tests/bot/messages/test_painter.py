"""The painter: the newest page wins, each message has one edit in flight, and failures are tried again."""

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord
import pytest

import bot.messages.painter
from bot.messages.painter import FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, Painter
from bot.pages.page import Page
from bot.requests.limiter import Limiter, Urgency
from bot.store.database import Unavailable
from localcord.people import PATIENCE_SECONDS
from tests.bot.canvas import INTERVAL, Canvas, done, page
from tests.bot.refusals import server_error, too_many_requests, unknown_message
from tests.bot.requests.timeline import Timeline
from tests.clock import Naps


async def test_of_many_changes_during_an_edit_only_the_last_is_drawn_in_one_edit_after_it(painter: Painter) -> None:
    canvas = Canvas(painter, is_held=True)
    canvas.paint()
    await canvas.arrived.wait()
    for number in range(40):
        canvas.text = f"change {number}"
        canvas.paint()
        await asyncio.sleep(0)
    canvas.gate.set()
    await done(painter)

    assert canvas.sent == ["first", "change 39"]
    assert canvas.most_at_once == 1


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


async def test_what_a_message_shows_already_is_sent_again_only_once_it_is_forgotten(painter: Painter) -> None:
    canvas = Canvas(painter)
    canvas.shown(page("first"))
    sent = []
    for act in (canvas.paint, canvas.forget, canvas.paint):
        act()
        canvas.paint()
        await done(painter)
        sent.append(len(canvas.sent))

    assert sent == [0, 1, 1]


async def test_an_answer_during_an_edit_has_the_page_drawn_once_more(painter: Painter) -> None:
    canvas = Canvas(painter, is_held=True)
    canvas.paint()
    await canvas.arrived.wait()
    canvas.text = "second"
    canvas.shown(page("second"))
    canvas.gate.set()
    await done(painter)

    assert canvas.sent == ["first", "second"]


async def test_settling_drops_what_is_queued_meanwhile(painter: Painter) -> None:
    first, second = Canvas(painter, is_held=True), Canvas(painter, "b", is_held=True)
    first.paint()
    await first.arrived.wait()
    settling = asyncio.create_task(painter.settle(PATIENCE_SECONDS))
    await asyncio.sleep(0)
    second.paint()
    await second.arrived.wait()
    first.gate.set()
    await settling

    assert (first.sent, second.sent, second.at_once, painter.waiting) == (["first"], [], 0, 0)


FAULTS = (
    server_error(),
    too_many_requests(),
    discord.RateLimited(60),
    TimeoutError(),
    aiohttp.ServerDisconnectedError(),
    Unavailable("ConnectionRefusedError"),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_what_may_pass_is_tried_again(painter: Painter, naps: Naps, fault: Exception) -> None:
    canvas = Canvas(painter, faults=[fault])
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first"]
    assert naps.taken == [FIRST_WAIT_SECONDS, INTERVAL]


async def test_tries_never_end_and_come_ever_more_slowly_until_one_succeeds(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(painter, faults=[server_error()] * 30)
    canvas.paint()
    await done(painter)
    canvas.text, canvas.faults = "second", [server_error()]
    canvas.paint()
    await done(painter)

    slower = [min(FIRST_WAIT_SECONDS * 2**failures, LONGEST_WAIT_SECONDS) for failures in range(30)]
    assert naps.taken == [*slower, INTERVAL, FIRST_WAIT_SECONDS, INTERVAL]
    assert canvas.sent == ["first", "second"]


async def test_a_refused_edit_is_not_tried_again_and_nobody_trusts_what_its_message_shows(
    painter: Painter, naps: Naps
) -> None:
    canvas = Canvas(painter)
    canvas.paint()
    await done(painter)
    canvas.text, canvas.faults = "second", [unknown_message()]
    canvas.paint()
    await done(painter)
    canvas.text = "first"
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first", "first"]
    assert naps.taken == [INTERVAL] * 3


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (server_error(), "edit failed, attempt 1: DiscordServerError (HTTP 503, code 0)"),
        (unknown_message(), "edit refused: NotFound (HTTP 404, code 10008)"),
        (ValueError("roll 1 2 3 4 5"), "painting stopped: ValueError"),
    ],
)
async def test_a_fault_is_in_the_log_without_the_page_and_the_next_change_is_drawn(
    painter: Painter, fault: Exception, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    canvas = Canvas(painter, text="roll 1 2 3 4 5", faults=[fault])
    for _ in range(2):
        canvas.paint()
        await done(painter)

    assert canvas.sent == ["roll 1 2 3 4 5"]
    assert line in caplog.text
    assert "roll" not in caplog.text


async def test_a_message_is_drawn_after_the_edit_that_is_due_on_another(painter: Painter) -> None:
    sent: list[str] = []
    board = Canvas(painter, "board", text="the board", sent=sent, is_held=True)
    panel = Canvas(painter, "panel", text="the panel", sent=sent, after="board")
    board.paint()
    panel.paint()
    await board.arrived.wait()
    panel.text = "the newer panel"
    assert sent == []

    board.gate.set()
    await done(painter)
    assert sent == ["the board", "the newer panel"]


async def test_it_does_not_wait_for_the_pause_after_that(painter: Painter, naps: Naps) -> None:
    board, panel = Canvas(painter, "board"), Canvas(painter, "panel", after="board")
    naps.awake.clear()
    board.paint()
    panel.paint()
    await panel.arrived.wait()

    assert board.sent == ["first"]
    naps.awake.set()
    await done(painter)


async def test_it_does_not_wait_for_ever(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.messages.painter, "PATIENCE_SECONDS", 0)
    board, panel = Canvas(painter, "board", is_held=True), Canvas(painter, "panel", after="board")
    board.paint()
    panel.paint()
    await panel.arrived.wait()

    assert board.sent == []
    board.gate.set()
    await done(painter)


def slow_painter(timeline: Timeline) -> tuple[Painter, Limiter]:
    """A painter and its limiter of one request a second."""
    limiter = Limiter(1.25, clock=timeline, later=timeline.later)
    return Painter(0, limiter, sleep=timeline.sleep), limiter


async def test_an_edit_by_a_token_waits_for_no_turn() -> None:
    timeline = Timeline()
    painter, limiter = slow_painter(timeline)
    first, free, counted = (Canvas(painter, channel, channel_id=channel) for channel in (2, 0, 1))
    first.paint()
    await timeline.pass_by(0)
    free.paint()
    counted.paint()
    await timeline.pass_by(0.1)
    await painter.settle(0)

    assert (free.sent, counted.sent, limiter.sent.total(), limiter.waiting.total()) == (["first"], [], 1, 0)


async def test_a_chore_that_people_begin_to_wait_for_becomes_as_urgent_and_is_drawn_in_its_turn() -> None:
    timeline = Timeline()
    painter, _ = slow_painter(timeline)
    sent: list[str] = []
    canvases = [Canvas(painter, number, text=f"{number}", sent=sent, channel_id=number + 1) for number in range(20)]
    for canvas in canvases:
        canvas.paint(Urgency.HOUSEKEEPING)
    await timeline.pass_by(0.1)
    before = len(sent)
    canvases[19].text = "newer"
    canvases[19].paint(Urgency.AWAITED)
    await timeline.pass_by(10)
    await painter.settle(0)

    assert sent[before] == "newer"


Waiting = list[tuple[Page, Callable[[], None]]]
"""The pages whose pictures somebody waits for, and what to call once they're drawn."""


def pictured_painter(naps: Naps) -> tuple[Painter, Waiting]:
    waiting: Waiting = []
    return Painter(0, sleep=naps, when_drawn=lambda page, then: waiting.append((page, then))), waiting


async def test_a_page_in_words_is_sent_again_with_its_pictures_which_nobody_waits_for(naps: Naps) -> None:
    painter, waiting = pictured_painter(naps)
    canvas = Canvas(painter, is_whole=False, channel_id=1)
    canvas.paint(Urgency.AWAITED)
    await done(painter)
    ((words, then),) = waiting
    canvas.is_whole = True
    then()
    await done(painter)

    assert words == page("first")
    assert canvas.sent == ["first", "first"]
    assert len(waiting) == 1
    assert (painter.limiter.sent[Urgency.AWAITED], painter.limiter.sent[Urgency.BOARD]) == (1, 1)


@pytest.mark.parametrize("is_replaced", [True, False], ids=["has been", "is about to be"])
async def test_pictures_of_a_page_that_is_replaced_cause_no_edit(naps: Naps, *, is_replaced: bool) -> None:
    painter, waiting = pictured_painter(naps)
    canvas = Canvas(painter, is_whole=False)
    canvas.paint()
    await done(painter)
    ((_, then),) = waiting
    canvas.text, canvas.is_whole = "second", True
    canvas.paint()
    if is_replaced:
        await done(painter)
    then()
    await done(painter)

    assert canvas.sent == ["first", "second"]


async def test_pictures_that_are_ready_after_the_stop_cause_no_edit(naps: Naps) -> None:
    painter, waiting = pictured_painter(naps)
    canvas = Canvas(painter, is_whole=False)
    canvas.paint()
    await done(painter)
    ((_, then),) = waiting
    await painter.stop()
    then()
    await done(painter)

    assert canvas.sent == ["first"]
