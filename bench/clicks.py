"""How long a click waits for its answer and what it costs the bot, measured in turns with the least possible bot.

The wait begins when the stand-in for Discord sends INTERACTION_CREATE, and ends when it receives the callback. Clicks
come at random moments, at a fixed rate over all tables, and each table has only one in flight.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench.children import Child, running
from bench.players import BluffTable, Click, Clicker, FloorTable
from bench.report import milliseconds, print_table, ratio
from localcord import Localcord

CLICKS_A_SECOND = 40
OPENING_CLICKS = 6
"""Clicks at each table before measuring; by then a match is under way, and everything has happened once."""

AFTERMATH_SECONDS = 1.5
"""Messages are edited at most every 1.1 s, so by then everything that a round of clicks has changed is painted."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much is clicked. Shape: each of the `rounds` has `clicks` clicks, spread over the `tables`."""

    tables: int
    rounds: int
    clicks: int

    @property
    def name(self) -> str:
        """What the report calls this load: "20 tables"."""
        return f"{self.tables} table{'' if self.tables == 1 else 's'}"


LOADS = tuple(Load(tables, rounds=6, clicks=120) for tables in (1, 20, 100))
QUICK_LOADS = (Load(3, rounds=1, clicks=60),)


class Wait(NamedTuple):
    """How long one click waited for its answer."""

    kind: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Round:
    """Some clicks at one bot, and the CPU time of its process for them."""

    waits: tuple[Wait, ...]
    cpu_seconds: float


class Summary(NamedTuple):
    """How long clicks waited. Units: seconds."""

    median: float
    p99: float


class Comparison(NamedTuple):
    """Finte and the floor under the same load. Shape: one entry per round."""

    load: Load
    bot: tuple[Round, ...]
    floor: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot with matches under way at its tables."""

    child: Child
    tables: tuple[Clicker, ...]

    async def round(self, clicks: int, rng: Random) -> Round:
        """Makes this many clicks, at one table after the other."""
        first, cpu_before = len(self.child.discord.requests), self.child.cpu_seconds
        done: list[Click] = []
        free: asyncio.Queue[Clicker] = asyncio.Queue()
        for table in self.tables:
            free.put_nowait(table)

        async def click_once(table: Clicker) -> None:
            done.append(await table.click())
            free.put_nowait(table)

        begun = perf_counter()
        async with asyncio.TaskGroup() as group:
            for moment in accumulate(rng.expovariate(CLICKS_A_SECOND) for _ in range(clicks)):
                await asyncio.sleep(begun + moment - perf_counter())
                group.create_task(click_once(await free.get()))
        await asyncio.sleep(AFTERMATH_SECONDS)
        return Round(tuple(self._waits(done, first)), self.child.cpu_seconds - cpu_before)

    def _waits(self, done: Iterable[Click], first: int) -> Iterator[Wait]:
        """How long each click waited. Shape: `first` is the index of the first request to look at."""
        came = {}
        for request in self.child.discord.requests[first:]:
            _, route, interaction_id, *_ = request.path.split("/")
            if route == "interactions":
                came[interaction_id] = request.time
        for kind, interaction in done:
            yield Wait(kind, came[interaction.id] - interaction.created)


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_LOADS if quick else LOADS))


async def _run(loads: Sequence[Load]) -> None:
    compared = [await _compare(load) for load in loads]
    _print_waits(compared)
    _print_cpu(compared)


async def _compare(load: Load) -> Comparison:
    async with _playing("bot", BluffTable, load) as bot, _playing("bench.floor", FloorTable, load) as floor:
        rounds = [
            (await bot.round(load.clicks, Random(number)), await floor.round(load.clicks, Random(number)))
            for number in range(load.rounds)
        ]
    return Comparison(load, *zip(*rounds, strict=True))


@asynccontextmanager
async def _playing(module: str, table: Callable[[Localcord, int], Clicker], load: Load) -> AsyncIterator[Contender]:
    """Runs a bot with a match under way at each of its tables."""
    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False) as discord, running(module, discord, Path(folder)) as child:
            tables = tuple(table(discord, number) for number in range(load.tables))
            for _ in range(OPENING_CLICKS):
                await asyncio.gather(*(table.click() for table in tables))
            await asyncio.sleep(AFTERMATH_SECONDS)
            yield Contender(child, tables)


def _print_waits(compared: Iterable[Comparison]) -> None:
    rows = []
    for load, bot, floor in compared:
        least = middle(floor)
        for name, found in (("floor", least), ("bot", middle(bot)), ("bot, moves alone", middle(bot, "move"))):
            half = (milliseconds(found.median), ratio(found.median, least.median))
            rows.append((f"{load.name}: {name}", *half, milliseconds(found.p99), ratio(found.p99, least.p99)))
    head = ("under play", "median, ms", "beside the floor", "99th percentile, ms", "beside the floor")
    print_table(f"From dispatch to answer, at {CLICKS_A_SECOND} clicks a second", head, rows)


def _print_cpu(compared: Iterable[Comparison]) -> None:
    rows = []
    for load, bot, floor in compared:
        ours, least = (median(each.cpu_seconds for each in rounds) / load.clicks for rounds in (bot, floor))
        rows.append((load.name, milliseconds(ours), milliseconds(least), ratio(ours, least)))
    head = ("under play", "the bot, ms", "the floor, ms", "beside the floor")
    print_table("CPU per click, with all that follows from it", head, rows)


def middle(rounds: Iterable[Round], kind: str | None = None) -> Summary:
    """The waits for clicks of one kind, or of all, in the median round, so that a busy moment spoils only one round."""
    waits = [[wait.seconds for wait in each.waits if kind in (None, wait.kind)] for each in rounds]
    p99 = median(quantiles(each, n=100, method="inclusive")[-1] for each in waits)
    return Summary(median(median(each) for each in waits), p99)
