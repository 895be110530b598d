"""Who may do what before the start."""

import pytest

from bot.interactions.client import Finte
from games.catalogue import GAMES
from localcord import Localcord, Permission, Person
from localcord.entities import ChannelKind
from localcord.permissions import BOT
from tests.bot.people import reaches_everywhere
from tests.clock import Clock
from tests.end_to_end.before_the_start.lobbies import forge, invite
from tests.end_to_end.tables import Table, labels, said, text_of

pytestmark = pytest.mark.usefixtures("bot")

CLOSED = "This table is closed."
CANCELLED = "This table was cancelled before the match began."


async def test_a_seat_is_taken_once(bot: Finte, table: Table, ben: Person) -> None:
    answer = await table.press(ben, "Join")
    stored = await bot.store.table(int(table.match_id))
    assert "You're in seat ②." in said(answer)
    assert stored
    assert [person.name for person in stored.people] == ["Ana", "Ben"]


async def test_whoever_does_not_sit_there_cannot_leave(table: Table, dora: Person) -> None:
    assert said(await table.press(dora, "Leave")) == "You're not at this table. Type /play to open your own."


async def test_whoever_does_not_sit_there_is_told_how_to(table: Table, dora: Person) -> None:
    assert "Press *Join*" in await forge(table, dora, "hand")


async def test_a_full_table_takes_nobody(discord: Localcord, ana: Person, ben: Person, dora: Person) -> None:
    table = await Table.opened(discord, ana, seats=2)
    await table.joined_by(ben)
    await table.until(lambda: "Join" not in labels(table.board))
    assert await forge(table, dora, "join") == "The table is full: 2/2 seats taken."


async def test_a_full_table_offers_to_open_another_like_it(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, dora: Person
) -> None:
    options = {"rounds": 2, "jokers": True, "seats": 3, "bots": 1, "pace": "relaxed", "last_card": False}
    table = await (await Table.opened(discord, ana, "faehrte", **options)).joined_by(ben)
    opened = await table.press(dora, "Open another like this")
    assert opened.message is not None
    other = Table.shown_by(opened.message, discord, dora)
    first, second = [await bot.store.table(int(one.match_id)) for one in (table, other)]
    assert first
    assert second
    for fact in ("game", "options", "capacity", "place", "pace", "plays_forced"):
        assert getattr(first, fact) == getattr(second, fact)
    assert [person.name for person in second.people] == ["Dora"]
    await other.until(lambda: "Cancel table" in labels(other.panel(dora)))


async def test_nobody_opens_more_tables_by_that_than_by_a_command(
    discord: Localcord, table: Table, ana: Person, dora: Person
) -> None:
    for _ in range(10):
        await Table.opened(discord, dora, seats=2)
    await invite(table, ana, "Easy")
    assert "You're already at 10 open tables" in said(await table.press(dora, "Open another like this"))


@pytest.mark.parametrize("verb", ["join", "another"])
async def test_no_click_from_elsewhere_brings_anyone_to_a_table(
    discord: Localcord, bot: Finte, table: Table, dora: Person, verb: str
) -> None:
    opened = await dora.command("play bluff", {"seats": 3}, channel_id=dora.dm_channel_id)
    assert opened.message is not None
    answer = await dora.raw_click(opened.message, f"f1|{verb}|{table.match_id}|0|")
    assert said(answer) == "You're not at this table. Type /play to open your own."
    assert len(await bot.store.open_tables_of(int(dora.id))) == 1
    assert len(discord.public_messages) == 2


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_of_one_person_and_the_computer_begins_at_once(
    discord: Localcord, ana: Person, game: str
) -> None:
    seats = GAMES[game].game.seats.stop - 1
    table = await Table.opened(discord, ana, game, seats=seats, bots=seats - 1)
    assert "Join" not in labels(table.board)
    await table.until(lambda: table.asked)


async def test_in_a_direct_message_there_is_nothing_for_others(discord: Localcord, ana: Person) -> None:
    opened = await ana.command("play bluff", {"seats": 3}, channel_id=ana.dm_channel_id)
    assert opened.message is not None
    table = Table.shown_by(opened.message, discord, ana)
    assert labels(table.board)[:2] == ["My panel", "Rules"]
    assert labels(table.board)[2].startswith("🔒")
    await invite(table, ana, "Easy")
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)


@pytest.mark.parametrize("verb", ["join", "leave", "add", "ask", "start"])
async def test_the_buttons_of_the_lobby_do_nothing_after_the_start(table: Table, ana: Person, verb: str) -> None:
    await table.tap(ana, "Start")
    assert await forge(table, ana, verb, "easy") == "This match has already started."


