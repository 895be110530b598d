"""Who may do what while a match is under way, and afterwards."""

import asyncio
from random import Random

import pytest

from bot.client import Finte
from localcord import Interaction, Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.clock import Clock
from tests.end_to_end.tables import Table, labelled, labels, said, text_of

NOT_AT_THE_TABLE = "You are not at this table. Type /play to open one of your own."
NO_TABLE_TO_CANCEL = "There is no open table in this channel that you may cancel."


@pytest.fixture
async def table(discord: Localcord, bot: Finte) -> Table:  # noqa: ARG001 - it plays here
    """A table at which Ana and Ben have just begun."""
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    return table


@pytest.fixture
def asked(table: Table) -> Person:
    """The one whose turn it is."""
    assert table.asked
    return table.asked


@pytest.fixture
def other(table: Table, asked: Person) -> Person:
    """The one who waits."""
    (person,) = (person for person in table.people if person is not asked)
    return person


async def length(bot: Finte, table: Table) -> int:
    """How many moves are stored."""
    return len(await bot.store.log(int(table.match_id)))


async def forge(table: Table, person: Person, custom_id: str) -> str:
    """The answer to a click on a button of somebody else's, or of another time."""
    return said(await person.raw_click(table.board, custom_id))


async def test_a_stranger_watches(table: Table) -> None:
    answer = said(await table.press(table.discord.person("Dora"), "My dice"))
    assert answer == "You are watching this table. Type /play to open one of your own."


async def test_a_stranger_moves_nothing(table: Table, bot: Finte, asked: Person) -> None:
    before = await length(bot, table)
    assert await forge(table, table.discord.person("Dora"), table.moves(asked)[0]) == NOT_AT_THE_TABLE
    assert await length(bot, table) == before


async def test_out_of_turn_a_player_gets_his_page_with_the_reason(
    table: Table, bot: Finte, asked: Person, other: Person
) -> None:
    before = await length(bot, table)
    answer = await forge(table, other, table.moves(asked)[0])
    assert answer.startswith("ℹ️ It is not your turn. This is how the table stands.")
    assert "## Not your turn" in answer
    assert await length(bot, table) == before


async def test_a_stale_button_brings_the_current_page(table: Table, bot: Finte, asked: Person, other: Person) -> None:
    stale = table.moves(asked)[-1]
    await table.move(asked)
    await table.move(other)
    await table.until(lambda: table.asked)
    before = await length(bot, table)
    answer = await forge(table, asked, stale)
    assert answer.startswith("ℹ️ The table had moved on. This is how it stands now.")
    assert "## Your turn" in answer
    assert await length(bot, table) == before


async def test_a_double_click_is_one_move(table: Table, bot: Finte, asked: Person) -> None:
    before = await length(bot, table)
    panel = table.panel(asked)
    assert panel is not None
    twice = (asked.click(panel, table.moves(asked)[0]) for _ in range(2))
    first, second = await asyncio.gather(*twice)
    assert await length(bot, table) == before + 1
    assert sorted(had_moved_on(click) for click in (first, second)) == [False, True]


def had_moved_on(click: Interaction) -> bool:
    """Whether the click came too late, by its answer."""
    assert click.answer is not None
    return "The table had moved on" in str(click.answer)


async def test_a_double_click_on_join_takes_one_seat(discord: Localcord, bot: Finte) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.opened(discord, ana, seats=4)
    clicks = await asyncio.gather(*(table.press(ben, "Join") for _ in range(3)))
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert all(click.answered for click in clicks)
    assert len(stored.sitters) == 2


async def test_a_double_click_on_start_begins_one_match(discord: Localcord, bot: Finte) -> None:
    ana = discord.person("Ana")
    table = await Table.opened(discord, ana, seats=2, bots=1)
    answers = await asyncio.gather(*(table.press(ana, "Start") for _ in range(3)))
    log = await bot.store.log(int(table.match_id))
    assert all(click.answered for click in answers)
    assert sum(move.text.startswith("roll ") for move in log) == 1


