"""A table's board: posted, kept up to date, and posted again when it's gone."""

import pytest

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.boards import FORLORN_SECONDS, RETRY_SECONDS, Board, Tools
from bot.messages.painter import Painter
from bot.messages.sending import Posted
from bot.store.store import Store
from bot.tables.table import Place
from localcord import Localcord, Permission, Person
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from tests.bot.answering import Answering, seen
from tests.bot.boards import Channel, Names, Pictures, boards_of
from tests.bot.people import ANA, BEN, lobby
from tests.clock import Clock, Naps


async def test_a_board_is_posted_where_there_is_none(channel: Channel) -> None:
    await channel.post()

    assert channel.seen == [("public", "Ana")]
    assert await channel.board_id() == channel.ana.messages()[0]["id"]


async def test_a_board_follows_its_table(channel: Channel) -> None:
    await channel.post()
    await channel.ben_joins()

    assert channel.seen == [("public", "Ana, Ben")]


async def test_before_the_answer_to_the_command_there_is_no_board(channel: Channel) -> None:
    await channel.ben_joins()

    assert channel.seen == []


async def test_a_redrawing_before_the_answer_to_the_command_posts_no_second_board(channel: Channel) -> None:
    channel.boards.redraw((await channel.matches.get(channel.match_id)).table)
    await channel.painter.settle(PATIENCE_SECONDS)

    assert channel.seen == []


async def test_a_board_that_somebody_deleted_is_posted_anew(channel: Channel) -> None:
    await channel.post()
    old = await channel.board_id()
    channel.delete_board()
    await channel.ben_joins()

    assert channel.seen == [("public", "Ana, Ben")]
    assert await channel.board_id() == channel.ana.messages()[0]["id"] != old


async def test_a_board_is_drawn_again_when_asked_for_even_unchanged(channel: Channel) -> None:
    await channel.post()
    channel.delete_board()
    await channel.post()

    assert channel.seen == [("public", "Ana")]


def answered(message_id: int) -> Posted:
    """Where a command's answer was posted, with a token that edits nothing."""
    return Posted(message_id, "none", "@original", click=1)


async def test_what_happened_while_the_answer_was_on_its_way_is_drawn(channel: Channel, client: Answering) -> None:
    answer = await client.text_channel(channel.local.channel_id).send("Ana")
    before = (await channel.matches.get(channel.match_id)).table
    await channel.ben_joins()
    await channel.boards.posted(before, answered(answer.id), Names().board(Match(before)))
    channel.delete_board()
    await channel.painter.settle(PATIENCE_SECONDS)

    assert channel.seen == [("public", "Ana, Ben")]


async def test_what_the_answer_shows_already_is_not_sent_again(channel: Channel, client: Answering) -> None:
    answer = await client.text_channel(channel.local.channel_id).send("Ana")
    table = (await channel.matches.get(channel.match_id)).table
    before = len(channel.local.requests)

    await channel.boards.posted(table, answered(answer.id), Names().board(Match(table)))
    await channel.painter.settle(PATIENCE_SECONDS)

    assert len(channel.local.requests) == before


async def test_a_closed_board_that_somebody_cleared_away_stays_away(channel: Channel, store: Store) -> None:
    await channel.post()
    channel.delete_board()
    await channel.cancel()

    assert channel.seen == []
    assert await store.ids_to_draw() == []


async def test_a_closed_board_is_not_drawn_again(channel: Channel, store: Store) -> None:
    await channel.post()
    await channel.cancel()

    assert await store.ids_to_draw() == []


async def test_a_closed_board_whose_end_did_not_arrive_is_drawn_by_the_next_start(
    channel: Channel, store: Store, naps: Naps
) -> None:
    await channel.post()
    channel.local.fail_next("PATCH", "/channels/", status=503)
    naps.awake.clear()
    naps.asleep.clear()
    await channel.matches.seats.cancel(channel.match_id, ANA.user_id, "lobby", moderator=False)
    await naps.asleep.wait()

    assert await store.ids_to_draw() == [channel.match_id]
    naps.awake.set()
    await channel.painter.settle(PATIENCE_SECONDS)
    assert channel.seen == [("public", "Ana: closed")]


