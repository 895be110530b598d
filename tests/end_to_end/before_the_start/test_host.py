"""What the host decides before the start, in a panel of their own."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.end_to_end.before_the_start.lobbies import forge, invite
from tests.end_to_end.tables import EPHEMERAL, Table, labelled, labels, said, text_of

pytestmark = pytest.mark.usefixtures("bot")

HOST_ONLY = "Only the table's host can do that."
UNKNOWN = "This button no longer works. Type /table to get your table back."
CANCELLED = "This table was cancelled before the match began."


HOSTS_ALONE = {"start": HOST_ONLY, "add": HOST_ONLY, "ask": HOST_ONLY, "remove": HOST_ONLY,
               "cancelling": "Only the table's host or a moderator can do that.",
               "cancel": "Only the table's host or a moderator can do that."}  # fmt: skip


@pytest.mark.parametrize("name", ["Ben", "Dora"], ids=["a player", "a stranger"])
@pytest.mark.parametrize("verb", HOSTS_ALONE)
async def test_the_table_is_run_by_its_host(bot: Finte, table: Table, name: str, verb: str) -> None:
    before = await bot.store.table(int(table.match_id))
    text = {"add": "easy", "remove": table.people[0].id}.get(verb, "")
    assert await forge(table, table.discord.person(name), verb, text) == HOSTS_ALONE[verb]
    assert await bot.store.table(int(table.match_id)) == before


async def test_the_board_has_nothing_for_the_host_alone(table: Table, ana: Person) -> None:
    assert labels(table.board)[:4] == ["Join", "Leave", "My panel", "Rules"]
    assert all(label.startswith("🔒") for label in labels(table.board)[4:])
    await table.until(lambda: "Start" in labels(table.panel(ana)))
    assert labels(table.panel(ana)) == ["Easy", "Medium", "Hard", "Start", "Rules", "Remove…", "Cancel table"]


async def test_a_host_whose_panel_is_gone_gets_it_back(table: Table, ana: Person, ben: Person, dora: Person) -> None:
    mine = await table.press(ana, "My panel")
    typed = await ana.command("table")
    assert mine.message is not None
    assert typed.message is not None
    for shown in (mine.message, typed.message):
        assert "Start" in labels(shown)
    assert "You're in seat ②." in said(await table.press(ben, "My panel"))
    assert "You're not at this table yet." in said(await table.press(dora, "My panel"))


async def test_the_hosts_panel_shows_who_comes_and_goes(table: Table, ana: Person, ben: Person, dora: Person) -> None:
    await table.press(dora, "Join")
    await table.until(lambda: "3/3 seats taken" in text_of(table.panel(ana) or {}))
    await table.press(ben, "Leave")
    await table.until(lambda: "2/3 seats taken" in text_of(table.panel(ana) or {}))


async def test_the_start_turns_the_hosts_panel_into_the_match(table: Table, ana: Person) -> None:
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)
    assert len([message for message in ana.messages() if message["flags"] & EPHEMERAL]) == 1


def message_of(person: Person, message_id: str) -> JsonObject:
    """A message that this person sees, as it is now."""
    return next(message for message in person.messages() if message["id"] == message_id)


OLD_BUTTONS = ("start", "ask", "cancel")


@pytest.mark.parametrize("verb", OLD_BUTTONS)
async def test_the_hosts_buttons_on_a_board_of_before_still_work(table: Table, ana: Person, verb: str) -> None:
    answer = await forge(table, ana, verb)
    expected = {"start": "our turn", "ask": "Who should leave", "cancel": CANCELLED}
    assert expected[verb] in answer


async def test_a_full_table_takes_no_computer_player(table: Table, ana: Person) -> None:
    await invite(table, ana, "Medium")
    assert await forge(table, ana, "add", "easy") == "The table is full: 3/3 seats taken."


async def test_the_host_adds_computer_players_of_any_level_until_the_table_is_full(
    discord: Localcord, ana: Person
) -> None:
    table = await Table.opened(discord, ana, seats=4)
    shown = await invite(table, ana, "Easy", "Hard", "Medium")
    assert "4/4 seats taken" in shown
    await table.until(lambda: all(f" · {level}**" in text_of(table.board) for level in ("easy", "hard", "medium")))


async def test_there_is_no_computer_player_of_another_level(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=4)
    assert await forge(table, ana, "add", "random") == UNKNOWN


async def test_nobody_plays_alone(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=2)
    assert "Start" not in labels(table.panel(ana))
    assert await forge(table, ana, "start") == "You need at least 2 players to start."


async def test_the_host_cancels_the_table_once_sure(table: Table, ana: Person) -> None:
    await table.tap(ana, "Cancel table")
    assert "Cancel this table?" in text_of(table.panel(ana) or {})
    assert CANCELLED not in text_of(table.board)
    await table.tap(ana, "Cancel table")
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_the_host_who_is_not_sure_goes_back(table: Table, ana: Person) -> None:
    await table.tap(ana, "Cancel table")
    await table.tap(ana, "Back")
    assert "Start" in labels(table.panel(ana))
    assert CANCELLED not in text_of(table.board)


@pytest.mark.parametrize("bots", [0, 1])
async def test_a_host_alone_with_computer_players_cancels_without_a_question(
    discord: Localcord, ana: Person, bots: int
) -> None:
    table = await Table.opened(discord, ana, seats=3, bots=bots)
    await table.tap(ana, "Cancel table")
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_a_moderator_cancels_any_table(discord: Localcord, table: Table) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    listed = await moderator.command("cancel")
    assert listed.message is not None
    await moderator.click(listed.message, labelled(listed.message, "Cancel this table"))
    await table.until(lambda: CANCELLED in text_of(table.board))


async def test_the_host_who_leaves_hands_the_table_over(table: Table, ana: Person, ben: Person) -> None:
    await table.press(ana, "Leave")
    await table.until(lambda: "**Ben** · host" in text_of(table.board))
    await invite(table, ben, "Hard")
    await table.tap(ben, "Start")
    await table.until(lambda: "round 1" in text_of(table.board))


async def test_the_host_removes_anyone(table: Table, ana: Person) -> None:
    await invite(table, ana, "Medium")
    asked = await table.tap(ana, "Remove…")
    assert asked.message is not None
    ben, medium, done = labels(asked.message)
    assert (ben, medium[-9:], done) == ("Ben", " · medium", "Done")
    answer = await ana.click(asked.message, labelled(asked.message, "Ben"))
    await table.until(lambda: "**Ben**" not in text_of(table.board))
    assert answer.message is not None
    assert labels(answer.message) == [medium, "Done"]


async def test_the_choice_of_the_host_stays_open_while_others_come_and_go(
    table: Table, ana: Person, ben: Person
) -> None:
    asked = await table.tap(ana, "Remove…")
    assert asked.message is not None
    answer = await table.press(ben, "Leave")
    await table.until(lambda: "**Ben**" not in text_of(table.board))
    await table.press(ben, "Join")
    await table.until(lambda: "**Ben**" in text_of(table.board))

    assert said(answer) == "You've left the table."
    assert "Done" in labels(asked.message)


async def test_a_host_who_is_done_removing_gets_the_panel_back(table: Table, ana: Person) -> None:
    asked = await table.tap(ana, "Remove…")
    assert asked.message is not None
    await ana.click(asked.message, labelled(asked.message, "Done"))
    shown = {message["id"]: text_of(message) for message in ana.messages()}
    assert "You're the host. Press *Start*" in shown[asked.message["id"]]


async def test_nobody_is_removed_twice(table: Table, ana: Person, ben: Person) -> None:
    asked = await table.tap(ana, "Remove…")
    assert asked.message is not None
    button = labelled(asked.message, "Ben")
    await table.press(ben, "Leave")
    assert said(await ana.raw_click(asked.message, button)) == "That seat is already empty."


async def test_two_computer_players_and_the_start_are_three_clicks(discord: Localcord, ana: Person) -> None:
    table = await Table.opened(discord, ana, seats=4)
    for label in ("Easy", "Easy", "Start"):
        await table.tap(ana, label)
    await table.until(lambda: table.asked is ana)


async def test_somebody_whom_the_host_has_removed_is_told_so_and_cannot_come_back(
    table: Table, ana: Person, ben: Person
) -> None:
    (panel,) = (message for message in ben.messages() if message["flags"] & EPHEMERAL)
    asked = await table.tap(ana, "Remove…")
    assert asked.message is not None
    await ana.click(asked.message, labelled(asked.message, "Ben"))

    await table.until(lambda: "**Ana** removed you from this table." in text_of(message_of(ben, panel["id"])))
    assert said(await table.press(ben, "Join")) == "The host removed you from this table."
    opened = await ben.click(message_of(ben, panel["id"]), f"f1|another|{table.match_id}|0|")
    assert opened.message is not None
    assert "**Ben** · host" in text_of(opened.message)
