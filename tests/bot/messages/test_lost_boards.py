"""A board whose id was never stored is found again by the next click on it, and shows what has become of the table."""

from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.messages import boards
from bot.messages.boards import OLD_SECONDS
from bot.messages.sending import Posted
from bot.pages.custom_id import CustomId
from bot.pages.faces import TWINS
from bot.pages.layout import Layout, components
from bot.pages.page import Button, Page, Row, Text
from bot.store.schema import matches as rows
from bot.store.store import Store
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Answering, page
from tests.bot.boards import Channel, Names, boards_of
from tests.bot.messages.test_board_moves import click_on
from tests.bot.people import BEN
from tests.clock import Naps
from tests.database import empty_database
from tests.postgresql import DATABASES


@pytest.fixture(params=DATABASES)
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """An empty database."""
    async with empty_database(request) as new:
        yield new


async def show(
    channel: Channel,
    client: Answering,
    text: str = "Ana",
    *,
    verb: str = "join",
    whose: str = "",
    place: str | None = None,
) -> str:
    """Posts a message with a button of the table, whose id isn't stored. Shape: the id; `place` is another channel."""
    button = Row((Button("Press", CustomId(verb, channel.match_id, text=whose).to_text()),))
    view = Layout(components(Page((Text(text), button), accent=0), TWINS, {}))
    return str((await client.text_channel(place or channel.local.channel_id).send(view=view)).id)


async def press(channel: Channel, client: Answering, message_id: str, verb: str = "join", whose: str = "") -> None:
    """Ana presses that button."""
    await click_on(channel, client, message_id, CustomId(verb, channel.match_id, text=whose).to_text())


async def start_again(channel: Channel, client: Answering, store: Store) -> None:
    """Kills the bot, and starts it again on what is stored."""
    channel.matches = Matches(store, clock=channel.clock, rng=Random(1))
    channel.boards = boards_of(client, channel.matches, channel.painter, channel.clock, Names())
    channel.matches.on_change.append(channel.boards.paint)
    for match_id in await store.ids_to_draw():
        channel.boards.restore((await channel.matches.get(match_id)).table)
    await channel.painter.settle(PATIENCE_SECONDS)


async def is_drawn(engine: AsyncEngine) -> bool:
    """Whether the only table's end is noted as drawn."""
    async with engine.connect() as db:
        return bool((await db.execute(select(rows.c.is_drawn))).scalar_one())


async def test_a_click_on_it_makes_it_the_board_of_an_open_table(channel: Channel, client: Answering) -> None:
    lost = await show(channel, client)
    await press(channel, client, lost)
    await channel.ben_joins()

    assert await channel.board_id() == lost
    assert channel.seen == [("public", "Ana, Ben")]


