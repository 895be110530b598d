"""While no picture is finished any more, as when the process that draws hangs, nothing waits for one."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

import bot.messages.renderer
from bot.messages.renderer import STUCK_SECONDS, PageRenderer, ReadyPage
from bot.pages.page import Page
from localcord.people import PATIENCE_SECONDS
from tests.clock import Clock
from tests.drawings import Patch, pictured, shown


@pytest.fixture
def red_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing gives up waiting for a picture, and red ones are never finished."""

    async def hang(draw: Callable[[Patch], tuple[str, bytes]], drawing: Patch) -> tuple[str, bytes]:
        return await asyncio.Future[tuple[str, bytes]]() if drawing.colour == "red" else draw(drawing)

    monkeypatch.setattr(asyncio, "to_thread", hang)
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", None)
    monkeypatch.setattr(bot.messages.renderer, "EDIT_WAITS_SECONDS", None)


@pytest.mark.usefixtures("red_hangs")
@pytest.mark.parametrize("prepare", [PageRenderer.for_answer, PageRenderer.for_edit])
async def test_nothing_waits_for_pictures_while_none_is_finished(
    prepare: Callable[[PageRenderer, Page], Awaitable[ReadyPage]], clock: Clock
) -> None:
    renderer = PageRenderer(clock=clock)
    renderer.begin(pictured("red"), is_urgent=False)
    await asyncio.sleep(0)
    clock.now += STUCK_SECONDS + 1
    async with asyncio.timeout(PATIENCE_SECONDS):
        ready = await prepare(renderer, pictured("red", "blue"))

    assert shown(ready) == ["red!", "blue!"]


@pytest.mark.usefixtures("red_hangs")
async def test_pages_wait_for_pictures_again_once_one_is_finished(clock: Clock) -> None:
    renderer = PageRenderer(clock=clock)
    renderer.begin(pictured("red"), is_urgent=False)
    await asyncio.sleep(0)
    clock.now += STUCK_SECONDS + 1
    await renderer.whole(pictured("blue"))

    assert shown(await renderer.for_edit(pictured("green"))) == ["(all green)"]


async def test_a_picture_that_begins_after_a_pause_is_waited_for(clock: Clock) -> None:
    renderer = PageRenderer(clock=clock)
    await renderer.whole(pictured("red"))
    clock.now += STUCK_SECONDS + 1

    ready = await asyncio.gather(*(renderer.for_edit(pictured(colour)) for colour in ("blue", "green")))
    assert [shown(page) for page in ready] == [["(all blue)"], ["(all green)"]]
