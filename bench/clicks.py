"""From a button's dispatch to its answer, and what a click costs the bot: ours and the floor, in turns.

Dispatch is the moment at which the stand-in for Discord sends INTERACTION_CREATE; the answer is there when the
callback's request reaches it. Clicks come at random moments, so many a second in all, and a table has one in flight.
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
"""With so many clicks a match is under way, and everything has happened once."""

AFTERMATH_SECONDS = 1.5
"""Messages are edited at most every 1.1 s: what a round of clicks has left to paint is done by then."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much is clicked. Shape: so many `clicks` in each of the `rounds`, at so many `tables` in turn."""

    tables: int
    rounds: int
    clicks: int

    @property
    def name(self) -> str:
        return f"{self.tables} table{'' if self.tables == 1 else 's'}"


LOADS = tuple(Load(tables, rounds=6, clicks=120) for tables in (1, 20, 100))
QUICK_LOADS = (Load(3, rounds=1, clicks=60),)


class Wait(NamedTuple):
    """How long one click waited for its answer."""

    kind: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Round:
    """Some clicks at one bot, and for how long its process computed."""

    waits: tuple[Wait, ...]
    cpu_seconds: float


class Summary(NamedTuple):
    """How long clicks waited. Units: seconds."""

    median: float
    p99: float


class Comparison(NamedTuple):
    """Our bot and the floor under the same load. Shape: one entry a round."""

    load: Load
    bot: tuple[Round, ...]
    floor: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot with its tables under play."""

    child: Child
    tables: tuple[Clicker, ...]

    async def round(self, clicks: int, rng: Random) -> Round:
        """So many clicks, by one table after the other."""
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
        """How long each click waited. Shape: `first` is the number of the first request to look at."""
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
    """A bot and its tables, with a match under way at each."""
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
    """The waits for clicks of one kind, or of all, in the middle one of the rounds: a busy moment spoils but one."""
    waits = [[wait.seconds for wait in each.waits if kind in (None, wait.kind)] for each in rounds]
    p99 = median(quantiles(each, n=100, method="inclusive")[-1] for each in waits)
    return Summary(median(median(each) for each in waits), p99)
