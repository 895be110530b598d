"""After a start, only what waits is replayed, and messages that people look at are redrawn first."""

from collections.abc import Sequence
from random import Random
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.background.job_queue import JobQueue
from bot.background.startup_recovery import StartupRecovery
from bot.matches import service
from bot.matches.intents import Matches
from bot.matches.match import Match, replay_with_figures
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.table import Table
from games.core import Move, State
from games.figures import RunningFigures
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, begun, play
from tests.clock import Clock


class Start:
    """The next run of the bot, with what was `drawn`, and the matches that were `replayed` and `kept` going."""

    def __init__(self, engine: AsyncEngine, clock: Clock, patch: pytest.MonkeyPatch) -> None:
        self.drawn: list[str] = []
        self.replayed: list[int] = []
        self.kept: list[int] = []
        patch.setattr(service, "replay_with_figures", self._replay)
        matches = Matches(Store(engine), clock=clock, rng=Random(1))
        self.panels = Mock(reached=[], restore=AsyncMock())
        self.panels.wake = lambda match_id, user_id: self.drawn.append(f"panel {match_id} {user_id}")
        deadlines = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock))
        recovery = StartupRecovery(
            matches=matches,
            boards=Mock(restore=lambda table: self.drawn.append(f"board {table.id}")),
            panels=self.panels,
            deadlines=deadlines,
            keepers=(lambda match: self.kept.append(match.table.id),),
            job_queue=JobQueue(1000),
            waking=JobQueue(1000),
        )
        deadlines._on_tables = recovery.found
        self.begin, self.catch_up, self.caught_up = recovery.begin, recovery.catch_up, recovery.caught_up

    def _replay(self, table: Table, log: Sequence[Move]) -> tuple[State[Any, Any], RunningFigures]:
        self.replayed.append(table.id)
        return replay_with_figures(table, log)


@pytest.fixture
def start(engine: AsyncEngine, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Start:
    return Start(engine, clock, monkeypatch)


async def test_messages_that_somebody_has_clicked_lately_come_first_then_what_happened_last(
    matches: Matches, start: Start, clock: Clock
) -> None:
    ids = []
    for _ in range(5):
        clock.now += 60
        ids.append((await begun(matches, BEN)).table.id)
    first, second, third, fourth, fifth = ids
    start.panels.reached = [(third, ANA.user_id), (first, ANA.user_id), (first, BEN.user_id)]
    await start.begin()

    await start.catch_up()
    await start.caught_up()
    assert start.drawn == [
        f"board {first}", f"panel {first} 2", f"panel {first} 1", f"board {third}", f"panel {third} 1",
        f"board {fifth}", f"board {fourth}", f"board {second}",
    ]  # fmt: skip


async def test_a_match_is_replayed_when_its_message_is_drawn_and_not_before(matches: Matches, start: Start) -> None:
    match = await begun(matches, BEN)
    await play(matches, match, "bid 1x2")
    await start.begin()
    await start.catch_up()
    assert start.replayed == []

    await start.caught_up()
    assert start.replayed == start.kept == [match.table.id]


async def test_a_computer_player_that_was_to_move_comes_before_all_messages(matches: Matches, start: Start) -> None:
    await begun(matches, BEN)
    waiting: Match = await begun(matches, robots=1)
    if waiting.robot_to_act is None:
        waiting = await play(matches, waiting, "bid 1x2")
    await start.begin()
    await start.catch_up()
    await start.caught_up()

    assert start.kept[0] == waiting.table.id
    assert start.kept.count(waiting.table.id) == 2  # and once more when it was drawn
