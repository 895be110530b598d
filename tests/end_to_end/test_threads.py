"""A match in a thread of its own: its lobby and its result are in the channel, and it goes on if the thread goes."""

from random import Random

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.components import walk
from localcord.entities import Channel, ChannelKind
from localcord.permissions import BOT, MANAGER
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, Table, labelled, labels, said, text_of
from tests.end_to_end.time import pass_by

pytestmark = pytest.mark.usefixtures("bot")

CLOSES_AFTER = 60
"""Minutes after which Discord closes the thread of a match that's over."""


def thread_of(table: Table) -> Channel:
    """The thread of the table, which has the id of the message where its lobby was."""
    return table.discord.world.channel(table.first_board_id)


def lobby_of(table: Table) -> JsonObject:
    """The message in the channel where the table's lobby was."""
    return table.discord.world.messages[table.first_board_id].body


def seen_in(person: Person, channel_id: str) -> list[JsonObject]:
    return [message for message in person.messages(channel_id) if not message["flags"] & EPHEMERAL]


async def in_thread(discord: Localcord, *people: Person) -> Table:
    """A match of these people that has just moved into its thread."""
    table = await Table.started(discord, people, thread=True)
    await table.until(lambda: is_pointed_to(table) and table.asked)
    return table


def links_of(message: JsonObject) -> list[str]:
    """The addresses of the message's links."""
    return [found["url"] for found in walk(message["components"]) if "url" in found]


def is_pointed_to(table: Table) -> bool:
    """Whether the message where the lobby was now only leads to the thread."""
    return bool(links_of(lobby_of(table))) and not labels(lobby_of(table))


async def test_a_match_moves_into_a_thread_named_after_game_and_people_and_adds_each_of_them_once(
    discord: Localcord,
    ana: Person,
    ben: Person,
) -> None:
    table = await (await Table.opened(discord, ana, seats=3, bots=1, thread=True)).joined_by(ben)
    assert table.first_board_id not in discord.world.channels
    await table.tap(ana, "Start")
    await table.until(lambda: is_pointed_to(table))

    thread = thread_of(table)
    assert (thread.name, thread.kind) == ("Bluff · Ana, Ben", ChannelKind.PUBLIC_THREAD)
    assert thread.thread
    assert thread.thread.members.keys() == {discord.world.bot.id, ana.id, ben.id}
    (board,) = seen_in(ana, thread.id)
    assert links_of(lobby_of(table)) == [f"https://discord.com/channels/{discord.guild_id}/{thread.id}/{board['id']}"]
    await table.play_on(Random(1))
    assert [[message["id"] for message in person.pings] for person in (ana, ben)] == [[board["id"]]] * 2


async def test_the_result_is_in_the_channel_and_the_thread_closes_by_itself(
    discord: Localcord,
    ana: Person,
    ben: Person,
) -> None:
    table = await in_thread(discord, ana, ben)
    thread = thread_of(table).thread
    assert thread
    assert thread.hides_after > CLOSES_AFTER
    await table.play_on(Random(1))
    await table.until(lambda: labels(lobby_of(table)) == ["Rematch"])
    assert "wins!" in text_of(lobby_of(table))
    assert [len(seen_in(ana, place)) for place in (discord.channel_id, table.first_board_id)] == [1, 1]
    await table.until(lambda: thread.hides_after == CLOSES_AFTER)


@pytest.mark.parametrize("is_in_thread", [True, False], ids=["from the thread", "from the channel"])
async def test_a_rematch_gathers_in_the_channel_and_gets_a_thread_of_its_own(
    discord: Localcord,
    ana: Person,
    ben: Person,
    *,
    is_in_thread: bool,
) -> None:
    table = await in_thread(discord, ana, ben)
    await table.play_on(Random(1))
    await table.until(lambda: "Rematch" in labels(lobby_of(table)))
    asked_on = table.board if is_in_thread else lobby_of(table)
    await ana.click(asked_on, labelled(asked_on, "Rematch"))
    await ana.wait_for(lambda _: len(seen_in(ana, discord.channel_id)) > 1)
    again = Table.shown_by(seen_in(ana, discord.channel_id)[-1], discord, ana)
    again = await again.joined_by(ben)
    await again.tap(ana, "Start")
    await again.until(lambda: is_pointed_to(again))
    assert thread_of(again).name == "Bluff · Ana, Ben"


async def test_a_match_whose_thread_is_deleted_goes_on_in_the_channel(
    discord: Localcord,
    ana: Person,
    ben: Person,
) -> None:
    table = await in_thread(discord, ana, ben)
    discord.world.remove_channel(thread_of(table))
    await ana.command("table")
    await table.until(lambda: "My dice" in labels(lobby_of(table)))
    await ben.click(lobby_of(table), labelled(lobby_of(table), "My dice"))
    await ana.click(lobby_of(table), labelled(lobby_of(table), "My dice"))
    await table.play_on(Random(1))
    assert table.is_over
    assert len(seen_in(ana, discord.channel_id)) == 1


def lock(thread: Channel) -> None:
    assert thread.thread
    thread.thread.archived = thread.thread.locked = True


@pytest.mark.parametrize("is_deleted", [True, False], ids=["deleted", "locked"])
async def test_the_next_move_comes_into_the_channel_if_the_thread_was(
    discord: Localcord, ana: Person, ben: Person, *, is_deleted: bool
) -> None:
    table = await in_thread(discord, ana, ben)
    (discord.world.remove_channel if is_deleted else lock)(thread_of(table))
    asked = table.asked
    assert asked
    await table.move(asked)
    await table.until(lambda: "My dice" in labels(lobby_of(table)))


