"""A board that has scrolled out of sight is posted again, and the old one links to it."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from discord.ui import LayoutView

from bot.background.jobs import try_each
from bot.matches.intents import Matches
from bot.messages.boards import BURIED_BELOW, LOOK_SECONDS, OLD_SECONDS, RETRY_SECONDS, SETTLED_SECONDS
from bot.pages.custom_id import CustomId
from bot.pages.faces import TWINS
from bot.pages.layout import Layout, components
from bot.pages.page import Button, Page, Row
from bot.store.store import Store
from bot.tables.table import Place, Table
from localcord import Permission, refusals
from localcord.entities import ChannelKind, Thread
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from tests.bot.answering import Answering, page, seen
from tests.bot.boards import Channel, Names, boards_of
from tests.bot.people import ANA, BEN, lobby
from tests.localcord.bot import Use


def chat(channel: Channel, lines: int) -> None:
    """Ana posts this many messages."""
    for line in range(lines):
        channel.local.messages.post(
            channel.local.world.channels[channel.local.channel_id], channel.ana.user, {"content": f"line {line}"}, []
        )


async def test_a_board_that_is_buried_is_posted_anew_and_the_old_one_points_to_it(channel: Channel) -> None:
    await channel.post()
    chat(channel, BURIED_BELOW)
    channel.clock.now += LOOK_SECONDS
    await channel.ben_joins()

    first, *_, last = channel.seen
    assert first == ("public", f"moved to {await channel.board_id()}")
    assert last == ("public", "Ana, Ben")


async def test_a_board_with_little_below_it_stays_where_it_is(channel: Channel) -> None:
    await channel.post()
    chat(channel, BURIED_BELOW - 1)
    channel.clock.now += LOOK_SECONDS
    await channel.ben_joins()

    assert channel.seen[0] == ("public", "Ana, Ben")


@pytest.mark.parametrize(("age", "moves"), [(LOOK_SECONDS, False), (SETTLED_SECONDS + 1, True)])
async def test_the_messages_of_the_bot_bury_a_board_after_a_while(
    channel: Channel, client: Answering, age: int, *, moves: bool
) -> None:
    await channel.post()
    for number in range(BURIED_BELOW):
        await client.text_channel(channel.local.channel_id).send(f"board of table {number}")
    channel.clock.now += age
    await channel.ben_joins()

    assert (channel.seen[0] == ("public", f"moved to {await channel.board_id()}")) == moves


async def test_an_old_board_is_posted_anew(channel: Channel) -> None:
    await channel.post()
    channel.clock.now += OLD_SECONDS + 1
    await channel.ben_joins()

    assert channel.seen == [("public", f"moved to {await channel.board_id()}"), ("public", "Ana, Ben")]


async def test_the_result_comes_where_it_is_seen(channel: Channel) -> None:
    await channel.post()
    channel.clock.now += OLD_SECONDS + 1
    await channel.cancel()

    assert channel.seen[-1] == ("public", "Ana: closed")


async def test_a_bot_that_may_not_read_the_channel_edits_in_place(channel: Channel) -> None:
    await channel.post()
    chat(channel, BURIED_BELOW)
    channel.local.set_bot_permissions(channel.local.channel_id, EVERYONE & ~Permission.READ_MESSAGE_HISTORY)
    channel.clock.now += LOOK_SECONDS
    await channel.ben_joins()

    assert channel.seen[0] == ("public", "Ana, Ben")


async def post_in_next_run(channel: Channel, client: Answering, matches: Matches) -> None:
    """Has the board posted by a bot that has just started, and waits until it's there."""
    boards = boards_of(client, matches, channel.painter, channel.clock, Names())
    boards.post((await matches.get(channel.match_id)).table)
    await channel.painter.settle(PATIENCE_SECONDS)


