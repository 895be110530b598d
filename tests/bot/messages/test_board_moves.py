"""A board that has scrolled out of sight is posted again, the old one links to it, and a lost one is found again."""

import asyncio
from random import Random
from typing import Any

import pytest
from discord.ui import LayoutView
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.background.jobs import try_each
from bot.matches.intents import Matches
from bot.messages import boards
from bot.messages.boards import BURIED_BELOW, LOOK_SECONDS, OLD_SECONDS, SETTLED_SECONDS
from bot.messages.sending import Posted
from bot.pages.custom_id import CustomId
from bot.pages.faces import TWINS
from bot.pages.layout import Layout, components
from bot.pages.page import Button, Page, Row, Text
from bot.store.store import Store
from bot.tables.table import Place
from localcord import Permission
from localcord.entities import ChannelKind, Thread
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from tests.bot.answering import page
from tests.bot.boards import Channel, Names, boards_of
from tests.bot.people import BEN, lobby
from tests.clock import Naps
from tests.localcord.bot import Use

MAY_NOT_READ = EVERYONE & ~Permission.READ_MESSAGE_HISTORY


def chat(channel: Channel, line: str) -> None:
    """Ana posts a message."""
    world = channel.local.world
    channel.local.messages.post(world.channels[channel.local.channel_id], channel.ana.user, {"content": line}, [])


def texts(channel: Channel) -> list[str]:
    """The public messages that Ana sees, of which none is private."""
    assert {kind for kind, _ in channel.seen} <= {"public"}
    return [text for _, text in channel.seen]


@pytest.mark.parametrize(
    ("lines", "by_bot", "rights", "age", "moves"),
    [
        (BURIED_BELOW, False, EVERYONE, LOOK_SECONDS, True),
        (BURIED_BELOW - 1, False, EVERYONE, LOOK_SECONDS, False),
        (BURIED_BELOW, False, MAY_NOT_READ, LOOK_SECONDS, False),
        (BURIED_BELOW, True, EVERYONE, LOOK_SECONDS, False),
        (BURIED_BELOW, True, EVERYONE, SETTLED_SECONDS + 1, True),
        (0, False, EVERYONE, OLD_SECONDS + 1, True),
    ],
    ids=["buried", "little below", "not to be read", "below other boards", "settled below other boards", "old"],
)
@pytest.mark.parametrize("is_over", [False, True], ids=["during play", "at the end"])
async def test_a_board_that_is_out_of_sight_is_posted_anew_and_the_old_one_points_to_it(
    channel: Channel, *, lines: int, by_bot: bool, rights: Permission, age: float, moves: bool, is_over: bool
) -> None:
    await channel.post()
    for line in range(lines):
        if by_bot:
            await channel.client.text_channel(channel.local.channel_id).send(f"board of table {line}")
        else:
            chat(channel, f"line {line}")
    channel.local.set_bot_permissions(channel.local.channel_id, rights)
    channel.clock.now += age
    await (channel.cancel() if is_over else channel.ben_joins())

    shown = "Ana: closed" if is_over else "Ana, Ben"
    assert texts(channel)[0] == (f"moved to {await channel.board_id()}" if moves else shown)
    assert texts(channel)[-1 if moves else 0] == shown


@pytest.mark.parametrize("is_over", [False, True], ids=["during play", "at the end"])
async def test_a_board_in_a_thread_that_sleeps_is_posted_anew(channel: Channel, *, is_over: bool) -> None:
    world, now = channel.local.world, channel.clock.now
    parent = world.channels[channel.local.channel_id]
    thread = Thread(parent.id, world.bot.id, created=now, archive_changed=now)
    made = world.add_thread(parent, thread, "tables", ChannelKind.PUBLIC_THREAD, world.snowflakes.new())
    table = await lobby(channel.matches, place=Place(int(channel.local.guild_id), int(made.id)))
    channel.match_id = table.id
    await channel.post()
    thread.archived = True
    await (channel.cancel() if is_over else channel.ben_joins())

    assert texts(channel)[-2:] == [f"moved to {await channel.board_id()}", "Ana: closed" if is_over else "Ana, Ben"]
    assert not thread.archived
    assert (table.id in await channel.store.ids_to_draw()) != is_over


def buttoned(custom_id: str, text: str = "Ana") -> LayoutView:
    return Layout(components(Page((Text(text), Row((Button("Press", custom_id),))), accent=0), TWINS, {}))


