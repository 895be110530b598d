"""Processes that start at the same moment begin their sessions no faster than Discord allows all of them together."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from localcord.starts import IDENTIFY_SECONDS
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.postgresql import SKIPPED, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

NUMBERS = count()


@pytest.mark.parametrize("processes", [2, pytest.param(4, marks=pytest.mark.thorough)])
async def test_processes_that_start_at_once_identify_one_after_the_other(
    processes: int, postgresql: Server, tmp_path: Path
) -> None:
    url = await server_database(postgresql, f"starts_{next(NUMBERS)}")
    async with discord_for_children() as discord:
        discord.gateway.starts.gap_seconds = IDENTIFY_SECONDS
        children = []
        for shard in range(processes):
            folder = tmp_path / f"{shard}"
            folder.mkdir()
            shards = {"SHARD_IDS": f"{shard}", "SHARD_COUNT": f"{processes}"}
            children.append(Child(discord, folder, None, DATABASE_URL=url, LOG_LEVEL="INFO", **shards))
        await asyncio.gather(*(child.start(sessions=processes) for child in children))
        for child in children:
            await child.killed()

        assert discord.gateway.starts.refused == 0
