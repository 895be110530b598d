"""Prepares pages for Discord: draws their pictures, each only once, and puts in the emojis of faces.

Knows no game. Whenever a picture is missing, the page's own words for it (bot/pages/page.py) are shown.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import BrokenExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple, TypeVar

import discord

from bot.logs import outline
from bot.pages.faces import TWINS
from bot.pages.layout import Component, Layout, components
from bot.pages.page import Page
from bot.pictures.drawing import Drawing
from bot.pictures.encode import named_png
from bot.requests.error_codes import INVALID_FORM_BODY
from bot.workers.pool import WorkerPool

log = logging.getLogger(__name__)

KEPT_PICTURES = 200
"""The latest ones, about 25 KB each."""

ANSWER_WAITS_SECONDS = 0.25
"""How long an answer to a click waits for its pictures; after that it goes out in words."""

EDIT_WAITS_SECONDS = 1.0
"""How long an edit of a board or panel waits for its pictures; after that it goes out in words, and they follow."""

LONGEST_DRAWING_SECONDS = 15.0
"""A drawing that takes longer than this is taken to hang, not counting the queue."""

TRIES = 2
"""How often to try to draw pictures that may be late, in case their process hangs or dies."""

T = TypeVar("T")


class Upload(NamedTuple):
    """A file that goes with a page."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ReadyPage:
    """A page as Discord gets it. Shape: `is_whole` is false if a picture that was wanted is missing."""

    components: list[Component]
    uploads: tuple[Upload, ...]
    is_whole: bool

    @property
    def view(self) -> Layout:
        """The components, for methods of discord.py."""
        return Layout(self.components)

    @property
    def files(self) -> list[discord.File]:
        """The uploads, for methods of discord.py."""
        return [discord.File(BytesIO(upload.content), upload.name) for upload in self.uploads]