async def test_a_page_from_before_the_end_does_not_count_as_the_end(
    channel: Channel, client: Answering, store: Store
) -> None:
    tools = Tools(client, channel.matches, channel.painter, client.renderer, client.preferences, Names(), channel.clock)
    board = Board(tools, (await channel.matches.get(channel.match_id)).table)
    before = await board.draw()
    assert before
    await channel.matches.seats.cancel(channel.match_id, ANA.user_id, "lobby", moderator=False)
    await board.send(before)

    assert await store.ids_to_draw() == [channel.match_id]


async def test_a_result_that_the_bot_may_not_show_is_shown_by_the_next_start(channel: Channel, store: Store) -> None:
    await channel.post()
    channel.local.set_bot_permissions(channel.local.channel_id, Permission(0))
    await channel.cancel()

    assert await store.ids_to_draw() == [channel.match_id]


async def test_a_result_that_the_bot_could_not_show_for_a_week_is_let_go(channel: Channel, store: Store) -> None:
    await channel.post()
    channel.local.set_bot_permissions(channel.local.channel_id, Permission(0))
    await channel.cancel()
    channel.clock.now += FORLORN_SECONDS
    await channel.boards.try_again()
    await channel.painter.settle(PATIENCE_SECONDS)

    assert await store.ids_to_draw() == []


@pytest.mark.parametrize("is_over", [False, True], ids=["during play", "at the end"])
async def test_a_board_is_drawn_a_while_after_the_bot_may_again(channel: Channel, *, is_over: bool) -> None:
    await channel.post()
    channel.local.set_bot_permissions(channel.local.channel_id, Permission(0))
    await (channel.cancel() if is_over else channel.ben_joins())
    before = channel.seen
    channel.local.set_bot_permissions(channel.local.channel_id, EVERYONE)
    await channel.boards.try_again()
    channel.clock.now += RETRY_SECONDS
    await channel.boards.try_again()
    await channel.painter.settle(PATIENCE_SECONDS)

    assert (before, channel.seen) == (
        [("public", "Ana")],
        [("public", "Ana: closed" if is_over else "Ana, Ben")],
    )


async def test_where_the_bot_may_not_draw_it_tries_no_more_often_than_said(channel: Channel) -> None:
    await channel.post()
    channel.local.set_bot_permissions(channel.local.channel_id, Permission(0))
    await channel.ben_joins()
    tried = len(channel.local.requests)
    channel.clock.now += RETRY_SECONDS - 1
    await channel.boards.try_again()
    await channel.painter.settle(PATIENCE_SECONDS)

    assert len(channel.local.requests) == tried


async def test_a_board_in_a_channel_that_is_closed_to_the_bot_stays_as_it_is(
    channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    await channel.post()
    channel.local.set_bot_permissions(channel.local.channel_id, Permission(0))
    await channel.ben_joins()

    assert channel.seen == [("public", "Ana")]
    assert "edit refused: Forbidden (HTTP 403" in caplog.text


async def test_a_board_disturbs_nobody(channel: Channel) -> None:
    await channel.post()

    assert channel.ana.pings == []
    assert channel.ana.messages()[0]["flags"] & 1 << 12


async def test_a_board_has_its_pictures_or_words_where_no_files_may_be_attached(
    local: Localcord, client: Answering, matches: Matches, *, ana: Person, naps: Naps, clock: Clock
) -> None:
    painter = Painter(0, sleep=naps)
    boards = boards_of(client, matches, painter, clock, Pictures())
    for permission in (EVERYONE, EVERYONE & ~Permission.ATTACH_FILES, EVERYONE):
        local.set_bot_permissions(local.channel_id, permission)
        boards.post(await lobby(matches, place=Place(int(local.guild_id), int(local.channel_id))))
        await painter.settle(PATIENCE_SECONDS)

    assert [len(message["attachments"]) for message in ana.messages()] == [1, 0, 1]
    assert seen(ana)[1] == ("public", "red!")


async def test_what_happens_while_a_board_is_being_posted_is_drawn_on_it(channel: Channel, naps: Naps) -> None:
    naps.awake.clear()  # the painter rests right after it has posted
    table = (await channel.matches.get(channel.match_id)).table
    channel.boards.post(table)
    await channel.ana.wait_for(lambda _: channel.seen == [("public", "Ana")])
    await channel.matches.lobby.join(channel.match_id, BEN)
    naps.awake.set()
    await channel.painter.settle(5)

    assert channel.seen == [("public", "Ana, Ben")]
