"""Permissions during a match and afterwards."""

import asyncio
from random import Random

from bot.interactions.client import Finte
from localcord import Interaction, Localcord, Person
from tests.end_to_end.tables import Table, labels, said

NOT_AT_THE_TABLE = "You're not at this table. Type /play to open your own."


async def length(bot: Finte, table: Table) -> int:
    """The number of stored moves."""
    return len(await bot.store.log(int(table.match_id)))


async def test_a_stranger_watches(table: Table) -> None:
    answer = said(await table.press(table.discord.person("Dora"), "My dice"))
    assert answer == "You're watching this table. Type /play to open your own."


async def test_a_stranger_moves_nothing(table: Table, bot: Finte, asked: Person) -> None:
    before = await length(bot, table)
    assert await table.forge(table.discord.person("Dora"), table.moves(asked)[0]) == NOT_AT_THE_TABLE
    assert await length(bot, table) == before


async def test_out_of_turn_a_player_gets_their_page_with_the_reason(
    table: Table, bot: Finte, asked: Person, other: Person
) -> None:
    before = await length(bot, table)
    answer = await table.forge(other, table.moves(asked)[0])
    assert answer.startswith("ℹ️ It's not your turn yet. Here's where the game stands.")
    assert "## Not your turn" in answer
    assert await length(bot, table) == before


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
    twice = (asked.click(panel, table.moves(asked)[0]) for _ in range(2))
    first, second = await asyncio.gather(*twice)
    assert await length(bot, table) == before + 1
    assert sorted(came_second(click) for click in (first, second)) == [False, True]


def came_second(click: Interaction) -> bool:
    """Whether the answer says that the click came too late."""
    assert click.answer is not None
    return "You've already moved" in str(click.answer)


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
    table = await (await Table.opened(discord, ana, seats=2)).joined_by(discord.person("Ben"))
    await table.until(lambda: "Start" in labels(table.panel(ana)))
    answers = await asyncio.gather(*(table.tap(ana, "Start") for _ in range(3)))
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
    answer = await table.forge(asked, old)
    assert answer.startswith("ℹ️ This table is closed.")
    assert "good game!" in answer or "You won!" in answer
    assert await length(bot, table) == before


async def test_there_is_no_rematch_before_the_end(table: Table, asked: Person) -> None:
    answer = await table.forge(asked, f"f1|rematch|{table.match_id}|0|")
    assert answer == "You can ask for a rematch once the match is over."


async def test_a_stranger_asks_for_no_rematch(table: Table) -> None:
    await table.play_on(Random(1))
    assert said(await table.press(table.discord.person("Dora"), "Rematch")) == NOT_AT_THE_TABLE
