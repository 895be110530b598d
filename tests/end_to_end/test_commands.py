"""`/cancel` and `/table`: who can use them, and what they do."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.end_to_end.tables import Table, labelled, labels, said, text_of

NO_TABLE_TO_CANCEL = "There's no open table in this channel that you can cancel."


async def test_a_stranger_has_nothing_to_cancel(table: Table) -> None:
    assert said(await table.discord.person("Dora").command("cancel")) == NO_TABLE_TO_CANCEL


async def test_a_forged_cancellation_is_refused(table: Table, bot: Finte) -> None:
    answer = await table.forge(table.discord.person("Dora"), f"f1|close|{table.match_id}|0|playing")
    stored = await bot.store.table(int(table.match_id))
    assert answer == "Only the table's host or a moderator can do that."
    assert stored
    assert stored.is_open


async def test_a_moderator_elsewhere_is_nobody_here(table: Table, discord: Localcord, bot: Finte) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    elsewhere = discord.add_channel("elsewhere")
    answer = await moderator.command("play bluff", channel_id=elsewhere)
    assert answer.message is not None
    forged = await moderator.raw_click(answer.message, f"f1|close|{table.match_id}|0|playing")
    stored = await bot.store.table(int(table.match_id))
    assert said(forged) == "Only the table's host or a moderator can do that."
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
    await table.until(lambda: "This table was cancelled." in text_of(table.board))
    answer = await table.forge(asked, old)
    assert answer.startswith("ℹ️ This table is closed.")
    assert labels(table.board) == ["What happened", "Replay"]


async def test_an_old_list_does_not_cancel_a_match_that_has_begun_since(discord: Localcord, bot: Finte) -> None:
    ana = discord.person("Ana")
    table = await (await Table.opened(discord, ana, seats=2)).joined_by(discord.person("Ben"))
    listed = await ana.command("cancel")
    assert listed.message is not None
    await table.tap(ana, "Start")
    answer = await ana.click(listed.message, labelled(listed.message, "Cancel this table"))
    stored = await bot.store.table(int(table.match_id))
    assert "The match has moved on, so it hasn't been cancelled yet." in said(answer)
    assert stored
    assert stored.is_open


async def test_the_only_table_comes_back_as_its_panel(table: Table, asked: Person) -> None:
    answer = await asked.command("table")
    assert "## Your turn" in said(answer)
    assert table.panel(asked) == answer.message


async def test_several_tables_come_as_a_list(table: Table, asked: Person) -> None:
    await Table.opened(table.discord, asked, seats=2)
    answer = await asked.command("table")
    assert answer.message is not None
    assert labels(answer.message) == ["My dice", "My seat"]
    assert text_of(answer.message).count("**your turn**") == 1