async def test_an_old_board_that_was_not_told_is_told_by_the_next_start(
    channel: Channel, client: Answering, store: Store
) -> None:
    await channel.post()
    old = (await channel.matches.get(channel.match_id)).table.board_id
    new = await client.text_channel(channel.local.channel_id).send(view=Layout(components(page("new"), TWINS, {})))
    await store.place_board(channel.match_id, new.id, old)
    matches = Matches(store, clock=channel.clock, rng=Random(1))
    await post_in_next_run(channel, client, matches)

    assert [text for _, text in channel.seen] == [f"moved to {new.id}", "Ana"]
    stored = await store.table(channel.match_id)
    assert stored
    assert stored.old_board_id is None


async def asleep(channel: Channel) -> tuple[Table, Thread]:
    """A table whose board is in a thread that has then been archived."""
    world, now = channel.local.world, channel.clock.now
    parent = world.channels[channel.local.channel_id]
    thread = Thread(parent.id, world.bot.id, created=now, archive_changed=now)
    made = world.add_thread(parent, thread, "tables", ChannelKind.PUBLIC_THREAD, world.snowflakes.new())
    table = await lobby(channel.matches, place=Place(int(channel.local.guild_id), int(made.id)))
    channel.boards.post(table)
    await channel.painter.settle(PATIENCE_SECONDS)
    thread.archived = True
    return table, thread


@pytest.mark.parametrize("is_over", [False, True], ids=["during play", "at the end"])
async def test_a_board_in_a_thread_that_sleeps_is_posted_anew(channel: Channel, store: Store, *, is_over: bool) -> None:
    table, thread = await asleep(channel)
    if is_over:
        await channel.matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False)
    else:
        await channel.matches.lobby.join(table.id, BEN)
    await channel.painter.settle(PATIENCE_SECONDS)
    board_id = (await channel.matches.get(table.id)).table.board_id

    texts = [text for _, text in seen(channel.ana)]
    assert texts[-2:] == [f"moved to {board_id}", "Ana: closed" if is_over else "Ana, Ben"]
    assert not thread.archived
    assert (table.id in await store.ids_to_draw()) != is_over


@pytest.mark.parametrize(
    "refusal",
    [refusals.MISSING_PERMISSIONS, refusals.THREAD_ARCHIVED, (400, 160005, "The thread is locked")],
    ids=lambda refusal: f"{refusal[0]} {refusal[1]}",
)
async def test_a_result_in_a_locked_thread_is_shown_once_it_is_unlocked(
    channel: Channel, store: Store, monkeypatch: pytest.MonkeyPatch, refusal: tuple[int, int, str]
) -> None:
    monkeypatch.setattr(refusals, "MISSING_PERMISSIONS", refusal)
    table, thread = await asleep(channel)
    thread.locked = True
    await channel.matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False)
    await channel.painter.settle(PATIENCE_SECONDS)
    before = [text for _, text in seen(channel.ana)]
    thread.locked = False
    channel.clock.now += RETRY_SECONDS
    await channel.boards.try_again()
    await channel.painter.settle(PATIENCE_SECONDS)

    assert "Ana: closed" not in before
    assert seen(channel.ana)[-1] == ("public", "Ana: closed")
    assert table.id not in await store.ids_to_draw()


async def click_on(channel: Channel, client: Answering, message_id: str, custom_id: str) -> None:
    """Ana clicks on a message, and the boards are told."""
    heard = asyncio.Event()

    async def react(interaction: Use) -> None:
        await interaction.response.defer()
        await try_each(lambda: channel.boards.clicked(interaction))
        heard.set()

    client.react = react
    await channel.ana.raw_click(message_id, custom_id)
    await heard.wait()
    await channel.painter.settle(PATIENCE_SECONDS)


def buttoned(custom_id: str) -> LayoutView:
    return Layout(components(Page((Row((Button("Join", custom_id),)),), accent=0), TWINS, {}))


@pytest.mark.parametrize("is_its_own", [True, False], ids=["its own", "another's"])
async def test_a_message_that_a_crash_has_left_behind_becomes_the_board_if_it_is_the_tables(
    channel: Channel, client: Answering, *, is_its_own: bool
) -> None:
    join = CustomId("join", channel.match_id).to_text()
    shown = join if is_its_own else CustomId("join", channel.match_id + 1).to_text()
    first = await client.text_channel(channel.local.channel_id).send(view=buttoned(shown))
    await channel.post()
    await click_on(channel, client, str(first.id), join)

    assert (await channel.board_id() == str(first.id)) == is_its_own
    assert len(channel.seen) == (1 if is_its_own else 2)


