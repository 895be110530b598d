"""Processes that start at the same moment begin their sessions no faster than Discord allows all of them together."""

import asyncio
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import pytest

from bot.interactions.client import GAP_SECONDS
from localcord.gateway import IDENTIFY_SECONDS
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import GAP, nursery_at
from tests.postgresql import SKIPPED, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

NUMBERS = count()

DISCORDS_GAP = 0.5
OWN_GAP = 2.0
"""Shorter gaps than the real ones, but with a larger margin: a busy machine can hold an IDENTIFY up for a second."""


def test_the_gap_is_longer_than_discords() -> None:
    assert GAP_SECONDS > IDENTIFY_SECONDS


@pytest.mark.parametrize("processes", [2, pytest.param(4, marks=pytest.mark.thorough)])
async def test_processes_that_start_at_once_identify_one_after_the_other(
    processes: int, postgresql: Server, tmp_path: Path, nursery_port: int
) -> None:
    url = await server_database(postgresql, f"starts_{next(NUMBERS)}")
    async with discord_for_children() as discord, AsyncExitStack() as stack:
        discord.gateway.starts.gap_seconds = DISCORDS_GAP
        children = []
        for shard in range(processes):
            folder = tmp_path / f"{shard}"
            folder.mkdir()
            shards = {"SHARD_IDS": f"{shard}", "SHARD_COUNT": f"{processes}"}
            fork_server = await stack.enter_async_context(nursery_at(nursery_port))
            own = {"DATABASE_URL": url, "LOG_LEVEL": "INFO", GAP: f"{OWN_GAP}", **shards}
            children.append(Child(discord, folder, fork_server, **own))
        await asyncio.gather(*(child.start(sessions=processes) for child in children))
        for child in children:
            await child.killed()

        assert discord.gateway.starts.refused == 0
