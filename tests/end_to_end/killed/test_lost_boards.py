"""The bot is killed after Discord has taken the answer to `/play`, and before it has stored which message that is."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from localcord import Localcord
from tests.database import server_database
from tests.end_to_end.child import Child
from tests.end_to_end.tables import Table, labels, text_of
from tests.postgresql import DATABASES, Server

pytestmark = pytest.mark.kills


@pytest.fixture(params=DATABASES)
async def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Mapping[str, str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}"}
    server: Server = request.getfixturevalue("postgresql")
    return {"DATABASE_URL": await server_database(server, "lost_boards")}


async def test_the_next_start_shows_that_the_table_was_cancelled(discord: Localcord, child: Child) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    held = discord.hold_next("POST", "/callback", is_done=True)
    answer = await ana.command("play bluff")
    await held.came.wait()
    assert answer.message is not None
    table = Table.shown_by(answer.message, discord, ana, ben)
    listed = await ana.command("cancel")
    assert listed.message is not None
    await ana.click(listed.message, f"f1|close|{table.match_id}|0|lobby")
    await child.killed_and_started_again()

    await table.until(lambda: "Join" not in labels(table.board))
    assert table.board["id"] == answer.message["id"]
    assert "cancelled" in text_of(table.board)


async def test_an_open_table_keeps_its_message(discord: Localcord, child: Child) -> None:
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
