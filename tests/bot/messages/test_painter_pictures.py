"""A message whose pictures weren't ready in time shows words first, and its pictures once they're drawn."""

from collections.abc import Callable

import pytest

from bot.messages.painter import Painter
from bot.pages.page import Page
from bot.requests.limiter import Limiter, Urgency
from tests.bot.canvas import Canvas, done, page
from tests.clock import Naps

Waiting = list[tuple[Page, Callable[[], None]]]


@pytest.fixture
def waiting() -> Waiting:
    """The pages whose pictures somebody waits for, and what to call once they're drawn."""
    return []


@pytest.fixture
def limiter() -> Limiter:
    return Limiter()


@pytest.fixture
def painter(naps: Naps, limiter: Limiter, waiting: Waiting) -> Painter:
    return Painter(0, limiter, sleep=naps, when_drawn=lambda page, then: waiting.append((page, then)))


async def test_a_page_in_words_is_sent_again_with_its_pictures(painter: Painter, waiting: Waiting) -> None:
    canvas = Canvas(painter, is_whole=False)
    canvas.paint()
    await done(painter)
    ((words, then),) = waiting
    canvas.is_whole = True
    then()
    await done(painter)

    assert words == page("first")
    assert canvas.sent == ["first", "first"]
    assert len(waiting) == 1


async def test_a_whole_page_waits_for_no_picture(painter: Painter, waiting: Waiting) -> None:
    Canvas(painter, "board").paint()
    await done(painter)

    assert waiting == []


async def test_pictures_of_a_page_that_has_been_replaced_cause_no_edit(painter: Painter, waiting: Waiting) -> None:
    canvas = Canvas(painter, is_whole=False)
    canvas.paint()
    await done(painter)
    canvas.text, canvas.is_whole = "second", True
    canvas.paint()
    await done(painter)
    ((_, then),) = waiting
    then()
    await done(painter)

    assert canvas.sent == ["first", "second"]


async def test_pictures_of_a_page_that_is_about_to_be_replaced_cause_no_edit(
    painter: Painter, waiting: Waiting
) -> None:
    canvas = Canvas(painter, is_whole=False)
    canvas.paint()
    await done(painter)
    ((_, then),) = waiting
    canvas.text, canvas.is_whole = "second", True
    canvas.paint()
    then()
    await done(painter)

    assert canvas.sent == ["first", "second"]


async def test_nobody_waits_for_a_picture_whose_words_are_there(
    painter: Painter, limiter: Limiter, waiting: Waiting
) -> None:
    canvas = Canvas(painter, is_whole=False, channel_id=1)
    canvas.paint(Urgency.AWAITED)
    await done(painter)
    ((_, then),) = waiting
    then()
    await done(painter)

    assert (limiter.sent[Urgency.AWAITED], limiter.sent[Urgency.BOARD]) == (1, 1)