async def show(channel: Channel, text: str = "Ana", verb: str = "join", whose: str = "", *, place: str = "") -> str:
    """Posts a message with a button of the table, as in another channel, whose id isn't stored; returns the id."""
    view = buttoned(CustomId(verb, channel.match_id, text=whose).to_text(), text)
    return str((await channel.client.text_channel(place or channel.local.channel_id).send(view=view)).id)


async def press(channel: Channel, message_id: str, verb: str = "join", whose: str = "") -> None:
    """Ana presses that button, and the boards are told."""
    heard = asyncio.Event()

    async def react(interaction: Use) -> None:
        await interaction.response.defer()
        await try_each(lambda: channel.boards.clicked(interaction))
        heard.set()

    channel.client.react = react
    await channel.ana.raw_click(message_id, CustomId(verb, channel.match_id, text=whose).to_text())
    await heard.wait()
    await channel.painter.settle(PATIENCE_SECONDS)


async def test_a_click_on_a_newer_message_leaves_it_as_it_is(channel: Channel) -> None:
    await channel.post()
    await press(channel, await show(channel))

    assert texts(channel) == ["Ana", "Ana"]


async def test_after_a_click_on_a_board_that_was_only_confirmed_its_token_edits_the_board(channel: Channel) -> None:
    board = await show(channel)
    await channel.matches.place_board(channel.match_id, int(board))
    await press(channel, board)
    await channel.ben_joins()

    assert texts(channel) == ["Ana, Ben"]
    assert [seen.path for seen in channel.local.requests if seen.method == "PATCH" and "/channels/" in seen.path] == []


async def start_again(channel: Channel, *, joins: bool = False) -> None:
    """Kills the bot, and starts it again on what is stored; Ben may join before it draws."""
    channel.matches = Matches(channel.store, clock=channel.clock, rng=Random(1))
    if joins:
        await channel.matches.lobby.join(channel.match_id, BEN)
    channel.boards = boards_of(channel.client, channel.matches, channel.painter, channel.clock, Names())
    channel.matches.on_change.append(channel.boards.paint)
    for match_id in await channel.store.ids_to_draw():
        channel.boards.restore((await channel.matches.get(match_id)).table)
    await channel.painter.settle(PATIENCE_SECONDS)


async def test_an_old_board_that_was_not_told_is_told_by_the_next_start(channel: Channel) -> None:
    await channel.post()
    old = int(await channel.board_id())
    new = int(await show(channel))
    await channel.store.place_board(channel.match_id, new, old)
    await start_again(channel, joins=True)

    assert texts(channel) == [f"moved to {new}", "Ana, Ben"]
    stored = await channel.store.table(channel.match_id)
    assert stored
    assert stored.old_board_id is None


async def test_a_board_that_the_last_run_posted_before_its_end_shows_the_table_as_it_is_now(channel: Channel) -> None:
    await channel.post()
    await channel.store.place_board(
        channel.match_id, None, None
    )  # as if the last run had been killed before this was stored
    channel.clock.now += 5
    await start_again(channel, joins=True)

    assert texts(channel) == ["Ana, Ben"]


async def test_a_board_that_was_never_posted_is_posted_by_the_next_start_in_two_requests(channel: Channel) -> None:
    sent = len(channel.local.requests)
    await start_again(channel, joins=True)

    assert texts(channel) == ["Ana, Ben"]
    assert [seen.method for seen in channel.local.requests[sent:]] == ["GET", "POST"]


async def test_a_click_on_a_lost_board_makes_it_the_board_of_an_open_table(channel: Channel) -> None:
    lost = await show(channel)
    await press(channel, lost)
    await channel.ben_joins()

    assert await channel.board_id() == lost
    assert texts(channel) == ["Ana, Ben"]


@pytest.mark.parametrize("is_over", [False, True], ids=["during play", "at the end"])
async def test_the_next_start_finds_a_lost_board_among_the_latest_messages(channel: Channel, *, is_over: bool) -> None:
    lost = await show(channel)
    await show(channel, "a ping", "hand", "1")
    if is_over:
        await channel.cancel()
    await start_again(channel, joins=not is_over)

    assert await channel.board_id() == lost
    assert texts(channel) == ["Ana: closed" if is_over else "Ana, Ben", "a ping"]
    assert (await channel.store.ids_to_draw() == []) == is_over


