"""Pages with pictures, which are drawn once in the background, and replaced by texts while missing."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor

import pytest

import bot.messages.renderer
from bot.messages.renderer import PageRenderer
from bot.pages.faces import Faces, face
from bot.pages.page import Page, Picture, Text
from bot.workers.pool import WorkerPool
from localcord.people import PATIENCE_SECONDS
from tests.drawings import Patch, pictured, shown


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    Patch.drawn.clear()


@pytest.fixture
def renderer() -> PageRenderer:
    return PageRenderer()


async def test_a_page_has_its_pictures_and_emojis_or_words_alone(renderer: PageRenderer) -> None:
    renderer.faces = Faces({"red_7": 5})
    page = Page((Picture(Patch("red"), "all red", (Text("red!"),)), Text(face("red_7"))), accent=0)
    words, whole = await renderer.for_edit(page, pictures=False), await renderer.whole(page)

    assert (shown(words), words.uploads, words.is_whole) == (["red!", "❤️ 7"], (), True)
    assert (shown(whole), whole.is_whole) == (["(all red)", "<:red_7:5>"], True)
    assert Patch.drawn == ["red"]


async def test_a_picture_is_drawn_once_and_is_one_file(renderer: PageRenderer) -> None:
    pages = [await renderer.for_answer(pictured("red", "red")), await renderer.whole(pictured("red"))]

    assert [shown(page) for page in pages] == [["(all red)", "(all red)"], ["(all red)"]]
    assert [len(page.uploads) for page in pages] == [1, 1]
    assert (Patch.drawn, renderer.waiting) == (["red"], 0)


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


async def test_the_pictures_that_were_used_longest_ago_are_forgotten(
    renderer: PageRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "KEPT_PICTURES", 2)
    for colour in ("red", "blue", "red", "green", "red", "blue"):
        await renderer.whole(pictured(colour))

    assert Patch.drawn == ["red", "blue", "green", "blue"]


async def test_a_picture_that_cannot_be_drawn_is_told_in_words(
    renderer: PageRenderer, caplog: pytest.LogCaptureFixture
) -> None:
    ready = await renderer.whole(pictured("no colour", "red"))

    assert shown(ready) == ["no colour!", "(all red)"]
    assert "a Patch could not be drawn: ValueError" in caplog.text


@pytest.fixture
def red_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red pictures are never finished."""

    async def hang(draw: Callable[[Patch], tuple[str, bytes]], drawing: Patch) -> tuple[str, bytes]:
        return await asyncio.Future[tuple[str, bytes]]() if drawing.colour == "red" else draw(drawing)

    monkeypatch.setattr(asyncio, "to_thread", hang)


@pytest.mark.usefixtures("red_hangs")
async def test_an_answer_does_not_wait_for_a_picture(renderer: PageRenderer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", 0)
    await renderer.whole(pictured("blue"))
    ready = await renderer.for_answer(pictured("blue", "red"))

    assert shown(ready) == ["(all blue)", "red!"]
    assert not ready.is_whole


@pytest.mark.parametrize(
    ("fault", "line"),
    [(TimeoutError(), "a Patch took too long to draw"), (BrokenExecutor(), "the drawing process died")],
    ids=["hangs", "dies"],
)
async def test_a_picture_whose_process_fails_is_told_in_words_until_it_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, fault: Exception, line: str
) -> None:
    faults = [fault]

    async def run(_pool: WorkerPool, _seconds: float, draw: Callable[[Patch], object], drawing: Patch) -> object:
        if faults:
            raise faults.pop()
        return draw(drawing)

    monkeypatch.setattr(WorkerPool, "run", run)
    renderer = PageRenderer(processes=1)
    tries = [shown(await renderer.for_edit(pictured("red"))) for _ in range(2)]
    faults.append(fault)

    assert [*tries, shown(await renderer.whole(pictured("blue")))] == [["red!"], ["(all red)"], ["(all blue)"]]
    assert caplog.text.count(line) == 2


async def test_an_answer_gets_its_picture_before_boards_that_have_waited_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", PATIENCE_SECONDS)
    renderer = PageRenderer(processes=1)
    ready: list[str] = []

    async def prepare(colour: str, *, is_answer: bool = False) -> None:
        await (renderer.for_answer if is_answer else renderer.whole)(pictured(colour))
        ready.append("the answer" if is_answer else colour)

    boards = map(prepare, ("red", "green", "yellow"))
    await asyncio.gather(*boards, prepare("yellow", is_answer=True))
    renderer.close()

    assert ready.index("the answer") < ready.index("green")
    assert [colour for colour in ready if colour != "the answer"] == ["red", "green", "yellow"]
