"""What a restart keeps, and what it repairs, after a crash or a proper stop."""

import sqlite3
from contextlib import closing

import pytest

from localcord import Localcord, Person
from localcord.components import selects
from tests.end_to_end.child import Child
from tests.end_to_end.tables import Table, labels, text_of

pytestmark = pytest.mark.kills


def lose_every_board(discord: Localcord) -> None:
    """Makes Discord fail every edit of a public message from now on."""
    for _ in range(1000):
        discord.fail_next("PATCH", "/channels/", status=503)


async def bid_the_most(table: Table, person: Person) -> None:
    """Makes the highest possible bid, which costs all dice unless nearly all of them are stars."""
    panel = table.panel(person)
    assert panel
    (pages,) = selects(panel)
    await person.select(panel, pages["custom_id"], [pages["options"][-1]["value"]])
    panel = table.panel(person)
    assert panel
    await person.click(panel, table.moves(person)[-1])


async def test_a_result_that_a_crash_kept_from_the_board_is_shown_by_the_next_start(
    discord: Localcord, child: Child
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben))
    await child.killed_and_started_again()  # from now on, boards are edited without the token of /play
    while "Rematch" not in labels(table.panel(ana)):
        discord.api.outages.clear()
        await table.until(lambda: table.asked)
        bidder, doubter = (ana, ben) if table.asked is ana else (ben, ana)
        await bid_the_most(table, bidder)
        await table.until(lambda: "raise" in text_of(table.board))
        lose_every_board(discord)
        await table.doubt(doubter)
        await table.until(lambda: "Rematch" in labels(table.panel(ana)) or table.asked)
    assert not table.is_over

    child.kill()
    await child.dead()
    discord.api.outages.clear()
    await child.start()
    await table.until(lambda: table.is_over)


async def test_a_panel_wakes_up_by_itself_after_a_restart(discord: Localcord, child: Child) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben))
    await table.until(lambda: table.asked)
    first = table.asked
    assert first is not None
    second = ben if first is ana else ana
    await table.until(lambda: table.panel(second))
    waiting = table.panel(second)
    assert waiting is not None
    await child.killed_and_started_again()
    await table.move(first)
    await table.until(lambda: table.moves(second))
    panel = table.panel(second)
    assert panel is not None
    assert panel["id"] == waiting["id"]


async def test_a_lobby_outlives_a_crash(discord: Localcord, child: Child) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.opened(discord, ana, seats=3)
    await child.killed_and_started_again()
    table = await table.joined_by(ben)
    await table.until(lambda: "**Ben**" in text_of(table.board))


async def test_sigterm_ends_the_bot_with_everything_in_its_place(discord: Localcord, child: Child) -> None:
    ana = discord.person("Ana")
    table = await Table.started(discord, (ana,), bots=1)
    await table.until(lambda: table.panel(ana))
    await table.press(ana, "My dice")
    answer = await table.press(ana, "My dice")
    status = await child.stop()
    with closing(sqlite3.connect(child.database)) as db:
        tokens = [token for (token,) in db.execute("SELECT token FROM panels")]
    assert status == 0
    assert tokens == [answer.token]
    assert " ERROR " not in child.log