async def test_two_who_click_at_once_for_the_last_seat_get_one(discord: Localcord, bot: Finte) -> None:
    ana, ben, chloe = (discord.person(name) for name in ("Ana", "Ben", "Chloé"))
    table = await Table.opened(discord, ana, seats=2)
    clicks = await asyncio.gather(table.press(ben, "Join"), table.press(chloe, "Join"))
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert len(stored.sitters) == 2
    assert sum("The table is full" in said(click) for click in clicks) == 1


async def test_after_the_end_a_click_plays_nothing(table: Table, bot: Finte, asked: Person) -> None:
    old = table.moves(asked)[0]
    await table.play_on(Random(1))
    before = await length(bot, table)
    answer = await forge(table, asked, old)
    assert answer.startswith("ℹ️ That table is closed.")
    assert "The match is over: place" in answer
    assert await length(bot, table) == before


async def test_a_match_that_is_over_cannot_be_cancelled(table: Table, asked: Person) -> None:
    await table.play_on(Random(1))
    assert await forge(table, asked, f"f1|close|{table.match_id}|0|playing") == "That table is closed."
    assert table.is_over


async def test_there_is_no_rematch_before_the_end(table: Table, asked: Person) -> None:
    answer = await forge(table, asked, f"f1|rematch|{table.match_id}|0|")
    assert answer == "There is no rematch before the end."


async def test_a_stranger_asks_for_no_rematch(table: Table) -> None:
    await table.play_on(Random(1))
    assert said(await table.press(table.discord.person("Dora"), "Rematch")) == NOT_AT_THE_TABLE


# Cancelling


async def test_a_stranger_has_nothing_to_cancel(table: Table) -> None:
    assert said(await table.discord.person("Dora").command("cancel")) == NO_TABLE_TO_CANCEL


async def test_a_player_who_is_not_host_has_nothing_to_cancel(table: Table) -> None:
    assert said(await table.people[1].command("cancel")) == NO_TABLE_TO_CANCEL


async def test_a_forged_cancellation_is_refused(table: Table, bot: Finte) -> None:
    answer = await forge(table, table.discord.person("Dora"), f"f1|close|{table.match_id}|0|playing")
    stored = await bot.store.table(int(table.match_id))
    assert answer == "Only the host of the table or a moderator may do that."
    assert stored
    assert stored.is_open


async def test_a_moderator_elsewhere_is_nobody_here(table: Table, discord: Localcord, bot: Finte) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    elsewhere = discord.add_channel("elsewhere")
    answer = await moderator.command("play bluff", channel_id=elsewhere)
    assert answer.message is not None
    forged = await moderator.raw_click(answer.message, f"f1|close|{table.match_id}|0|playing")
    stored = await bot.store.table(int(table.match_id))
    assert said(forged) == "Only the host of the table or a moderator may do that."
    assert stored
    assert stored.is_open


@pytest.mark.parametrize("is_host", [True, False], ids=["its host", "a moderator"])
async def test_a_match_is_cancelled_by(table: Table, discord: Localcord, asked: Person, *, is_host: bool) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    who = table.people[0] if is_host else moderator
    old = table.moves(asked)[0]
    listed = await who.command("cancel")
    assert listed.message is not None
    await who.click(listed.message, labelled(listed.message, "Cancel this table"))
    await table.until(lambda: "This table was cancelled; it counts for nobody." in text_of(table.board))
    answer = await forge(table, asked, old)
    assert answer.startswith("ℹ️ That table is closed.")
    assert labels(table.board) == []


async def test_an_old_list_does_not_cancel_a_match_that_has_begun_since(discord: Localcord, bot: Finte) -> None:
    ana = discord.person("Ana")
    table = await Table.opened(discord, ana, seats=2, bots=1)
    listed = await ana.command("cancel")
    assert listed.message is not None
    await table.press(ana, "Start")
    answer = await ana.click(listed.message, labelled(listed.message, "Cancel this table"))
    stored = await bot.store.table(int(table.match_id))
    assert "The table had moved on" in said(answer)
    assert stored
    assert stored.is_open


