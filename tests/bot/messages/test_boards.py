"""A table's board: posted, kept up to date, posted again when it's gone, and in words while its picture is drawn."""

import asyncio
from collections.abc import Callable

import pytest

import bot.messages.renderer
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.boards import FORLORN_SECONDS, Board, Boards, Tools
from bot.messages.painter import Painter
from bot.messages.sending import Posted
from bot.pages.faces import TWINS
from bot.pages.layout import Layout, components
from bot.store.store import Store
from bot.tables.table import Place, Table
from localcord import Localcord, Permission, Person
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from tests.bot.answering import Answering, page, seen
from tests.bot.boards import Channel, Names, Pictures, boards_of
from tests.bot.people import ANA, lobby
from tests.clock import Clock, Naps
from tests.drawings import Patch


async def test_a_board_is_posted_where_there_is_none_and_disturbs_nobody(channel: Channel) -> None:
    await channel.post()
    (board,) = channel.ana.messages()

    assert channel.seen == [("public", "Ana")]
    assert await channel.board_id() == board["id"]
    assert channel.ana.pings == []
    assert board["flags"] & 1 << 12


async def test_before_the_answer_to_the_command_there_is_no_board(channel: Channel) -> None:
    await channel.ben_joins()
    channel.boards.redraw((await channel.matches.get(channel.match_id)).table)
    await channel.painter.settle(PATIENCE_SECONDS)

    assert channel.seen == []


@pytest.mark.parametrize("changes", [True, False])
async def test_an_answer_is_edited_only_if_the_table_changed_while_it_was_on_its_way(
    channel: Channel, *, changes: bool
) -> None:
    shown = Layout(components(page("Ana"), TWINS, {}))
    answer = await channel.client.text_channel(channel.local.channel_id).send(view=shown)
    before = (await channel.matches.get(channel.match_id)).table
    if changes:
        await channel.ben_joins()
    sent = len(channel.local.requests)
    await channel.boards.posted(before, Posted(answer.id, "none", "@original", click=1), Names().board(Match(before)))
    await channel.painter.settle(PATIENCE_SECONDS)

    assert channel.seen == [("public", "Ana, Ben" if changes else "Ana")]
    assert (len(channel.local.requests) > sent) == changes


async def test_a_closed_board_that_somebody_cleared_away_stays_away(channel: Channel) -> None:
    await channel.post()
    channel.delete_board()
    await channel.cancel()

    assert channel.seen == []
    assert await channel.store.ids_to_draw() == []


async def test_a_closed_board_is_drawn_until_its_end_has_arrived(channel: Channel, naps: Naps) -> None:
    await channel.post()
    channel.local.fail_next("PATCH", "/channels/", status=503)
    naps.awake.clear()
    naps.asleep.clear()
    await channel.matches.seats.cancel(channel.match_id, ANA.user_id, "lobby", moderator=False)
    await naps.asleep.wait()

    assert await channel.store.ids_to_draw() == [channel.match_id]
    naps.awake.set()
    await channel.painter.settle(PATIENCE_SECONDS)
    assert channel.seen == [("public", "Ana: closed")]
    assert await channel.store.ids_to_draw() == []


async def test_a_page_from_before_the_end_does_not_count_as_the_end(channel: Channel) -> None:
    client = channel.client
    tools = Tools(
        client, channel.matches, channel.painter, client.renderer, client.preferences, Names(), channel.clock,
        watching=lambda _: 0,
    )  # fmt: skip
    board = Board(tools, (await channel.matches.get(channel.match_id)).table)
    before = await board.draw()
    assert before
    await channel.matches.seats.cancel(channel.match_id, ANA.user_id, "lobby", moderator=False)
    await board.send(before)

    assert await channel.store.ids_to_draw() == [channel.match_id]


async def test_a_result_that_the_bot_may_not_show_is_let_go_after_a_week(channel: Channel) -> None:
    await channel.post()
    channel.local.set_bot_permissions(channel.local.channel_id, Permission(0))
    await channel.cancel()
    before = await channel.store.ids_to_draw()
    channel.clock.now += FORLORN_SECONDS
    await channel.boards.try_again()
    await channel.painter.settle(PATIENCE_SECONDS)

    assert (before, await channel.store.ids_to_draw()) == ([channel.match_id], [])


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
def painter(client: Answering, naps: Naps) -> Painter:
    return Painter(0, sleep=naps, when_drawn=client.renderer.when_drawn)


@pytest.fixture
def boards(client: Answering, matches: Matches, painter: Painter, clock: Clock) -> Boards:
    return boards_of(client, matches, painter, clock, Pictures())


@pytest.fixture
async def table(matches: Matches, local: Localcord) -> Table:
    return await lobby(matches, place=Place(int(local.guild_id), int(local.channel_id)))


async def test_a_board_has_its_pictures_or_words_where_no_files_may_be_attached(
    local: Localcord, matches: Matches, boards: Boards, painter: Painter, *, ana: Person
) -> None:
    for permission in (EVERYONE, EVERYONE & ~Permission.ATTACH_FILES, EVERYONE):
        local.set_bot_permissions(local.channel_id, permission)
        boards.post(await lobby(matches, place=Place(int(local.guild_id), int(local.channel_id))))
        await painter.settle(PATIENCE_SECONDS)

    assert [len(message["attachments"]) for message in ana.messages()] == [1, 0, 1]
    assert seen(ana)[1] == ("public", "red!")


async def test_an_end_is_shown_in_words_until_its_picture_is_drawn_if_need_be_after_a_restart(
    boards: Boards, table: Table, painter: Painter, *, matches: Matches, store: Store, ana: Person, drawn: asyncio.Event
) -> None:
    boards.post(table)
    await painter.settle(PATIENCE_SECONDS)
    await matches.seats.cancel(table.id, table.host_id, "lobby", moderator=False)
    boards.post(table)
    await painter.settle(PATIENCE_SECONDS)
    assert not ana.messages()[0]["attachments"]
    assert await store.ids_to_draw() == [table.id]

    drawn.set()

    await ana.wait_for(lambda shown: bool(shown[0]["attachments"]))
    await painter.settle(PATIENCE_SECONDS)
    assert len(ana.messages()) == 1
    assert await store.ids_to_draw() == []