async def test_a_click_on_a_newer_message_leaves_it_as_it_is(channel: Channel, client: Answering) -> None:
    join = CustomId("join", channel.match_id).to_text()
    await channel.post()
    newer = await client.text_channel(channel.local.channel_id).send(view=buttoned(join))
    await click_on(channel, client, str(newer.id), join)

    assert not any(text.startswith("moved") for _, text in channel.seen)


async def test_after_a_click_on_a_board_that_was_only_confirmed_its_token_edits_the_board(
    channel: Channel, client: Answering
) -> None:
    join = CustomId("join", channel.match_id).to_text()
    board = await client.text_channel(channel.local.channel_id).send(view=buttoned(join))
    await channel.matches.place_board(channel.match_id, board.id)
    await click_on(channel, client, str(board.id), join)
    await channel.ben_joins()

    assert channel.seen == [("public", "Ana, Ben")]
    assert [seen.path for seen in channel.local.requests if seen.method == "PATCH" and "/channels/" in seen.path] == []


async def test_a_board_that_the_last_run_posted_before_its_end_shows_the_table_as_it_is_now(
    channel: Channel, client: Answering, store: Store
) -> None:
    await channel.post()
    await store.place_board(channel.match_id, None, None)  # as if the last run had been killed before this was stored
    channel.clock.now += 5
    matches = Matches(store, clock=channel.clock, rng=Random(1))
    await matches.lobby.join(channel.match_id, BEN)
    await post_in_next_run(channel, client, matches)

    assert channel.seen == [("public", "Ana, Ben")]


async def stays(channel: Channel, _client: Answering, _store: Store) -> None:
    await channel.post()


async def gets_old(channel: Channel, _client: Answering, _store: Store) -> None:
    await channel.post()
    channel.clock.now += OLD_SECONDS + 1


async def gets_buried(channel: Channel, _client: Answering, _store: Store) -> None:
    await channel.post()
    chat(channel, BURIED_BELOW)


async def is_deleted(channel: Channel, _client: Answering, _store: Store) -> None:
    await channel.post()
    channel.delete_board()


async def is_not_stored(channel: Channel, client: Answering, _store: Store) -> None:
    join = CustomId("join", channel.match_id).to_text()
    await client.text_channel(channel.local.channel_id).send(view=buttoned(join))


async def is_never_posted(_channel: Channel, _client: Answering, _store: Store) -> None:
    """The command's answer was lost."""


async def leaves_another(channel: Channel, client: Answering, store: Store) -> None:
    left = await client.text_channel(channel.local.channel_id).send(view=buttoned("join"))
    await channel.post()
    await store.place_board(channel.match_id, int(await channel.board_id()), left.id)


@pytest.mark.parametrize(
    ("happens", "requests"),
    [
        (stays, ["PATCH"]),
        (gets_buried, ["PATCH"]),
        (gets_old, ["POST", "PATCH"]),
        (is_deleted, ["PATCH", "POST"]),
        (is_not_stored, ["GET", "PATCH"]),
        (is_never_posted, ["GET", "POST"]),
        (leaves_another, ["PATCH", "PATCH"]),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
async def test_after_a_restart_a_board_costs_at_most_two_requests(
    channel: Channel,
    client: Answering,
    store: Store,
    *,
    happens: Callable[[Channel, Answering, Store], Awaitable[None]],
    requests: list[str],
) -> None:
    await happens(channel, client, store)
    matches = Matches(store, clock=channel.clock, rng=Random(1))
    await matches.lobby.join(channel.match_id, BEN)
    boards = boards_of(client, matches, channel.painter, channel.clock, Names())
    sent = len(channel.local.requests)
    boards.restore((await matches.get(channel.match_id)).table)
    await channel.painter.settle(PATIENCE_SECONDS)

    assert [seen.method for seen in channel.local.requests[sent:]] == requests
    assert ("public", "Ana, Ben") in channel.seen