# The way back


async def test_without_a_table_one_is_told_how_to_open_one(table: Table) -> None:
    answer = said(await table.discord.person("Dora").command("table"))
    assert answer == "You sit at no open table. Type /play to open one."


async def test_the_only_table_comes_back_as_its_panel(table: Table, asked: Person) -> None:
    answer = await asked.command("table")
    assert "## Your turn" in said(answer)
    assert table.panel(asked) == answer.message


async def test_several_tables_come_as_a_list(table: Table, asked: Person) -> None:
    await Table.opened(table.discord, asked, seats=2)
    answer = await asked.command("table")
    assert answer.message is not None
    assert labels(answer.message).count("My dice") == 2


async def test_two_tables_of_the_same_people_in_one_channel_do_not_meet(
    table: Table, discord: Localcord, bot: Finte
) -> None:
    second = await Table.started(discord, table.people, reroll=True)
    await asyncio.gather(table.play_on(Random(1)), second.play_on(Random(2)))
    assert table.board["id"] != second.board["id"]
    assert table.is_over
    assert second.is_over
    assert await bot.store.open_tables_of(int(table.people[0].id)) == []


async def test_a_match_is_played_in_direct_messages(discord: Localcord, bot: Finte) -> None:  # noqa: ARG001
    ana = discord.person("Ana")
    opened = await ana.command("play bluff", {"seats": 2, "bots": 1}, channel_id=ana.dm_channel_id)
    assert opened.message is not None
    table = Table.shown_by(opened.message, discord, ana)
    await table.press(ana, "Start")
    await table.play_on(Random(3))
    assert table.board["channel_id"] == ana.dm_channel_id


# What befalls messages, tokens and connections


async def test_a_board_that_a_moderator_deletes_comes_back_with_the_next_move(table: Table, asked: Person) -> None:
    gone = table.board["id"]
    table.discord.messages.delete(table.discord.world.messages[gone])
    await table.move(asked)
    await asked.wait_for(lambda messages: any("raises" in text_of(message) for message in messages))
    assert table.board["id"] != gone


async def test_a_board_that_is_gone_comes_back_when_somebody_asks_for_his_table(table: Table, asked: Person) -> None:
    gone = table.board["id"]
    table.discord.messages.delete(table.discord.world.messages[gone])
    await asked.command("table")
    await asked.wait_for(lambda messages: any("opens the round" in text_of(message) for message in messages))
    assert table.board["id"] != gone


async def test_a_lost_connection_is_taken_up_where_it_was(table: Table, asked: Person) -> None:
    panel = table.panel(asked)
    assert panel is not None
    await table.discord.drop_gateway()
    clicked = await asked.click(panel, table.moves(asked)[0])
    assert clicked.answered
    await table.play_on(Random(4))
    assert table.is_over


async def test_after_15_minutes_a_panel_is_no_longer_repainted_but_its_buttons_work(
    table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    panel = table.panel(other)
    assert panel is not None
    clock.now += 16 * 60
    await table.move(asked)
    await table.until(lambda: "raises" in text_of(table.board))
    asleep = table.panel(other)
    await other.click(panel, labelled(panel, "Refresh"))
    assert asleep == panel
    assert table.moves(other)


async def test_a_dead_token_is_not_even_tried(table: Table, clock: Clock, asked: Person) -> None:
    clock.now += 16 * 60
    await table.move(asked)
    await table.until(lambda: "raises" in text_of(table.board))
    assert [request.path for request in table.discord.requests if request.status >= 400] == []


async def test_a_client_that_starts_anew_gets_its_panel_back(table: Table, asked: Person) -> None:
    asked.restart_client()
    assert table.panel(asked) is None
    await table.press(asked, "My dice")
    assert (await table.move(asked)).answered


async def test_a_player_has_one_panel(table: Table, asked: Person) -> None:
    before = table.panel(asked)
    await table.press(asked, "My dice")
    await asked.wait_for(lambda messages: before not in messages)
    assert "Your turn" in text_of(table.panel(asked) or {})
