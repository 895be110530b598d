"""A board whose picture isn't ready in time is there in words first, however it was posted."""

import asyncio
from collections.abc import Callable

import pytest

import bot.messages.renderer
from bot.matches.intents import Matches
from bot.messages.boards import Boards
from bot.messages.painter import Painter
from bot.messages.sending import Posted
from bot.store.store import Store
from bot.tables.table import Place, Table
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Answering
from tests.bot.boards import Pictures, boards_of
from tests.bot.people import lobby
from tests.clock import Clock, Naps
from tests.drawings import Patch, pictured


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Edits wait for no picture, and pictures are drawn only when the test sets this."""
    drawn = asyncio.Event()

    async def later(draw: Callable[[Patch], tuple[str, bytes]], drawing: Patch) -> tuple[str, bytes]:
        await drawn.wait()
        return draw(drawing)

    monkeypatch.setattr(asyncio, "to_thread", later)
    monkeypatch.setattr(bot.messages.renderer, "EDIT_WAITS_SECONDS", 0)
    return drawn


@pytest.fixture
def pictured_painter(client: Answering, naps: Naps) -> Painter:
    return Painter(0, sleep=naps, when_drawn=client.renderer.when_drawn)


@pytest.fixture
def boards(client: Answering, matches: Matches, pictured_painter: Painter, *, clock: Clock) -> Boards:
    return boards_of(client, matches, pictured_painter, clock, Pictures())


@pytest.fixture
async def table(matches: Matches, local: Localcord) -> Table:
    return await lobby(matches, place=Place(int(local.guild_id), int(local.channel_id)))


async def test_a_board_is_posted_in_words_before_its_picture_is_drawn(
    boards: Boards, table: Table, pictured_painter: Painter, *, ana: Person, drawn: asyncio.Event
) -> None:
    boards.post(table)
    await pictured_painter.settle(PATIENCE_SECONDS)
    assert not ana.messages()[0]["attachments"]

    drawn.set()

    await ana.wait_for(lambda shown: bool(shown[0]["attachments"]))
    assert len(ana.messages()) == 1


async def test_a_board_that_was_an_answer_in_words_gets_its_picture(
    boards: Boards, table: Table, client: Answering, *, ana: Person, drawn: asyncio.Event
) -> None:
    words = await client.renderer.whole(pictured("red"), pictures=False)
    message = await client.get_partial_messageable(table.place.channel_id).send(view=words.view)
    posted = Posted(message.id, "none", "@original", 1, is_whole=False)
    await boards.posted(table, posted, pictured("red"))
    assert not ana.messages()[0]["attachments"]

    drawn.set()

    await ana.wait_for(lambda shown: bool(shown[0]["attachments"]))


async def test_a_restart_adds_the_picture_of_an_end_that_is_there_in_words(
    boards: Boards,
    table: Table,
    pictured_painter: Painter,
    *,
    matches: Matches,
    store: Store,
    ana: Person,
    drawn: asyncio.Event,
) -> None:
    boards.post(table)
    await pictured_painter.settle(PATIENCE_SECONDS)
    await matches.seats.cancel(table.id, table.host_id, "lobby", moderator=False)
    boards.post(table)
    await pictured_painter.settle(PATIENCE_SECONDS)
    assert await store.ids_to_draw() == [table.id]

    drawn.set()

    await ana.wait_for(lambda shown: bool(shown[0]["attachments"]))
    await pictured_painter.settle(PATIENCE_SECONDS)
    assert await store.ids_to_draw() == []
