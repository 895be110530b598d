"""Who may do what before the start."""

import pytest

from bot.client import Finte
from localcord import Localcord, Permission, Person
from localcord.permissions import BOT, EVERYONE
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, Table, labelled, labels, said, text_of

pytestmark = pytest.mark.usefixtures("bot")

HOST_ONLY = "Only the table's host can do that."
CLOSED = "This table is closed."
CANCELLED = "This table was cancelled; it counts for nobody."


@pytest.fixture
def ana(discord: Localcord) -> Person:
    return discord.person("Ana")


@pytest.fixture
def ben(discord: Localcord) -> Person:
    return discord.person("Ben")


@pytest.fixture
def dora(discord: Localcord) -> Person:
    """Someone who does not sit at the table."""
    return discord.person("Dora")


@pytest.fixture
async def table(discord: Localcord, ana: Person, ben: Person) -> Table:
    """Ana's table for three, at which Ben sits too."""
    table = await Table.opened(discord, ana, seats=3)
    table = await table.joined_by(ben)
    await table.until(lambda: "**Ben**" in text_of(table.board))
    return table


async def forge(table: Table, person: Person, verb: str, text: str = "") -> str:
    """The answer to a click on a button that is disabled, or not there any more."""
    return said(await person.raw_click(table.first_board_id, f"f1|{verb}|{table.match_id}|0|{text}"))


async def invite(table: Table, host: Person, *levels: str) -> str:
    """Adds computer players of these levels: what stands there then."""
    answer = await table.press(host, "Add computer player…")
    for level in levels:
        assert answer.message
        answer = await host.click(answer.message, labelled(answer.message, level))
    return said(answer)


@pytest.mark.parametrize("name", ["Ben", "Dora"], ids=["a player", "a stranger"])
@pytest.mark.parametrize(
    ("label", "sentence"),
    {
        "Start": HOST_ONLY,
        "Add computer player…": HOST_ONLY,
        "Remove…": HOST_ONLY,
        "Cancel": "Only the table's host or a moderator can do that.",
    }.items(),
)
async def test_the_table_is_run_by_its_host(bot: Finte, table: Table, name: str, label: str, sentence: str) -> None:
    before = await bot.store.table(int(table.match_id))
    assert said(await table.press(table.discord.person(name), label)) == sentence
    assert await bot.store.table(int(table.match_id)) == before


async def test_a_seat_is_taken_once(bot: Finte, table: Table, ben: Person) -> None:
    answer = await table.press(ben, "Join")
    stored = await bot.store.table(int(table.match_id))
    assert "You sit at" in said(answer)
    assert stored
    assert [person.name for person in stored.people] == ["Ana", "Ben"]


async def test_whoever_does_not_sit_there_cannot_leave(table: Table, dora: Person) -> None:
    assert said(await table.press(dora, "Leave")) == "You're not at this table. Type /play to open your own."


async def test_whoever_does_not_sit_there_is_told_how_to(table: Table, dora: Person) -> None:
    assert "press Join" in await forge(table, dora, "hand")


async def test_a_full_table_takes_nobody(discord: Localcord, ana: Person, ben: Person, dora: Person) -> None:
    table = await Table.opened(discord, ana, seats=2)
    await table.joined_by(ben)
    await table.until(lambda: "Join" not in labels(table.board))
    assert await forge(table, dora, "join") == "The table is full: 2 of 2 seats are taken."


async def test_a_full_table_takes_no_computer_player(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=2, bots=1)
    assert await forge(table, ana, "add", "easy") == "The table is full: 2 of 2 seats are taken."


async def test_the_host_adds_computer_players_of_any_level_until_the_table_is_full(
    discord: Localcord, ana: Person
) -> None:
    table = await Table.opened(discord, ana, seats=4)
    shown = await invite(table, ana, "Easy", "Hard", "Medium")
    assert "4 of 4 seats are taken." in shown
    await table.until(lambda: all(f" · {level}**" in text_of(table.board) for level in ("easy", "hard", "medium")))


async def test_there_is_no_computer_player_of_another_level(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=4)
    assert await forge(table, ana, "add", "random") == "There is no such computer player."


async def test_nobody_plays_alone(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=2)
    assert "Start" not in labels(table.board)
    assert await forge(table, ana, "start") == "It takes at least 2 players to start."


@pytest.mark.parametrize("verb", ["join", "leave", "invite", "ask", "start"])
async def test_the_buttons_of_the_lobby_do_nothing_after_the_start(table: Table, ana: Person, verb: str) -> None:
    await table.press(ana, "Start")
    assert await forge(table, ana, verb) == "This match has begun."


async def test_an_old_button_does_not_cancel_a_match_that_has_begun(table: Table, ana: Person) -> None:
    await table.press(ana, "Start")
    assert "This match has begun" in await forge(table, ana, "cancel")
    await table.until(lambda: "round 1" in text_of(table.board))


@pytest.mark.parametrize("verb", ["join", "leave", "invite", "ask", "remove", "start", "cancel"])
async def test_the_buttons_of_a_cancelled_table_do_nothing(table: Table, ana: Person, verb: str) -> None:
    await table.press(ana, "Cancel")
    assert await forge(table, ana, verb) == CLOSED


