"""Who may do what at a table: strangers, players out of turn, hosts, moderators, and those who click twice."""

import asyncio
from random import Random

import pytest

from bot.interactions.client import Finte
from localcord import Interaction, Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.end_to_end.tables import Table, labelled, labels, said, text_of

NOT_AT_THE_TABLE = "You're not at this table. Type /play to open your own."
WATCHING = "You don't play in this match."
NO_TABLE_TO_CANCEL = "There's no open table in this channel that you can cancel."
NOT_YOURS = "Only the table's host or a moderator can do that."


async def length(bot: Finte, table: Table) -> int:
    """The number of stored moves."""
    return len(await bot.store.log(int(table.match_id)))


async def test_a_stranger_watches_and_moves_nothing(table: Table, bot: Finte, asked: Person) -> None:
    dora, before = table.discord.person("Dora"), await length(bot, table)
    panel = table.panel(asked)
    assert panel is not None
    assert said(await table.press(dora, "My dice")) == WATCHING
    assert await table.forge(dora, labelled(panel, "Why not?")) == WATCHING
    assert await table.forge(dora, table.moves(asked)[0]) == NOT_AT_THE_TABLE
    assert await table.forge(dora, f"f1|close|{table.match_id}|0|playing") == NOT_YOURS
    assert said(await dora.command("cancel")) == NO_TABLE_TO_CANCEL
    assert await length(bot, table) == before
    assert not table.is_over

    await table.play_on(Random(1))
    assert said(await table.press(dora, "Rematch")) == NOT_AT_THE_TABLE


async def test_out_of_turn_a_player_gets_their_page_with_the_reason(
    table: Table, bot: Finte, asked: Person, other: Person
) -> None:
    before, panel = await length(bot, table), table.panel(asked)
    assert panel is not None
    answer = await table.forge(other, table.moves(asked)[0])
    assert answer.startswith("ℹ️ It's not your turn yet. Here's where the game stands.")
    assert "## Not your turn" in answer
    assert "ℹ️" not in await table.forge(other, labelled(panel, "Why not?"))
    assert "once the match is over" in await table.forge(other, f"f1|rematch|{table.match_id}|0|")
    assert await length(bot, table) == before


async def test_the_panel_says_why_not_and_stays_what_it_is(table: Table, asked: Person) -> None:
    before = table.panel(asked)
    assert before
    answer = await table.tap(asked, "Why not?")
    assert answer.message is not None
    assert text_of(answer.message).startswith("ℹ️ ")
    assert answer.message["id"] == before["id"]
    assert table.moves(asked)


async def test_a_stale_button_brings_the_current_page(table: Table, bot: Finte, asked: Person, other: Person) -> None:
    stale = table.moves(asked)[-1]
    await table.move(asked)
    await table.move(other)
    await table.until(lambda: table.asked)
    before = await length(bot, table)
    answer = await table.forge(asked, stale)
    assert answer.startswith("ℹ️ You've already moved, and that move counts. Here's where the game stands now.")
    assert "\n## Your turn" in answer or "\n## Raise" in answer  # the other player may have doubted, or raised
    assert await length(bot, table) == before


async def test_a_double_click_is_one_move(table: Table, bot: Finte, asked: Person) -> None:
    before = await length(bot, table)
    panel = table.panel(asked)
    assert panel is not None
    clicks: list[Interaction] = await asyncio.gather(*(asked.click(panel, table.moves(asked)[0]) for _ in range(2)))
    assert await length(bot, table) == before + 1
    assert sorted("You've already moved" in str(click.answer) for click in clicks) == [False, True]


async def test_double_clicks_on_join_and_start_take_one_seat_and_begin_one_match(
    discord: Localcord, bot: Finte
) -> None:
    ana, ben, chloe = (discord.person(name) for name in ("Ana", "Ben", "Chloé"))
    table = await Table.opened(discord, ana, seats=2)
    clicks = await asyncio.gather(*(table.press(one, "Join") for one in (ben, chloe, ben, chloe)))
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert len(stored.sitters) == 2
    assert sum("The table is full" in said(click) for click in clicks) == 2

    await table.until(lambda: "Start" in labels(table.panel(ana)))
    assert all(click.answered for click in await asyncio.gather(*(table.tap(ana, "Start") for _ in range(3))))
    log = await bot.store.log(int(table.match_id))
    assert sum(move.text.startswith("roll ") for move in log) == 1


async def test_after_the_end_a_click_plays_nothing(table: Table, bot: Finte, asked: Person) -> None:
    old = table.moves(asked)[0]
    await table.play_on(Random(1))
    before = await length(bot, table)
    answer = await table.forge(asked, old)
    assert answer.startswith("ℹ️ This table is closed.")
    assert "good game!" in answer or "You won!" in answer
    assert await table.forge(asked, f"f1|close|{table.match_id}|0|playing") == "This table is closed."
    assert await length(bot, table) == before


@pytest.mark.parametrize("is_host", [True, False], ids=["its host", "a moderator"])
async def test_a_match_is_cancelled_by(table: Table, discord: Localcord, asked: Person, *, is_host: bool) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    who = table.people[0] if is_host else moderator
    old = table.moves(asked)[0]
    listed = await who.command("cancel")
    assert listed.message is not None
    await who.click(listed.message, labelled(listed.message, "Cancel this table"))
    await table.until(lambda: "This table was cancelled." in text_of(table.board))
    assert (await table.forge(asked, old)).startswith("ℹ️ This table is closed.")
    assert labels(table.board) == ["What happened", "Replay"]


async def test_a_moderator_elsewhere_is_nobody_here(table: Table, discord: Localcord) -> None:
    moderator = discord.person("Mo", permissions=EVERYONE | Permission.MANAGE_MESSAGES)
    answer = await moderator.command("play bluff", channel_id=discord.add_channel("elsewhere"))
    assert answer.message is not None
    for verb, text, refusal in (("close", "playing", NOT_YOURS), ("seats", "", NOT_AT_THE_TABLE)):
        forged = await moderator.raw_click(answer.message, f"f1|{verb}|{table.match_id}|0|{text}")
        assert said(forged) == refusal
    assert "cancelled" not in text_of(table.board)


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
