"""From a button's dispatch to its answer, and what a click costs the bot: ours and the floor, in turns.

Dispatch is the moment at which the stand-in for Discord sends INTERACTION_CREATE; the answer is there when the
callback's request reaches it. Clicks come at random moments, so many a second in all, and a table has one in flight.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

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


LOADS = tuple(Load(tables, rounds=4, clicks=240) for tables in (1, 20, 100))
QUICK_LOADS = (Load(3, rounds=1, clicks=60),)


@dataclass(frozen=True, slots=True)
class Round:
    """Some clicks at one bot. Shape: `waits` by the kind of click. Units: seconds, for `cpu` those of the process."""

    waits: dict[str, list[float]]
    cpu: float


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
        return Round(self._waits(done, first), self.child.cpu_seconds - cpu_before)

    def _waits(self, done: Iterable[Click], first: int) -> dict[str, list[float]]:
        """How long each click waited, by its kind. Shape: `first` is the number of the first request to look at."""
        came = {}
        for request in self.child.discord.requests[first:]:
            _, route, interaction_id, *_ = request.path.split("/")
            if route == "interactions":
                came[interaction_id] = request.time
        waits: dict[str, list[float]] = {}
        for click in done:
            waits.setdefault(click.kind, []).append(came[click.interaction.id] - click.interaction.created)
        return waits


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_LOADS if quick else LOADS))


async def _run(loads: Sequence[Load]) -> None:
    ours: list[list[Round]] = []
    floors: list[list[Round]] = []
    for load in loads:
        async with _playing("bot", BluffTable, load) as bot, _playing("bench.floor", FloorTable, load) as floor:
            pairs = [(await bot.round(load.clicks, Random(n)), await floor.round(load.clicks, Random(n)))
                     for n in range(load.rounds)]  # fmt: skip
        ours.append([one for one, _ in pairs])
        floors.append([other for _, other in pairs])
    _print_waits(loads, ours, floors)
    _print_cpu(loads, ours, floors)


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


def _print_waits(loads: Sequence[Load], ours: Sequence[list[Round]], floors: Sequence[list[Round]]) -> None:
    rows = []
    for load, bot, floor in zip(loads, ours, floors, strict=True):
        least = _waits_of(floor, "floor")
        for kind, waits in (("floor", least), *((kind, _waits_of(bot, kind)) for kind in ("look", "move"))):
            rows.append(
                (
                    f"{load.name}: {kind}",
                    str(len(waits)),
                    milliseconds(median(waits)),
                    ratio(median(waits), median(least)),
                    milliseconds(_p99(waits)),
                    ratio(_p99(waits), _p99(least)),
                )
            )
    head = ("click", "clicks", "median, ms", "beside the floor", "99th percentile, ms", "beside the floor")
    print_table(f"From dispatch to answer, at {CLICKS_A_SECOND} clicks a second", head, rows)


def _print_cpu(loads: Sequence[Load], ours: Sequence[list[Round]], floors: Sequence[list[Round]]) -> None:
    rows = []
    for load, bot, floor in zip(loads, ours, floors, strict=True):
        one, other = (median(each.cpu for each in rounds) / load.clicks for rounds in (bot, floor))
        rows.append((load.name, milliseconds(one), milliseconds(other), ratio(one, other)))
    head = ("under play", "the bot, ms", "the floor, ms", "beside the floor")
    print_table("CPU per click, with all that follows from it", head, rows)


def _waits_of(rounds: Iterable[Round], kind: str) -> list[float]:
    return [wait for each in rounds for wait in each.waits.get(kind, ())]


def _p99(waits: Sequence[float]) -> float:
    return quantiles(waits, n=100, method="inclusive")[-1]
