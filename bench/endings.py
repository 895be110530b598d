"""What the end of a match costs on each database: its last move, and everything that is counted for four people.

Then what it costs in each game (bench/ends_by_game.py).
"""

import asyncio
from dataclasses import replace
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from bench.databases import empty_databases
from bench.ends_by_game import ends_by_game
from bench.report import milliseconds, print_table
from bench.transactions import NOW, opened
from bot.store.store import Store
from bot.tables.match_result import MatchResult, Participant
from bot.tables.standings import Result
from bot.tables.table import Table
from games.core import Move, Seat

MATCHES = 200
QUICK_MATCHES = 3
PLAYED = 30
QUICK_PLAYED = 1
SECONDS_BETWEEN = 600


class Cost(NamedTuple):
    """What the end of a match costs. Units: seconds."""

    waited: float
    cpu: float


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_MATCHES if quick else MATCHES))
    asyncio.run(ends_by_game(QUICK_PLAYED if quick else PLAYED))


async def _run(matches: int) -> None:
    rows = []
    async for database, engine in empty_databases():
        cost = await _median(Store(engine), matches)
        rows.append((database, milliseconds(cost.waited), milliseconds(cost.cpu)))
    print_table("Matches ended", ("the end of a match", "median, ms", "CPU, ms"), rows)


async def _median(store: Store, matches: int) -> Cost:
    """The median end of a match."""
    costs = []
    for number in range(matches):
        table = await opened(store, number % 5)
        at = NOW + number * SECONDS_BETWEEN
        ended = replace(table, version=table.version + 1, phase="over", changed_at=at)
        began, cpu = perf_counter(), process_time()
        await store.append(ended, 0, [Move(Seat(0), "x")], _ending(ended))
        costs.append(Cost(perf_counter() - began, process_time() - cpu))
    return Cost(*map(median, zip(*costs, strict=True)))


def _ending(table: Table) -> MatchResult:
    """The first person has won, the others follow in their order."""
    participants = []
    for place, person in enumerate(table.people, 1):
        points = len(table.people) - place
        result = Result(person.user_id, 1, table.game, "people", won=place == 1, points=points)
        participants.append(Participant(user_id=person.user_id, place=place, result=result, has_finished=True))
    return MatchResult(table.id, 1, table.game, "people", "live", table.changed_at, tuple(participants))
