"""Pages with pictures, which are drawn once in the background, and replaced by texts while missing."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import bot.messages.renderer
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.pages.faces import Faces, face
from bot.pages.page import Page, Text
from bot.pictures.encode import named_png
from localcord.people import PATIENCE_SECONDS
from tests.drawings import Patch, pictured, shown
from tests.faulty import dying_once, hanging_once, has_begun_to_fail


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    Patch.drawn.clear()


@pytest.fixture
def renderer() -> PageRenderer:
    return PageRenderer()


async def test_a_page_has_its_pictures_with_words_for_who_cannot_see_them(renderer: PageRenderer) -> None:
    ready = await renderer.whole(pictured("red", "blue"))

    assert shown(ready) == ["(all red)", "(all blue)"]
    assert ready.is_whole


async def test_whoever_wants_no_pictures_gets_words(renderer: PageRenderer) -> None:
    ready = await renderer.whole(pictured("red"), pictures=False)

    assert (shown(ready), ready.uploads, ready.is_whole) == (["red!"], (), True)
    assert Patch.drawn == []


async def test_words_alone_have_no_emojis_either(renderer: PageRenderer) -> None:
    renderer.faces = Faces({"red_7": 5})
    page = Page((Text(face("red_7")),), accent=0)

    assert shown(await renderer.whole(page)) == ["<:red_7:5>"]
    assert shown(await renderer.whole(page, pictures=False)) == ["❤️ 7"]


async def test_a_picture_is_drawn_once(renderer: PageRenderer) -> None:
    for _ in range(3):
        await renderer.whole(pictured("red", "red"))

    assert Patch.drawn == ["red"]


async def test_a_picture_that_was_begun_early_is_drawn_once(renderer: PageRenderer) -> None:
    renderer.begin(pictured("red"), is_urgent=True)

    assert shown(await renderer.for_answer(pictured("red"))) == ["(all red)"]
    renderer.begin(pictured("red"), is_urgent=True)
    await asyncio.sleep(0)
    assert renderer.waiting == 0
    assert Patch.drawn == ["red"]


async def test_a_picture_that_several_wait_for_is_drawn_once_even_if_one_leaves(
    renderer: PageRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", PATIENCE_SECONDS)
    first, answer = (asyncio.create_task(renderer.for_answer(pictured("red"))) for _ in range(2))
    for _ in range(3):
        await asyncio.sleep(0)  # now the answers share a drawing
    board = asyncio.create_task(renderer.whole(pictured("red")))
    first.cancel()

    assert [shown(ready) for ready in await asyncio.gather(answer, board)] == [["(all red)"]] * 2
    assert Patch.drawn == ["red"]


async def test_a_board_that_leaves_takes_its_picture_from_nobody(renderer: PageRenderer) -> None:
    leaving, staying = (asyncio.create_task(renderer.whole(pictured("red"))) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()

    assert shown(await staying) == ["(all red)"]
    assert Patch.drawn == ["red"]


async def test_a_picture_shown_twice_on_a_page_is_one_file(renderer: PageRenderer) -> None:
    ready = await renderer.whole(pictured("red", "red"))

    assert shown(ready) == ["(all red)", "(all red)"]
    assert len(ready.uploads) == 1


@pytest.mark.parametrize("prepare", [PageRenderer.whole, PageRenderer.for_answer])
async def test_the_oldest_pictures_are_forgotten(
    prepare: Callable[[PageRenderer, Page], Awaitable[ReadyPage]],
    renderer: PageRenderer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "KEPT_PICTURES", 2)
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", PATIENCE_SECONDS)
    for colour in ("red", "blue", "red", "green", "red", "blue"):
        await prepare(renderer, pictured(colour))

    assert Patch.drawn == ["red", "blue", "green", "blue"]


async def test_a_picture_that_cannot_be_drawn_is_told_in_words(
    renderer: PageRenderer, caplog: pytest.LogCaptureFixture
) -> None:
    ready = await renderer.whole(pictured("no colour", "red"))

    assert shown(ready) == ["no colour!", "(all red)"]
    assert "a Patch could not be drawn: ValueError" in caplog.text


async def test_an_answer_has_the_pictures_that_are_there_in_time(renderer: PageRenderer) -> None:
    assert shown(await renderer.for_answer(pictured("red"))) == ["(all red)"]


async def test_an_answer_does_not_wait_for_a_picture(renderer: PageRenderer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> bytes:
        return await asyncio.Future[bytes]()

    await renderer.whole(pictured("red"))
    monkeypatch.setattr(asyncio, "to_thread", never)
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", 0)
    ready = await renderer.for_answer(pictured("red", "blue"))

    assert shown(ready) == ["(all red)", "blue!"]
    assert not ready.is_whole


async def test_another_process_draws_and_is_replaced_when_it_dies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "named_png", dying_once(tmp_path, named_png))
    renderer = PageRenderer(processes=1)

    assert shown(await renderer.for_edit(pictured("red"))) == ["red!"]
    assert shown(await renderer.for_edit(pictured("red"))) == ["(all red)"]
    assert Patch.drawn == []
    assert caplog.text.count("the drawing process died") == 1
    renderer.close()


async def test_a_late_picture_is_tried_again_when_its_process_dies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "named_png", dying_once(tmp_path, named_png))
    renderer = PageRenderer(processes=1)

    assert shown(await renderer.whole(pictured("blue"))) == ["(all blue)"]
    renderer.close()


async def test_a_picture_that_hangs_is_told_in_words_and_those_behind_it_are_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "named_png", hanging_once(tmp_path, named_png))
    monkeypatch.setattr(bot.messages.renderer, "LONGEST_DRAWING_SECONDS", 1)
    renderer = PageRenderer(processes=1)
    waiting = (renderer.for_edit(pictured(colour)) for colour in ("blue", "green", "grey"))
    pages = [shown(page) for page in await asyncio.gather(*waiting)]

    assert pages == [["blue!"], ["(all green)"], ["(all grey)"]]
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["a Patch took too long to draw"]
    assert shown(await renderer.whole(pictured("blue"))) == ["(all blue)"]
    renderer.close()


async def test_the_end_does_not_wait_for_a_picture_that_hangs_and_giving_it_up_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "named_png", hanging_once(tmp_path, named_png))
    renderer = PageRenderer(processes=1)
    drawing = asyncio.create_task(renderer.whole(pictured("blue", "green")))
    await has_begun_to_fail(tmp_path)
    renderer.close()

    assert shown(await drawing) == ["blue!", "green!"]
    assert caplog.text == ""


@pytest.mark.parametrize("colour", ["blue", "yellow"], ids=["another", "one that a board waits for, too"])
async def test_an_answer_gets_its_picture_before_boards_that_have_waited_longer(
    monkeypatch: pytest.MonkeyPatch, colour: str
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", PATIENCE_SECONDS)
    renderer = PageRenderer(processes=1)
    ready: list[str] = []

    async def prepare(colour: str, *, is_answer: bool) -> None:
        page = pictured(colour)
        await (renderer.for_answer(page) if is_answer else renderer.whole(page))
        ready.append("the answer" if is_answer else colour)

    boards = [prepare(colour, is_answer=False) for colour in ("red", "green", "yellow")]
    await asyncio.gather(*boards, prepare(colour, is_answer=True))
    renderer.close()

    assert ready.index("the answer") < ready.index("green")
    assert [colour for colour in ready if colour != "the answer"] == ["red", "green", "yellow"]