async def test_the_host_cancels_his_table(table: Table, ana: Person) -> None:
    await table.press(ana, "Cancel")
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_a_moderator_cancels_any_table(discord: Localcord, table: Table) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    await table.press(moderator, "Cancel")
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_the_host_who_leaves_hands_the_table_over(table: Table, ana: Person, ben: Person) -> None:
    await table.press(ana, "Leave")
    await table.until(lambda: "**Ben** · host" in text_of(table.board))
    await invite(table, ben, "Hard")
    await table.press(ben, "Start")
    await table.until(lambda: "round 1" in text_of(table.board))


async def test_the_last_to_leave_closes_the_table(table: Table, ana: Person, ben: Person) -> None:
    await table.press(ana, "Leave")
    await table.press(ben, "Leave")
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_the_host_removes_whom_he_likes(table: Table, ana: Person) -> None:
    await invite(table, ana, "Medium")
    asked = await table.press(ana, "Remove…")
    assert asked.message is not None
    ben, medium, done = labels(asked.message)
    assert (ben, medium[-9:], done) == ("Ben", " · medium", "Done")
    answer = await ana.click(asked.message, labelled(asked.message, "Ben"))
    await table.until(lambda: "**Ben**" not in text_of(table.board))
    assert answer.message is not None
    assert labels(answer.message) == [medium, "Done"]


@pytest.mark.parametrize("choice", ["Add computer player…", "Remove…"])
async def test_a_choice_of_the_host_stays_open_while_others_come_and_go(
    table: Table, ana: Person, ben: Person, choice: str
) -> None:
    asked = await table.press(ana, choice)
    assert asked.message is not None
    answer = await table.press(ben, "Leave")
    await table.until(lambda: "**Ben**" not in text_of(table.board))
    await table.press(ben, "Join")
    await table.until(lambda: "**Ben**" in text_of(table.board))

    assert said(answer) == "You have left the table."
    assert "Done" in labels(asked.message)


async def test_a_host_who_is_done_removing_has_his_panel_instead(table: Table, ana: Person) -> None:
    asked = await table.press(ana, "Remove…")
    assert asked.message is not None
    await ana.click(asked.message, labelled(asked.message, "Done"))
    shown = {message["id"]: text_of(message) for message in ana.messages()}
    assert "You are the host: press Start" in shown[asked.message["id"]]


async def test_nobody_is_removed_twice(table: Table, ana: Person, ben: Person) -> None:
    asked = await table.press(ana, "Remove…")
    assert asked.message is not None
    button = labelled(asked.message, "Ben")
    await table.press(ben, "Leave")
    assert said(await ana.raw_click(asked.message, button)) == "That seat is empty by now."


async def test_a_lobby_that_nobody_touches_closes(bot: Finte, clock: Clock, table: Table, ben: Person) -> None:
    clock.now += 30 * 60 + 1
    await bot.matches.lapse(30 * 60, "lobby")
    await table.until(lambda: "This table closed because nobody started it." in text_of(table.board))
    assert await forge(table, ben, "leave") == CLOSED


async def test_a_lobby_that_somebody_has_touched_stays(bot: Finte, clock: Clock, table: Table, dora: Person) -> None:
    clock.now += 29 * 60
    await table.press(dora, "Join")
    clock.now += 2 * 60
    await bot.matches.lapse(30 * 60, "lobby")
    assert "This table is closed." not in await forge(table, dora, "join")


async def test_a_match_under_way_does_not_lapse(bot: Finte, clock: Clock, table: Table, ana: Person) -> None:
    await table.press(ana, "Start")
    clock.now += 24 * 3600
    await bot.matches.lapse(30 * 60, "lobby")
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert stored.phase == "playing"


async def test_there_is_no_table_for_more_computer_players_than_seats(ana: Person) -> None:
    answer = await ana.command("play bluff", {"seats": 2, "bots": 2})
    assert said(answer) == "A table of 2 has no room for you and 2 computer players."
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
    assert said(answer) == f"I cannot keep a table here: I need the right “{name}” in this channel."
    assert await bot.store.open_tables_of(int(ana.id)) == []


async def test_nobody_sits_at_more_than_ten_tables(discord: Localcord, ana: Person, ben: Person) -> None:
    for _ in range(10):
        await Table.opened(discord, ana, seats=2)
    eleventh = await Table.opened(discord, ben, seats=2)
    refused = "You sit at 10 open tables already, see /table. Finish or leave one, or have its host cancel it."
    assert said(await ana.command("play bluff")) == refused
    assert said(await eleventh.press(ana, "Join")) == refused


async def test_the_choice_of_computer_players_becomes_the_hosts_panel(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=4)
    for _ in range(2):
        await invite(table, ana, "Easy")
    await table.press(ana, "Start")
    await table.until(lambda: table.asked is ana)

    (panel,) = (message for message in ana.messages() if message["flags"] & EPHEMERAL)
    assert "How strong" not in text_of(panel)
