"""Matches are counted once each although one process hands over to another between them, and while they end."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest

from localcord import Localcord
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import nursery_at
from tests.end_to_end.ledger import stored
from tests.end_to_end.proof import wrong_sums
from tests.end_to_end.tables import Table
from tests.postgresql import SKIPPED, Server
from tests.soak.proof import copy_to_file
from tests.soak.recount import wrong_standings

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

NUMBERS = count()


@pytest.fixture
async def discord() -> AsyncIterator[Localcord]:
    async with discord_for_children() as server:
        yield server


@pytest.mark.parametrize("end", [Child.killed, Child.stop], ids=["killed", "stopped"])
async def test_matches_around_a_hand_over_are_counted_once(
    discord: Localcord,
    postgresql: Server,
    tmp_path: Path,
    nursery_port: int,
    *,
    end: Callable[[Child], Awaitable[object]],
) -> None:
    url = await server_database(postgresql, f"counting_{next(NUMBERS)}")
    people = [discord.person(name) for name in ("Ana", "Ben")]
    async with nursery_at(nursery_port) as one, nursery_at(nursery_port) as other:
        old, new = (
            Child(discord, folder, fork_server, DATABASE_URL=url, LOG_LEVEL="INFO")
            for folder, fork_server in ((tmp_path / "old", one), (tmp_path / "new", other))
        )
        for process in (old, new):
            process.database.parent.mkdir()
        await old.start()
        await (await Table.started(discord, people)).play_on(Random(1))
        under_way = await Table.started(discord, people)
        await under_way.step(Random(1))
        await new.start(sessions=2)
        await new.has_logged("standing by")
        await end(old)
        await new.has_logged("this process acts now")
        await under_way.play_on(Random(2))
        await (await Table.started(discord, people)).play_on(Random(3))
        assert await new.stop() == 0
    file = tmp_path / "copy.sqlite3"
    await copy_to_file(url, file)
    assert [match.phase for match in stored(file)] == ["over"] * 3
    assert await wrong_sums(file) == []
    assert [*wrong_standings(file, stored(file))] == []
