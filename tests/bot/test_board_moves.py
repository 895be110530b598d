"""A board that people no longer see is posted anew, and the old one points to it."""

from random import Random

import pytest

from bot.board import BURIED_BELOW, LOOK_SECONDS, OLD_SECONDS, SETTLED_SECONDS, Boards
from bot.faces import TWINS
from bot.matches import Matches
from bot.pages import layout
from bot.store import Store
from localcord import Permission
from localcord.permissions import EVERYONE
from tests.bot.answering import Answering, page
from tests.bot.boards import Channel, Names


def chat(channel: Channel, lines: int) -> None:
    """Ana talks."""
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


async def test_an_old_board_that_was_not_told_is_told_by_the_next_start(
    channel: Channel, client: Answering, store: Store
) -> None:
    await channel.post()
    old = (await channel.matches.get(channel.match_id)).table.board_id
    new = await client.text_channel(channel.local.channel_id).send(view=layout(page("new"), TWINS, {}))
    await store.place_board(channel.match_id, new.id, old)
    matches = Matches(store, clock=channel.clock, rng=Random(1))
    boards = Boards(
        client,
        matches=matches,
        painter=channel.painter,
        studio=client.studio,
        preferences=client.preferences,
        pages=Names(),
        clock=channel.clock,
    )
    boards.post((await matches.get(channel.match_id)).table)
    await channel.painter.settle(5)

    assert [text for _, text in channel.seen] == [f"moved to {new.id}", "Ana"]
    assert (await store.tables_to_draw())[0].old_board_id is None
