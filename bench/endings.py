"""The end of a match on each database: its last move, and what is counted for four people.

The ends come one after the other, and then 300 at the same moment. Also the ratings of six people who share a place.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from time import perf_counter, process_time

from bench.children import empty_databases
from bench.report import milliseconds, print_table
from bot.store.store import Store
from bot.tables.match_result import MatchResult, Participant
from bot.tables.ratings import NEWCOMER, rated
from bot.tables.standings import Result
from bot.tables.table import Person, Place, Table
from games.catalogue import GAMES
from games.core import Move, Seat

GAME = "bluff"
SEATS = 4
NOW = 1_800_000_000
SERVER = 1

IN_TURN, AT_ONCE = 200, 300
QUICK_IN_TURN, QUICK_AT_ONCE = 3, 10
SECONDS_BETWEEN = 600
LEVEL = 6
"""People who share a place: the most of any game, and the most work."""


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_IN_TURN if quick else IN_TURN, QUICK_AT_ONCE if quick else AT_ONCE))


async def _run(in_turn: int, at_once: int) -> None:
    rows = []
    async for database, engine in empty_databases():
        store = Store(engine)
        one, cpu = await _in_turn(store, in_turn)
        rows.append((database, *map(milliseconds, (one, cpu, await _at_once(store, at_once)))))
    head = ("the end of a match", "median, ms", "CPU, ms", f"{at_once} at once, ms")
    print_table("Matches ended", head, rows)
    began = perf_counter()
    for _ in range(in_turn):
        rated([NEWCOMER] * LEVEL, [1] * LEVEL, [1.0] * LEVEL)
    print(f"\nRatings of {LEVEL} people who are level: {milliseconds((perf_counter() - began) / in_turn)} ms")


async def _in_turn(store: Store, matches: int) -> Sequence[float]:
    """The median end of a match, one after the other, and its CPU time. Units: seconds."""
    costs = []
    for number in range(matches):
        table = await opened(store, number % 5)
        began, cpu = perf_counter(), process_time()
        await end(store, table, NOW + number * SECONDS_BETWEEN)
        costs.append((perf_counter() - began, process_time() - cpu))
    return [median(column) for column in zip(*costs, strict=True)]


async def _at_once(store: Store, matches: int) -> float:
    """How long it takes until matches that end at the same moment are all stored. Units: seconds."""
    tables = [await opened(store, number) for number in range(matches)]
    began = perf_counter()
    await asyncio.gather(*(end(store, table, NOW) for table in tables))
    return perf_counter() - began


async def opened(store: Store, number: int) -> Table:
    """A new table of four people, who have no other but those with this number."""
    sitters = tuple(Person(number * SEATS + seat + 1, "Player") for seat in range(SEATS))
    draft = Table(
        id=0, game=GAME, rules_version=GAMES[GAME].game.rules_version, options={}, capacity=SEATS, phase="playing",
        place=Place(SERVER, 1), host_id=sitters[0].user_id, changed_at=NOW, sitters=sitters,
    )  # fmt: skip
    return await store.open(draft.with_new_clocks())


async def end(store: Store, table: Table, at: int) -> None:
    """Stores a last move, after which the first person has won, and the others follow in their order."""
    participants = []
    for place, person in enumerate(table.people, 1):
        points = len(table.people) - place
        result = Result(person.user_id, won=place == 1, points=points)
        participants.append(Participant(user_id=person.user_id, place=place, result=result, has_finished=True))
    ending = MatchResult(table.id, SERVER, GAME, "people", table.pace, at, tuple(participants))
    over = replace(table, version=table.version + 1, phase="over", changed_at=at)
    await store.append(over, table.version, [Move(Seat(0), "x")], ending)