async def test_an_old_button_does_not_cancel_a_match_that_has_begun(table: Table, ana: Person) -> None:
    await table.tap(ana, "Start")
    assert "This match has started" in await forge(table, ana, "cancel")
    await table.until(lambda: "round 1" in text_of(table.board))


@pytest.mark.parametrize("verb", ["join", "leave", "add", "ask", "remove", "start", "cancelling", "cancel"])
async def test_the_buttons_of_a_cancelled_table_do_nothing(table: Table, ana: Person, verb: str) -> None:
    await table.tap(ana, "Cancel table")
    await table.tap(ana, "Cancel table")
    assert await forge(table, ana, verb, "easy") == CLOSED


async def test_the_last_to_leave_closes_the_table(table: Table, ana: Person, ben: Person) -> None:
    await table.press(ana, "Leave")
    await table.press(ben, "Leave")
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_a_lobby_that_nobody_touches_closes(bot: Finte, clock: Clock, table: Table, ben: Person) -> None:
    clock.now += 30 * 60 + 1
    await bot.matches.seats.lapse(30 * 60, "lobby", reaches_everywhere)
    await table.until(lambda: "This table closed before anyone started it." in text_of(table.board))
    assert await forge(table, ben, "leave") == CLOSED


async def test_a_lobby_that_somebody_has_touched_stays(bot: Finte, clock: Clock, table: Table, dora: Person) -> None:
    clock.now += 29 * 60
    await table.press(dora, "Join")
    clock.now += 2 * 60
    await bot.matches.seats.lapse(30 * 60, "lobby", reaches_everywhere)
    assert "This table is closed." not in await forge(table, dora, "join")


async def test_a_match_under_way_does_not_lapse(bot: Finte, clock: Clock, table: Table, ana: Person) -> None:
    await table.tap(ana, "Start")
    clock.now += 24 * 3600
    await bot.matches.seats.lapse(30 * 60, "lobby", reaches_everywhere)
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert stored.phase == "playing"


async def test_there_is_no_table_for_more_computer_players_than_seats(ana: Person) -> None:
    answer = await ana.command("play bluff", {"seats": 2, "bots": 2})
    assert said(answer) == "2 seats are too few for you and 2 computer players."
    assert ana.messages() == [answer.message]


@pytest.mark.parametrize(
    ("right", "name"),
    [(Permission.SEND_MESSAGES, "Send Messages"), (Permission.VIEW_CHANNEL, "View Channel")],
    ids=["send", "view"],
)
async def test_a_right_that_is_missing_is_named_before_a_table_opens(
    discord: Localcord, bot: Finte, ana: Person, right: Permission, name: str
) -> None:
    discord.set_bot_permissions(discord.channel_id, BOT & ~right)
    answer = await ana.command("play bluff")
    assert said(answer) == f"I can't open a table here: I need the *{name}* permission in this channel."
    assert await bot.store.open_tables_of(int(ana.id)) == []


async def test_in_a_voice_channel_connect_is_named_if_it_is_missing(
    discord: Localcord, bot: Finte, ana: Person
) -> None:
    for kind in (ChannelKind.VOICE, ChannelKind.STAGE):
        channel_id = discord.add_channel("voice", kind=kind)
        assert said(await ana.command("rules", {"game": "bluff"}, channel_id=channel_id))
        discord.set_bot_permissions(channel_id, BOT & ~Permission.CONNECT)
        answer = await ana.command("play bluff", channel_id=channel_id)
        assert said(answer) == "I can't open a table here: I need the *Connect* permission in this channel."
    assert await bot.store.open_tables_of(int(ana.id)) == []


async def test_a_table_opens_in_a_voice_channel_and_needs_no_connect_elsewhere(
    discord: Localcord, bot: Finte, ana: Person
) -> None:
    discord.set_bot_permissions(discord.channel_id, BOT & ~Permission.CONNECT)
    for channel_id in (discord.channel_id, discord.add_channel("voice", kind=ChannelKind.VOICE)):
        await ana.command("play bluff", channel_id=channel_id)
    assert len(await bot.store.open_tables_of(int(ana.id))) == 2


async def test_nobody_sits_at_more_than_ten_tables(discord: Localcord, ana: Person, ben: Person) -> None:
    for _ in range(10):
        await Table.opened(discord, ana, seats=2)
    eleventh = await Table.opened(discord, ben, seats=2)
    refused = "You're already at 10 open tables (see /table). Finish or leave one, or ask its host to cancel it."
    assert said(await ana.command("play bluff")) == refused
    assert said(await eleventh.press(ana, "Join")) == refused
