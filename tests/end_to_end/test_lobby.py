"""Before the start: what the host decides, and what nobody else may."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.entities import ChannelKind
from localcord.permissions import BOT, EVERYONE
from tests.end_to_end.tables import EPHEMERAL, Table, labelled, labels, said, text_of

pytestmark = pytest.mark.usefixtures("bot")

CANCELLED = "This table was cancelled before the match began."
HOST_ONLY = "Only the table's host can do that."
HOST_OR_MODERATOR = "Only the table's host or a moderator can do that."
STARTED = "This match has already started."
OF_THE_HOST = {
    "start": HOST_ONLY,
    "add": HOST_ONLY,
    "ask": HOST_ONLY,
    "remove": HOST_ONLY,
    "cancelling": HOST_OR_MODERATOR,
    "cancel": HOST_OR_MODERATOR,
}


@pytest.fixture
async def table(discord: Localcord, ana: Person, ben: Person) -> Table:
    """Ana's table for three, at which Ben sits too."""
    table = await (await Table.opened(discord, ana, seats=3)).joined_by(ben)
    await table.until(lambda: "**Ben**" in text_of(table.board))
    return table


async def forge(table: Table, person: Person, verb: str, text: str = "") -> str:
    """The answer to a click on a button that is disabled or gone."""
    return said(await person.raw_click(table.first_board_id, f"f1|{verb}|{table.match_id}|0|{text}"))


async def remove(table: Table, host: Person, name: str) -> None:
    """Has the host remove somebody."""
    asked = await table.tap(host, "Remove…")
    assert asked.message is not None
    await host.click(asked.message, labelled(asked.message, name))


async def test_nobody_but_its_host_runs_a_table(bot: Finte, table: Table, ben: Person, dora: Person) -> None:
    before = await bot.store.table(int(table.match_id))
    for verb, refusal in OF_THE_HOST.items():
        text = {"add": "easy", "remove": table.people[0].id}.get(verb, "")
        for person in (ben, dora):
            assert await forge(table, person, verb, text) == refusal
    assert await bot.store.table(int(table.match_id)) == before


async def test_the_hosts_panel_shows_who_comes_and_becomes_the_match(table: Table, ana: Person, dora: Person) -> None:
    await table.until(lambda: "Start" in labels(table.panel(ana)))
    assert labels(table.panel(ana)) == ["Easy", "Medium", "Hard", "Start", "Rules", "Remove…", "Cancel table"]
    await table.press(dora, "Join")
    await table.until(lambda: "3/3 seats taken" in text_of(table.panel(ana) or {}))
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)
    assert len([message for message in ana.messages() if message["flags"] & EPHEMERAL]) == 1


async def test_the_host_adds_computer_players_until_the_table_is_full(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=4)
    assert await forge(table, ana, "start") == "You need at least 2 players to start."
    for level in ("Easy", "Hard", "Medium"):
        await table.tap(ana, level)
    await table.until(lambda: all(f" · {level}**" in text_of(table.board) for level in ("easy", "hard", "medium")))
    assert await forge(table, ana, "add", "easy") == "The table is full: 4/4 seats taken."
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked is ana)


async def test_whom_the_host_has_removed_is_told_so_and_cannot_come_back(
    table: Table, ana: Person, ben: Person
) -> None:
    panel = next(message["id"] for message in ben.messages() if message["flags"] & EPHEMERAL)
    await remove(table, ana, "Ben")
    told = "**Ana** removed you from this table."
    await ben.wait_for(lambda shown: any(told in text_of(one) for one in shown if one["id"] == panel))
    assert said(await table.press(ben, "Join")) == "The host removed you from this table."


async def test_the_host_cancels_the_table_once_sure(table: Table, ana: Person) -> None:
    await table.tap(ana, "Cancel table")
    await table.tap(ana, "Back")
    assert CANCELLED not in text_of(table.board)
    await table.tap(ana, "Cancel table")
    await table.tap(ana, "Cancel table")
    await table.until(lambda: CANCELLED in text_of(table.board))
    for verb in ("join", "leave", *OF_THE_HOST):
        assert await forge(table, ana, verb, "easy") == "This table is closed."


async def test_a_moderator_cancels_any_table(discord: Localcord, table: Table) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    listed = await moderator.command("cancel")
    assert listed.message is not None
    await moderator.click(listed.message, labelled(listed.message, "Cancel this table"))
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_the_host_who_leaves_hands_the_table_over(table: Table, ana: Person, ben: Person) -> None:
    await table.press(ana, "Leave")
    await table.until(lambda: "**Ben** · host" in text_of(table.board))
    await table.tap(ben, "Hard")
    await table.tap(ben, "Start")
    await table.until(lambda: "round 1" in text_of(table.board))


async def test_the_buttons_of_the_lobby_do_nothing_after_the_start(table: Table, ana: Person) -> None:
    await table.tap(ana, "Start")
    for verb in ("join", "leave", "add", "ask", "start"):
        assert await forge(table, ana, verb, "easy") == STARTED
    assert "This match has started" in await forge(table, ana, "cancel")
    await table.until(lambda: "round 1" in text_of(table.board))


async def test_a_full_table_takes_nobody_and_offers_to_open_another_like_it(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, dora: Person
) -> None:
    options = {"rounds": 2, "jokers": True, "seats": 3, "bots": 1, "pace": "relaxed", "last_card": False}
    table = await (await Table.opened(discord, ana, "faehrte", **options)).joined_by(ben)
    assert await forge(table, dora, "join") == "The table is full: 3/3 seats taken."
    opened = await table.press(dora, "Open another like this")
    assert opened.message is not None
    other = Table.shown_by(opened.message, discord, dora)
    first, second = [await bot.store.table(int(one.match_id)) for one in (table, other)]
    assert first
    assert second
    for fact in ("game", "options", "capacity", "place", "pace", "plays_forced"):
        assert getattr(first, fact) == getattr(second, fact)
    assert [person.name for person in second.people] == ["Dora"]


async def test_no_click_from_elsewhere_brings_anyone_to_a_table(
    discord: Localcord, bot: Finte, table: Table, dora: Person
) -> None:
    opened = await dora.command("play bluff", {"seats": 3}, channel_id=dora.dm_channel_id)
    assert opened.message is not None
    for verb in ("join", "another"):
        answer = await dora.raw_click(opened.message, f"f1|{verb}|{table.match_id}|0|")
        assert said(answer) == "You're not at this table. Type /play to open your own."
    assert len(await bot.store.open_tables_of(int(dora.id))) == 1
    assert len(discord.public_messages) == 2


async def test_a_right_that_is_missing_is_named_before_a_table_opens(
    discord: Localcord, bot: Finte, ana: Person
) -> None:
    voice = discord.add_channel("voice", kind=ChannelKind.VOICE)
    for channel_id, right, name in (
        (discord.channel_id, Permission.SEND_MESSAGES, "Send Messages"),
        (discord.channel_id, Permission.VIEW_CHANNEL, "View Channel"),
        (voice, Permission.CONNECT, "Connect"),
    ):
        discord.set_bot_permissions(channel_id, BOT & ~right)
        answer = await ana.command("play bluff", channel_id=channel_id)
        assert said(answer) == f"I can't open a table here: I need the *{name}* permission in this channel."
    assert await bot.store.open_tables_of(int(ana.id)) == []
