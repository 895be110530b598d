"""What a restart keeps, and what it repairs, after a crash or a proper stop."""

import sqlite3
from contextlib import closing

import pytest

from localcord import Localcord
from tests.end_to_end.child import Child
from tests.end_to_end.tables import Table, labels, text_of

pytestmark = pytest.mark.kills


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


async def test_a_lobby_keeps_its_message_though_a_kill_came_before_it_was_stored(
    discord: Localcord, child: Child
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    held = discord.hold_next("POST", "/callback", is_done=True)
    answer = await ana.command("play bluff")
    await held.came.wait()
    assert answer.message is not None
    table = Table.shown_by(answer.message, discord, ana, ben)
    await child.killed_and_started_again()

    assert (await table.press(ben, "Join")).answered
    await table.until(lambda: "Ben" in text_of(table.board))
    assert table.board["id"] == answer.message["id"]
    assert [text_of(one) for one in ana.messages() if "Join" in labels(one)] == [text_of(table.board)]