@pytest.mark.parametrize(
    ("age", "is_noted"),
    [(0, False), (OLD_SECONDS + 1, False), (0, True)],
    ids=["at once", "after an hour", "noted as drawn by mistake"],
)
async def test_one_that_is_no_longer_among_them_shows_the_end_after_a_click_on_it(
    channel: Channel, monkeypatch: pytest.MonkeyPatch, *, age: float, is_noted: bool
) -> None:
    monkeypatch.setattr(boards, "LOOKED_AT", 1)
    lost = await show(channel)
    await channel.client.text_channel(channel.local.channel_id).send("another message")
    await channel.cancel()
    if is_noted:
        await channel.store.note_drawn(channel.match_id)
    await start_again(channel)
    before = await channel.store.ids_to_draw()
    channel.clock.now += age
    await press(channel, lost)

    assert texts(channel) == ["Ana: closed", "another message"]
    assert await channel.board_id() == lost
    assert (before, await channel.store.ids_to_draw()) == ([] if is_noted else [channel.match_id], [])


@pytest.mark.parametrize(
    ("text", "verb", "whose"),
    [
        ("<@1>, it's your turn.", "hand", ""),
        ("It's Ben's turn, but they aren't in this thread.", "hand", "2"),
        ("Match 1 · step 3 of 9", "replay", ""),
    ],
    ids=["ping", "in place of a ping", "replay"],
)
@pytest.mark.parametrize("has_board", [True, False], ids=["with a board", "without"])
async def test_another_message_about_the_table_stays_as_it_is(
    channel: Channel, text: str, verb: str, *, whose: str, has_board: bool
) -> None:
    other = await show(channel, text, verb, whose)
    if has_board:
        await channel.post()
    board_id = await channel.board_id()
    await press(channel, other, verb, whose)

    assert texts(channel)[0] == text
    assert await channel.board_id() == board_id


@pytest.mark.parametrize("case", ["in another channel", "of somebody else", "of another table"])
async def test_a_click_makes_no_message_the_board_that_cannot_be_it(channel: Channel, case: str) -> None:
    lost = await show(channel, place=channel.local.add_channel("lounge") if "channel" in case else "")
    if case == "of somebody else":
        channel.local.world.messages[lost].body["author"] |= {"id": channel.ana.id}
    with pytest.MonkeyPatch.context() as forged:
        if case == "of another table":  # which doesn't exist
            forged.setattr(channel, "match_id", channel.match_id + 1)
        await press(channel, lost)

    assert await channel.board_id() == "None"


async def test_of_two_boards_that_were_lost_the_second_points_to_the_first_that_was_clicked(channel: Channel) -> None:
    older, newer = await show(channel), await show(channel)
    await press(channel, newer)
    await press(channel, older)

    assert await channel.board_id() == newer
    assert texts(channel) == [f"moved to {newer}", "Ana"]


async def test_the_end_is_shown_on_the_message_that_replaced_a_deleted_board_and_was_lost(channel: Channel) -> None:
    await channel.post()
    channel.delete_board()
    lost = await show(channel)
    await channel.cancel()

    assert texts(channel) == ["Ana: closed"]
    assert await channel.board_id() == lost
    assert await channel.store.ids_to_draw() == []


@pytest.mark.parametrize("is_stored", [True, False], ids=["but it was", "and it wasn't"])
async def test_a_board_whose_id_could_not_be_stored_at_first_follows_its_table(
    channel: Channel, naps: Naps, *, is_stored: bool
) -> None:
    answer = int(await show(channel))
    table = (await channel.matches.get(channel.match_id)).table
    place_board = Store.place_board

    async def loses(self: Store, *ids: Any) -> None:  # noqa: ANN401
        if is_stored:
            await place_board(self, *ids)
        raise NoConnection("lost")

    naps.awake.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "place_board", loses)
        with pytest.raises(NoConnection):
            await channel.boards.posted(table, Posted(answer, "none", "@original", click=1), page("Ana"))
        await naps.asleep.wait()
    naps.awake.set()
    await channel.painter.settle(PATIENCE_SECONDS)
    await channel.ben_joins()

    assert texts(channel) == ["Ana, Ben"]
    stored = await channel.store.table(channel.match_id)
    assert stored
    assert (stored.board_id, stored.old_board_id) == (answer, None)
    await channel.cancel()
    assert texts(channel) == ["Ana, Ben: closed"]