async def test_a_thread_that_was_archived_is_opened_again_by_the_next_move(
    discord: Localcord,
    ana: Person,
    ben: Person,
) -> None:
    table = await in_thread(discord, ana, ben)
    thread = thread_of(table).thread
    assert thread
    thread.archived = True
    asked = table.asked
    assert asked
    await table.move(asked)
    await table.until(lambda: not thread.archived)
    assert is_pointed_to(table)


REFUSED = {
    "rights are lost": Permission.CREATE_PUBLIC_THREADS,
    "it can't be written in": Permission.SEND_MESSAGES_IN_THREADS,
}


@pytest.mark.parametrize("right", REFUSED.values(), ids=REFUSED)
async def test_a_match_stays_in_the_channel_if_its_thread_is_refused_at_the_start(
    discord: Localcord,
    ana: Person,
    ben: Person,
    right: Permission,
) -> None:
    table = await (await Table.opened(discord, ana, seats=2, thread=True)).joined_by(ben)
    discord.set_bot_permissions(discord.channel_id, BOT & ~right)
    await table.tap(ana, "Start")
    await table.until(lambda: "My dice" in labels(lobby_of(table)))
    await table.play_on(Random(1))
    await table.until(lambda: "Rematch" in labels(lobby_of(table)))


async def test_a_thread_that_was_opened_although_the_answer_was_lost_is_used(
    discord: Localcord,
    ana: Person,
    ben: Person,
) -> None:
    discord.fail_next("POST", "/threads", status=502, is_done=True, times=5)
    table = await in_thread(discord, ana, ben)
    assert len(seen_in(ana, thread_of(table).id)) == 1


async def test_a_ping_comes_into_the_thread_and_cancel_in_the_channel_finds_the_match(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, clock: Clock
) -> None:
    table = await in_thread(discord, ana, ben)
    asked = table.asked
    assert asked
    await pass_by(bot, clock, 50)
    await asked.wait_for(lambda _: len(asked.pings) > 1)
    assert asked.pings[-1]["channel_id"] == thread_of(table).id
    assert "match 1" in said(await ana.command("cancel"))


@pytest.mark.parametrize("right", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS])
async def test_a_right_that_a_thread_needs_is_named_before_the_table_opens(
    discord: Localcord,
    ana: Person,
    right: Permission,
) -> None:
    discord.set_bot_permissions(discord.channel_id, BOT & ~right)
    name = str(right.name).replace("_", " ").title().replace(" In ", " in ")
    assert f"I need the *{name}* permission" in said(await ana.command("play bluff", {"thread": True}))


PLACES = {
    "a voice channel": lambda discord, _ana: discord.add_channel("talk", kind=ChannelKind.VOICE),
    "a thread": lambda discord, ana: discord.add_thread("cards", ana, is_private=False),
    "direct messages": lambda _discord, ana: ana.dm_channel_id,
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
async def test_a_thread_where_none_can_be_is_refused_but_a_servers_choice_does_without(
    discord: Localcord,
    ana: Person,
    place: object,
) -> None:
    assert callable(place)
    channel_id = place(discord, ana)
    manager = discord.person("Mia", permissions=MANAGER)
    await manager.command("server tables", {"matches": "thread"})
    answer = await ana.command("play bluff", {"thread": True}, channel_id=channel_id)
    assert "Only a server's text channel" in said(answer)
    assert (await ana.command("play bluff", {"bots": 1, "seats": 2}, channel_id=channel_id)).answered
    await ana.wait_for(lambda _: any("My dice" in labels(one) for one in seen_in(ana, channel_id)))


async def test_a_server_that_wants_threads_gets_them_until_it_chooses_the_channel(
    discord: Localcord,
    ana: Person,
    ben: Person,
) -> None:
    manager = discord.person("Mia", permissions=MANAGER)
    discord.set_bot_permissions(discord.channel_id, BOT & ~Permission.CREATE_PUBLIC_THREADS)
    assert "*Create Public Threads*" in said(await manager.command("server tables", {"matches": "thread"}))
    discord.set_bot_permissions(discord.channel_id, BOT)
    table = await Table.started(discord, (ana, ben))
    await table.until(lambda: is_pointed_to(table))
    await manager.command("server tables", {"matches": "channel"})
    table = await Table.started(discord, (ana, ben))
    await table.until(lambda: "My dice" in labels(lobby_of(table)))


async def test_who_sees_the_channel_sees_what_was_played_in_its_thread_and_nobody_else(
    discord: Localcord, ana: Person, ben: Person, dora: Person
) -> None:
    table = await in_thread(discord, ana, ben)
    await table.play_on(Random(1))
    lounge, cleo = discord.add_channel("lounge"), discord.person("Cleo")
    discord.overwrite(discord.channel_id, dora, deny=Permission.VIEW_CHANNEL)

    async def replayed(person: Person, channel_id: str) -> str:
        return said(await person.command("replay", {"match": int(table.match_id)}, channel_id=channel_id))

    def asked() -> int:
        return sum("/guilds/" in request.path for request in discord.requests)

    before = asked()
    for place in (table.first_board_id, discord.channel_id):  # a click from there says by itself who sees it
        assert "step 1 of" in await replayed(cleo, place)
    assert asked() == before
    assert "step 1 of" in await replayed(cleo, lounge)
    assert "Only people who" in await replayed(dora, lounge)
    discord.world.remove_channel(thread_of(table))
    assert "step 1 of" in await replayed(cleo, discord.channel_id)
