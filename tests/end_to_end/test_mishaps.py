"""Deleted messages, expired tokens and lost answers during a match."""

import asyncio

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from localcord.interactions import ANSWER_SECONDS
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, Table, labels, text_of


@pytest.mark.parametrize("asks", [False, True], ids=["with the next move", "when a player asks for it"])
async def test_a_board_that_is_deleted_comes_back(table: Table, asked: Person, *, asks: bool) -> None:
    gone = table.board["id"]
    table.discord.messages.delete(table.discord.world.messages[gone])
    await (asked.command("table") if asks else table.move(asked))
    says = "turn: make the first bid" if asks else "turn: raise"
    await asked.wait_for(
        lambda messages: any(says in text_of(shown) for shown in messages if not shown["flags"] & EPHEMERAL)
    )
    assert table.board["id"] != gone


async def test_a_panel_that_goes_to_sleep_has_a_button_that_wakes_it(
    bot: Finte, table: Table, clock: Clock, asked: Person, other: Person
) -> None:
    assert "Refresh" not in labels(table.panel(other))
    clock.now += 14 * 60
    await bot.panels.mark_expiring()
    await table.until(lambda: "Refresh" in labels(table.panel(other)))
    panel = table.panel(other)
    clock.now += 2 * 60
    await table.move(asked)
    await table.until(lambda: "turn: raise" in text_of(table.board))
    assert table.panel(other) == panel
    assert [request.path for request in table.discord.requests if request.status >= 400] == []
    await table.tap(other, "Refresh")
    assert table.moves(other)
    assert "Refresh" not in labels(table.panel(other))


@pytest.mark.usefixtures("bot")
async def test_a_table_whose_first_message_is_lost_gets_another(discord: Localcord, clock: Clock) -> None:
    ana = discord.person("Ana")
    discord.fail_next("POST", "/callback", status=404)
    waiting = asyncio.create_task(ana.command("play bluff"))
    await ana.wait_for(lambda messages: any("**Ana**" in text_of(message) for message in messages))
    clock.now += ANSWER_SECONDS
    discord.clock_moved()
    assert (await waiting).failed
