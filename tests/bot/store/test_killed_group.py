"""A process is killed while it commits moves of many tables together: what it has acknowledged is there."""

import asyncio
import sys
from collections import Counter
from pathlib import Path

import pytest

from bot.store.store import Store
from games.core import Move, Seat
from tests.database import database
from tests.end_to_end.fork_server import PROJECT, surroundings

pytestmark = pytest.mark.kills


@pytest.mark.parametrize("moves", [500, pytest.param(700, marks=pytest.mark.thorough)])
async def test_what_a_killed_process_has_acknowledged_is_stored(tmp_path: Path, moves: int) -> None:
    file = tmp_path / "finte.sqlite3"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.store.writer", str(file),
        cwd=PROJECT, env=surroundings(), stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout
    lines = [await process.stdout.readline() for _ in range(moves)]
    process.kill()
    lines += (await process.stdout.read()).splitlines()
    await process.wait()
    acknowledged = Counter(int(line.split()[0]) for line in lines)

    async with database(f"sqlite+aiosqlite:///{file}") as engine:
        store = Store(engine)
        logs = {match_id: await store.log(match_id) for match_id in acknowledged}
        tables = {match_id: await store.table(match_id) for match_id in acknowledged}

    for match_id, log in logs.items():
        table = tables[match_id]
        assert acknowledged[match_id] <= len(log) <= acknowledged[match_id] + 1
        assert log == [Move(Seat(0), f"bid {number}") for number in range(len(log))]
        assert table
        assert table.version == len(log)
