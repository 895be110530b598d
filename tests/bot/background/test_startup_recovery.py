"""After a start, only what waits is replayed, and messages that people look at are redrawn first."""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.background.job_queue import JobQueue
from bot.background.startup_recovery import StartupRecovery
from bot.matches import service
from bot.matches.intents import Matches
from bot.matches.match import Match, replay_with_figures
from bot.messages.boards import Boards
from bot.messages.panels import Panels
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.table import Table
from games.core import Move, State
from games.figures import RunningFigures
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, begun, play
from tests.clock import Clock


class Drawn:
    """Panels that note what is drawn. Shape: `reached` as for Panels."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.reached: list[tuple[int, int]] = []

    async def restore(self) -> None:
        """Loads nothing."""

    def wake(self, match_id: int, user_id: int) -> None:
        """Notes that a panel is drawn."""
        self.drawn.append(f"panel {match_id} {user_id}")


class DrawnBoards:
    """Boards that note what is drawn."""

    def __init__(self, messages: Drawn) -> None:
        self._messages = messages

    def restore(self, table: Table) -> None:
        """Notes that a board is drawn."""
        self._messages.drawn.append(f"board {table.id}")


class Start:
    """The next run of the bot. Shape: `replayed` and `kept` have numbers of matches."""

    def __init__(self, engine: AsyncEngine, clock: Clock, patch: pytest.MonkeyPatch) -> None:
        self.messages = Drawn()
        self.replayed: list[int] = []
        self.kept: list[int] = []
        patch.setattr(service, "replay_with_figures", self._replay)
        self.matches = Matches(Store(engine), clock=clock, rng=Random(1))
        self.recovery = StartupRecovery(
            matches=self.matches,
            store=Store(engine),
            boards=cast("Boards", DrawnBoards(self.messages)),
            panels=cast("Panels", self.messages),
            deadlines=Deadlines(
                self.matches,
                Heartbeat(engine),
                clock,
                gateway=FakeGateway(clock),
                on_tables=lambda tables: self.recovery.found(tables),  # noqa: PLW0108 - it's made here
            ),
            keepers=(lambda match: self.kept.append(match.table.id),),
            job_queue=JobQueue(1000),
            waking=JobQueue(1000),
        )

    def _replay(self, table: Table, log: Sequence[Move]) -> tuple[State[Any, Any], RunningFigures]:
        self.replayed.append(table.id)
        return replay_with_figures(table, log)

    async def finish(self) -> list[str]:
        """Catches up; returns what has been drawn."""
        await self.recovery.catch_up()
        await self.recovery.caught_up()
        return self.messages.drawn


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
    start.messages.reached = [(third, ANA.user_id), (first, ANA.user_id), (first, BEN.user_id)]
    await start.recovery.begin()

    assert await start.finish() == [
        f"board {first}", f"panel {first} 2", f"panel {first} 1", f"board {third}", f"panel {third} 1",
        f"board {fifth}", f"board {fourth}", f"board {second}",
    ]  # fmt: skip


async def test_a_match_is_replayed_when_its_message_is_drawn_and_not_before(matches: Matches, start: Start) -> None:
    match = await begun(matches, BEN)
    await play(matches, match, "bid 1x2")
    await start.recovery.begin()
    await start.recovery.catch_up()
    assert start.replayed == []

    await start.recovery.caught_up()
    assert start.replayed == start.kept == [match.table.id]


async def test_a_computer_player_that_was_to_move_comes_before_all_messages(matches: Matches, start: Start) -> None:
    await begun(matches, BEN)
    waiting: Match = await begun(matches, robots=1)
    if waiting.robot_to_act is None:
        waiting = await play(matches, waiting, "bid 1x2")
    await start.recovery.begin()
    await start.finish()

    assert start.kept[0] == waiting.table.id
    assert start.kept.count(waiting.table.id) == 2  # and once more when it was drawn
