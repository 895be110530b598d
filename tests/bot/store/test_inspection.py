"""What monitoring reads from an open database."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.store.connection import open_database
from bot.store.operations import Probe
from tests.bot.people import BEN, begun, lobby


async def test_open_tables_are_counted_by_phase(engine: AsyncEngine, matches: Matches) -> None:
    probe = Probe(engine)
    assert await probe.open_tables() == {"lobby": 0, "playing": 0}
    await begun(matches, BEN)
    await lobby(matches)

    assert await probe.open_tables() == {"lobby": 1, "playing": 1}


async def test_a_database_without_its_schema_is_gone() -> None:
    async with open_database("sqlite+aiosqlite:///:memory:") as engine:
        probe = Probe(engine)
        assert await probe.schema()
        async with engine.begin() as db:
            await db.execute(text("DROP TABLE alembic_version"))

        with pytest.raises(OperationalError, match="alembic_version"):
            await probe.schema()
