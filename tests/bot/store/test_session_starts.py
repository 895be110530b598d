"""Sessions of all processes start one after the other for each of Discord's keys."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.application import SessionStarts
from bot.store.schema import session_starts
from tests.postgresql import SKIPPED

GAP = 1000.0
"""Longer than any test takes."""


@pytest.mark.parametrize("engine", [pytest.param("postgresql", marks=SKIPPED)], indirect=True)
async def test_of_several_processes_at_once_only_one_starts_and_one_in_the_future_delays_nobody(
    engine: AsyncEngine,
) -> None:
    waits = await asyncio.gather(*(SessionStarts(engine).take(0, GAP) for _ in range(8)))
    assert waits.count(0) == 1
    assert all(GAP - 60 < wait <= GAP for wait in waits if wait)

    async with engine.begin() as db:
        await db.execute(update(session_starts).values(started_at=session_starts.c.started_at + 2 * GAP))

    assert await SessionStarts(engine).take(0, GAP) == 0


@SKIPPED
async def test_without_the_database_a_process_knows_its_own_starts(tmp_path: Path) -> None:
    nowhere = create_async_engine(f"postgresql+asyncpg:///finte?host={tmp_path}")
    starts = SessionStarts(nowhere)

    assert await starts.take(0, GAP) == 0
    assert 0 < await starts.take(0, GAP) <= GAP
    assert await starts.take(1, GAP) == 0
    assert await starts.take(0, 0) == 0
    await nowhere.dispose()