class PageRenderer:
    """Turns pages into messages that discord.py can send."""

    def __init__(self, processes: int = 0, *, on_emoji_gone: Callable[[], None] = lambda: None) -> None:
        """Shape: `processes` draw beside the bot; with 0 a thread draws, which slows down answers.

        `on_emoji_gone` is called when Discord no longer knows one of the emojis.
        """
        self.faces = TWINS
        self._on_emoji_gone = on_emoji_gone
        self._pool = WorkerPool(processes) if processes else None
        self._boards = asyncio.Semaphore(processes or 1)
        self._pictures: OrderedDict[Drawing, Upload | None] = OrderedDict()
        self._under_way: dict[tuple[Drawing, bool], asyncio.Task[None]] = {}  # by drawing, and whether it's urgent
        self._following = set[asyncio.Task[None]]()
        self._is_closed = False
        self.waiting = 0
        """How many pictures are being drawn, or wait for it."""

    async def whole(self, page: Page) -> ReadyPage:
        """The page with all its pictures, however late they are; those that can't be drawn are in words."""
        await self._draw_late(page)
        return self._make_ready(page, pictures=True)

    async def for_answer(self, page: Page, *, pictures: bool = True) -> ReadyPage:
        """The page with the pictures that are ready in time to answer a click; the others are in words."""
        if pictures:
            await self._draw_within(ANSWER_WAITS_SECONDS, page, is_urgent=True)
        return self._make_ready(page, pictures=pictures)

    async def for_edit(self, page: Page, *, pictures: bool = True) -> ReadyPage:
        """The page with the pictures that are ready in time for an edit; the others are in words."""
        if pictures:
            await self._draw_within(EDIT_WAITS_SECONDS, page, is_urgent=False)
        return self._make_ready(page, pictures=pictures)

    def when_drawn(self, page: Page, then: Callable[[], None]) -> None:
        """Calls `then` once all of a page's pictures are drawn, unless that fails. Returns at once."""

        async def follow() -> None:
            await self._draw_late(page)
            if self._has_all(page.drawings):
                then()

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def put(self, make_ready: Callable[[], Awaitable[ReadyPage]], send: Callable[[ReadyPage], Awaitable[T]]) -> T:
        """Prepares a page and sends it. If Discord no longer knows one of its emojis, sends it again without any."""
        faces, ready = self.faces, await make_ready()
        try:
            return await send(ready)
        except discord.HTTPException as error:
            if faces is TWINS or not _refuses_emoji(error):
                raise
        if self.faces is faces:
            log.warning("an emoji is gone: until it is uploaded again, all are shown as text")
            self.faces = TWINS
            self._on_emoji_gone()
        return await send(await make_ready())

    def forget_pictures(self) -> None:
        """Drops all pictures from memory: some of them may show a name that has been deleted."""
        self._pictures.clear()

    def close(self) -> None:
        """Ends the drawing processes, and gives up what they draw."""
        self._is_closed = True
        for task in self._following:
            task.cancel()
        if self._pool:
            self._pool.close()

    async def _draw_within(self, seconds: float, page: Page, *, is_urgent: bool) -> None:
        """Begins to draw a page's pictures, and waits for them for so long."""
        if missing := self._missing(page.drawings):
            drawing = asyncio.ensure_future(self._draw(missing, is_urgent=is_urgent))
            await asyncio.wait({drawing}, timeout=seconds)

    async def _draw_late(self, page: Page) -> None:
        """Draws a page's pictures, and tries once more if their process fails."""
        for _ in range(TRIES):
            await self._draw(page.drawings)

    def _has_all(self, drawings: Iterable[Drawing]) -> bool:
        return all(drawing in self._pictures for drawing in drawings)

    async def _draw(self, drawings: Iterable[Drawing], *, is_urgent: bool = False) -> None:
        for drawing in self._missing(drawings):
            if drawing not in self._pictures:  # it may have been drawn meanwhile
                await asyncio.shield(self._shared(drawing, is_urgent=is_urgent))

    def _missing(self, drawings: Iterable[Drawing]) -> list[Drawing]:
        """Those that still have to be drawn. The others count as used, so they're kept for longer."""
        missing = []
        for drawing in drawings:
            if drawing in self._pictures:
                self._pictures.move_to_end(drawing)
            else:
                missing.append(drawing)
        return missing

    def _shared(self, drawing: Drawing, *, is_urgent: bool) -> asyncio.Task[None]:
        """The drawing under way, or a new one. An answer doesn't join a board's, which may be far back in the queue."""
        running = self._under_way.get((drawing, True)) or self._under_way.get((drawing, is_urgent))
        if running is None:
            running = asyncio.create_task(self._draw_and_keep(drawing, is_urgent=is_urgent))
            self._under_way[drawing, is_urgent] = running
        return running

    async def _draw_and_keep(self, drawing: Drawing, *, is_urgent: bool) -> None:
        kind = type(drawing).__name__
        self.waiting += 1
        try:
            made = Upload(*await self._draw_one(drawing, is_urgent=is_urgent))
        except TimeoutError:
            log.error("a %s took too long to draw: it is shown in words, and a new process draws the next", kind)
            return
        except BrokenExecutor as error:
            if not self._is_closed:
                log.error("the drawing process died, and a new one takes over: %s", outline(error))
            return
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a picture, its words are there
            log.error("a %s could not be drawn: %s", kind, outline(error))
            made = None
        finally:
            self.waiting -= 1
            del self._under_way[drawing, is_urgent]
        self._pictures[drawing] = made
        if len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)

    async def _draw_one(self, drawing: Drawing, *, is_urgent: bool) -> tuple[str, bytes]:
        """Boards take turns outside the pool, so that the picture of an answer waits behind one of them at most."""
        if self._pool is None:
            return await asyncio.to_thread(named_png, drawing)
        async with nullcontext() if is_urgent else self._boards:
            return await self._pool.run(LONGEST_DRAWING_SECONDS, named_png, drawing)

    def _make_ready(self, page: Page, *, pictures: bool) -> ReadyPage:
        made = {drawing: self._pictures.get(drawing) for drawing in page.drawings} if pictures else {}
        drawn = {drawing: upload for drawing, upload in made.items() if upload is not None}
        uploads = (*drawn.values(), *(Upload(document.name, document.content) for document in page.documents))
        is_whole = self._has_all(made)
        names = {drawing: upload.name for drawing, upload in drawn.items()}
        return ReadyPage(components(page, self.faces if pictures else TWINS, names), uploads, is_whole)


def _refuses_emoji(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the page because of an emoji. Shape: the error's text has the path to each fault."""
    return error.code == INVALID_FORM_BODY and ".emoji" in error.text
