"""The bot on PostgreSQL: a server that restarts, drops connections, hangs or is down, and a bot that is killed."""

import os
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from bot.interactions.client import Finte
from bot.store.connection import open_database
from bot.store.operations import move
from bot.store.processes import BEAT_SECONDS
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.clock import WHOLE_TURN_SECONDS, Clock
from tests.database import database, server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.here import ready_bot
from tests.end_to_end.ledger import Ledger, check
from tests.end_to_end.tables import Table, said
from tests.end_to_end.time import pass_by, time_left
from tests.postgresql import SKIPPED, Server
from tests.severed import Loss, Way, way_to

pytestmark = SKIPPED

BUSY = "The bot is very busy. Check the table to see if your click counted, then try again in a moment."


@pytest.fixture
async def way(postgresql: Server) -> AsyncIterator[Way]:
    async with way_to(postgresql.folder) as found:
        yield found


@pytest.fixture
def patience() -> float:
    """How many seconds the bot waits for the server. A test of a server that hangs sets its own."""
    return PATIENCE_SECONDS


@pytest.fixture
async def address(postgresql: Server, way: Way, request: pytest.FixtureRequest, patience: float) -> str:
    """A new database, behind a proxy that can drop connections."""
    name = re.sub(r"\W+", "_", request.node.name)[-40:]
    await server_database(postgresql, name)
    return postgresql.url(name, way.folder) + f"&connect_timeout={patience}&command_timeout={patience}"


@pytest.fixture(name="bot")
async def bot_there(discord: Localcord, clock: Clock, tmp_path: Path, address: str) -> AsyncIterator[Finte]:
    """The bot on PostgreSQL, ready to play."""
    async with ready_bot(discord, clock, tmp_path, address=address) as client:
        yield client


@contextmanager
def frozen(server: Server) -> Iterator[None]:
    """Suspends all processes of the server, so that it neither answers nor refuses anything."""
    processes = server.processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


async def moves_of(bot: Finte, table: Table) -> int:
    return len(await bot.store.log(int(table.match_id)))


async def test_a_server_that_restarts_during_play_is_not_noticed(table: Table, bot: Finte, postgresql: Server) -> None:
    before = await moves_of(bot, table)
    postgresql.restart()
    assert table.asked
    assert (await table.move(table.asked)).message
    assert await moves_of(bot, table) == before + 1


@pytest.mark.parametrize("loss", get_args(Loss))
async def test_a_move_counts_once_if_the_answer_to_its_commit_is_lost(
    table: Table, bot: Finte, asked: Person, way: Way, *, caplog: pytest.LogCaptureFixture, loss: Loss
) -> None:
    before = await moves_of(bot, table)
    way.lose(loss)
    answer = await table.move(asked)
    assert way.has_lost_all
    assert not any(sentence in str(answer.message) for sentence in ("Something went wrong", BUSY))
    assert await moves_of(bot, table) == before + 1
    assert not [record for record in caplog.records if record.levelname == "ERROR" and record.name.startswith("bot")]


async def test_while_the_server_is_down_players_read_that_the_bot_is_busy_and_no_clock_runs(
    table: Table, bot: Finte, clock: Clock, asked: Person, postgresql: Server, *, caplog: pytest.LogCaptureFixture
) -> None:
    before = await moves_of(bot, table)
    await pass_by(bot, clock, BEAT_SECONDS)
    left = await time_left(bot, table, clock)
    postgresql.stop()
    try:
        assert said(await table.move(asked)) == BUSY
        await pass_by(bot, clock, 2 * WHOLE_TURN_SECONDS)
    finally:
        postgresql.start()
    await bot.jobs.every_second()
    assert left <= await time_left(bot, table, clock) <= left + BEAT_SECONDS
    assert "the database gave no answer to a click: Unavailable (" in caplog.text
    assert await moves_of(bot, table) == before
    await table.move(asked)
    assert await moves_of(bot, table) == before + 1
    await table.play_on(Random(1))


@pytest.mark.parametrize("patience", [0.75])
async def test_a_server_that_hangs_is_given_up_and_nothing_counts_twice(
    table: Table, bot: Finte, asked: Person, postgresql: Server
) -> None:
    before = await moves_of(bot, table)
    with frozen(postgresql):
        assert said(await table.move(asked)) == BUSY
    await table.move(asked)
    assert await moves_of(bot, table) == before + 1


async def test_computer_players_go_on_once_the_server_is_back(
    discord: Localcord, bot: Finte, way: Way, caplog: pytest.LogCaptureFixture
) -> None:
    table = await Table.started(discord, (discord.person("Ana"),), bots=1)
    await table.until(lambda: table.asked)
    before = await moves_of(bot, table)
    player = table.asked
    assert player
    way.lose("after", "before", "before")  # the move; then the computer player's move twice
    await table.move(player)
    await table.play_on(Random(1))
    assert "a computer player failed: CommitUnknown (" in caplog.text
    assert await moves_of(bot, table) > before


@pytest.mark.kills
async def test_a_killed_bot_loses_nothing_that_it_has_acknowledged(
    tmp_path: Path, fork_server: ForkServer, postgresql: Server
) -> None:
    address = await server_database(postgresql, "killed")
    async with discord_for_children() as discord:
        child, ledger = Child(discord, tmp_path, fork_server, DATABASE_URL=address), Ledger(discord)
        await child.start()
        table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
        for _ in range(2):
            await table.until(lambda: table.asked)
            assert table.asked
            await table.move(table.asked)
            child.kill()
            await child.dead()
            await child.start()
        await table.play_on(Random(1))
        assert await child.stop() == 0
        async with open_database(address) as source, database(f"sqlite+aiosqlite:///{child.database}") as target:
            await move(source, target)  # the ledger reads SQLite
        check(ledger, child.database)
