"""Failed edits: the painter retries them until they work, unless Discord has refused them."""

import logging

import aiohttp
import discord
import pytest

from bot.messages.painter import FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, Painter
from bot.pages.page import Page
from bot.store.database import Unavailable
from tests.bot.canvas import INTERVAL, Canvas, done
from tests.bot.refusals import server_error, too_many_requests, unknown_message
from tests.clock import Naps


@pytest.mark.parametrize(
    "fault",
    [
        server_error(),
        too_many_requests(),
        discord.RateLimited(60),
        ConnectionResetError(),
        TimeoutError(),
        aiohttp.ServerDisconnectedError(),
        Unavailable("ConnectionRefusedError"),
    ],
    ids=lambda fault: type(fault).__name__,
)
async def test_what_may_pass_is_tried_again(painter: Painter, naps: Naps, fault: Exception) -> None:
    canvas = Canvas(painter, faults=[fault])
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first"]
    assert naps.taken == [FIRST_WAIT_SECONDS, INTERVAL]


async def test_a_page_that_cannot_be_drawn_while_the_database_is_away_is_drawn_later(
    painter: Painter, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, failures = Canvas(painter), [Unavailable("away"), Unavailable("still away")]
    draw = canvas.draw

    async def draw_later() -> Page | None:
        if failures:
            raise failures.pop()
        return await draw()

    monkeypatch.setattr(canvas, "draw", draw_later)
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first"]
    assert naps.taken == [2, 4, INTERVAL]


async def test_tries_come_ever_more_slowly_and_never_end(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(painter, faults=[too_many_requests() for _ in range(30)])
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first"]
    waits = [wait for wait in naps.taken if wait != INTERVAL]
    assert waits == [min(FIRST_WAIT_SECONDS * 2**failures, LONGEST_WAIT_SECONDS) for failures in range(30)]


async def test_after_a_success_tries_come_quickly_again(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(painter, faults=[server_error(), server_error()])
    canvas.paint()
    await done(painter)
    canvas.text, canvas.faults = "second", [server_error()]
    canvas.paint()
    await done(painter)

    assert [wait for wait in naps.taken if wait != INTERVAL] == [2, 4, 2]


async def test_between_two_tries_a_newer_page_takes_the_place_of_the_older(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(painter, faults=[server_error()])
    naps.awake.clear()
    canvas.paint()
    await naps.asleep.wait()
    canvas.text = "second"
    canvas.paint()
    naps.awake.set()
    await done(painter)

    assert canvas.sent == ["second"]


async def test_after_a_failure_nobody_trusts_what_the_message_shows(painter: Painter) -> None:
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


async def test_a_refused_edit_is_not_tried_again(painter: Painter, naps: Naps) -> None:
    canvas = Canvas(painter, faults=[unknown_message()])
    canvas.paint()
    await done(painter)

    assert (canvas.sent, naps.taken) == ([], [INTERVAL])


async def test_after_a_refused_edit_the_next_change_is_drawn(painter: Painter) -> None:
    canvas = Canvas(painter, faults=[unknown_message()])
    for _ in range(2):
        canvas.paint()
        await done(painter)

    assert canvas.sent == ["first"]


async def test_an_unforeseen_error_ends_one_painting_and_not_the_next(
    painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    canvas = Canvas(painter, faults=[ValueError("roll 1 2 3 4 5")])
    canvas.paint()
    await done(painter)
    assert "painting stopped: ValueError" in caplog.text
    assert "roll" not in caplog.text
    canvas.paint()
    await done(painter)

    assert canvas.sent == ["first"]


async def test_a_failed_edit_is_in_the_log_without_its_page(painter: Painter, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    canvas = Canvas(painter, text="roll 1 2 3 4 5", faults=[server_error(), unknown_message()])
    canvas.paint()
    await done(painter)

    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "attempt 1: DiscordServerError (HTTP 503, code 0)" in caplog.text
    assert "roll" not in caplog.text