async def test_while_its_id_cannot_be_stored_it_stays_as_it_is(
    channel: Channel, client: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = await show(channel, client)
    monkeypatch.setattr(Store, "place_board", gone)
    await press(channel, client, lost)

    assert await channel.board_id() == "None"
    assert channel.seen == [("public", "Ana")]


async def gone(*_: object) -> None:
    raise NoConnection("the database was busy for too long")


async def test_the_next_start_finds_it_among_the_latest_messages(
    channel: Channel, client: Answering, store: Store
) -> None:
    lost = await show(channel, client)
    await show(channel, client, "a ping", verb="hand", whose="1")
    await channel.matches.lobby.join(channel.match_id, BEN)
    await start_again(channel, client, store)

    assert await channel.board_id() == lost
    assert channel.seen == [("public", "Ana, Ben"), ("public", "a ping")]


async def test_after_the_end_of_its_table_it_shows_the_end(
    channel: Channel, client: Answering, store: Store, engine: AsyncEngine
) -> None:
    lost = await show(channel, client)
    await channel.cancel()
    await start_again(channel, client, store)

    assert channel.seen == [("public", "Ana: closed")]
    assert await channel.board_id() == lost
    assert await is_drawn(engine)
    assert await store.ids_to_draw() == []


@pytest.mark.parametrize("age", [0, OLD_SECONDS + 1], ids=["at once", "after an hour"])
async def test_one_that_is_no_longer_among_them_is_drawn_after_a_click_on_it(
    channel: Channel,
    client: Answering,
    store: Store,
    engine: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
    *,
    age: float,
) -> None:
    monkeypatch.setattr(boards, "LOOKED_AT", 1)
    lost = await show(channel, client)
    await client.text_channel(channel.local.channel_id).send("another message")
    await channel.cancel()
    await start_again(channel, client, store)
    before = (await is_drawn(engine), await store.ids_to_draw())
    channel.clock.now += age
    await press(channel, client, lost)

    assert before == (False, [channel.match_id])
    assert ("public", "Ana: closed") in channel.seen
    assert await channel.board_id() == lost
    assert await is_drawn(engine)
    assert await store.ids_to_draw() == []


async def test_one_that_was_noted_as_drawn_by_mistake_is_drawn_by_a_click(
    channel: Channel, client: Answering, store: Store
) -> None:
    lost = await show(channel, client)
    await channel.cancel()
    await store.note_drawn(channel.match_id)
    await start_again(channel, client, store)
    await press(channel, client, lost)

    assert channel.seen == [("public", "Ana: closed")]


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "closed"])
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
    channel: Channel, client: Answering, text: str, verb: str, *, whose: str, is_open: bool, has_board: bool
) -> None:
    other = await show(channel, client, text, verb=verb, whose=whose)
    if has_board:
        await channel.post()
    if not is_open:
        await channel.cancel()
    board_id = await channel.board_id()
    await press(channel, client, other, verb, whose)

    assert channel.seen[0] == ("public", text)
    assert await channel.board_id() == board_id


async def test_a_message_in_another_channel_is_no_board_of_the_table(channel: Channel, client: Answering) -> None:
    other = await show(channel, client, place=channel.local.add_channel("lounge"))
    await press(channel, client, other)

    assert await channel.board_id() == "None"


async def test_a_message_of_somebody_else_is_no_board_of_the_table(channel: Channel, client: Answering) -> None:
    lost = await show(channel, client)
    channel.local.world.messages[lost].body["author"] = {**channel.ana.messages()[0]["author"], "id": channel.ana.id}
    await press(channel, client, lost)

    assert await channel.board_id() == "None"


async def test_a_forged_click_on_the_board_of_another_table_changes_neither(
    channel: Channel, client: Answering
) -> None:
    lost = await show(channel, client)
    channel.match_id += 1  # there is no such table
    await press(channel, client, lost)
    channel.match_id -= 1

    assert await channel.board_id() == "None"


async def test_of_two_boards_that_were_lost_the_second_points_to_the_first_that_was_clicked(
    channel: Channel, client: Answering
) -> None:
    older, newer = await show(channel, client), await show(channel, client)
    await press(channel, client, newer)
    await press(channel, client, older)

    assert await channel.board_id() == newer
    assert channel.seen == [("public", f"moved to {newer}"), ("public", "Ana")]


@pytest.mark.parametrize("is_stored", [True, False], ids=["but it was", "and it wasn't"])
async def test_a_board_whose_id_could_not_be_stored_at_first_follows_its_table(
    channel: Channel, client: Answering, naps: Naps, store: Store, *, is_stored: bool
) -> None:
    answer = int(await show(channel, client))
    table = (await channel.matches.get(channel.match_id)).table
    place_board = Store.place_board

    async def loses(self: Store, *ids: int) -> None:
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

    assert channel.seen == [("public", "Ana, Ben")]
    stored = await store.table(channel.match_id)
    assert stored
    assert (stored.board_id, stored.old_board_id) == (answer, None)
    await channel.cancel()
    assert channel.seen == [("public", "Ana, Ben: closed")]
