"""The bot is killed while it deletes somebody's data: it's all there or all gone, and can be asked for again."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from localcord import Localcord, Person
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.kills, pytest.mark.slow]

DELETE = "f1|forget|0|0|"

FIRST_MS, GROWTH = 30, 1.25
"""How long after the click the first blow falls, and by how much later each further one, until all is gone."""

IN_PASSING = {"panels.user_id", "matches.host_id"}
"""What also changes with a start, or when somebody leaves."""


def rows_of(database: Path, user_id: str) -> dict[str, int]:
    """How many rows have this id, by table and column."""
    with closing(sqlite3.connect(database)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {
            f"{table}.{column[1]}": f'SELECT count(*) FROM "{table}" WHERE "{column[1]}" = {user_id}'  # noqa: S608
            for table in tables
            for column in db.execute(f'PRAGMA table_info("{table}")')
            if column[1] in {"user_id", "host_id", "id"}
        }
        found = {name: db.execute(query).fetchone()[0] for name, query in columns.items()}
    return {name: count for name, count in found.items() if count}


async def one_blow(discord: Localcord, child: Child, person: Person, *, after_ms: float) -> None:
    """Kills the bot a moment after a click that deletes this person's data."""
    assert await child.start()
    shown = await person.command("privacy")
    assert shown.message, shown.error
    asyncio.get_running_loop().call_later(after_ms / 1000, child.kill)
    click = asyncio.ensure_future(person.raw_click(shown.message, DELETE))
    await child.dead()
    click.cancel()
    with suppress(asyncio.CancelledError):
        await click
    assert discord.requests


async def test_a_deletion_happens_as_a_whole_or_not_at_all(tmp_path: Path, fork_server: ForkServer) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, fork_server)
        ana, ben, chloe = people = [discord.person(name) for name in ("Ana", "Ben", "Chloé")]
        assert await child.start()
        await (await Table.started(discord, people)).play_on(Random(1))
        table = await Table.started(discord, people)
        await table.until(lambda: table.asked)
        assert await child.stop() == 0
        before = rows_of(child.database, ben.id)
        assert before["ratings.user_id"]

        after_ms: float = FIRST_MS
        while left := rows_of(child.database, ben.id):
            assert left.keys() | IN_PASSING == before.keys() | IN_PASSING
            assert all(left[name] == before[name] for name in left.keys() - IN_PASSING)
            await one_blow(discord, child, ben, after_ms=after_ms)
            after_ms *= GROWTH

        assert await child.start()
        shown = await ben.command("privacy")
        assert shown.message
        assert (await ben.raw_click(shown.message, DELETE)).answered
        assert rows_of(child.database, ben.id) == {}
        rest = Table(discord, table.match_id, table.first_board_id, (ana, chloe))
        await rest.play_on(Random(2))
        assert await child.stop() == 0
