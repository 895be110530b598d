"""How long a click waits for its answer and what it costs the bot, measured in turns with the least possible bot.

The wait begins when the stand-in for Discord sends INTERACTION_CREATE, and ends when it receives the callback. Clicks
come at random moments, at a fixed rate over all tables, and each table has only one in flight. Then the floor
(bench/floor.py) gets the same clicks at the same moments, and sends what the bot has sent: the same bodies and files
to the same kinds of routes, as long after each click. The bench fails if their traffic differs.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple, TypeVar

from bench.children import ROOT, Child, running
from bench.players import BluffTable, Click, answered
from bench.report import milliseconds, print_table, ratio
from bench.script import FloorTable, Recorder, Step, traffic, write
from localcord import Localcord
from localcord.api import SeenRequest

CLICKS_A_SECOND = 40
OPENING_CLICKS = 6
"""Clicks at each table before measuring; by then a match is under way, and everything has happened once."""

OPENED_AT_ONCE = 10
"""Tables that are opened at the same time."""

AFTERMATH_SECONDS = 1.5
"""Messages are edited at most every 1.1 s, so once nothing was sent for this long, every change is painted."""

MOST_SECONDS = 60.0
"""How long to wait for the last edit of a round."""

OPENING_SECONDS = 300.0
"""How long to wait for the last edit of an opening: a thousand boards are edited one after the other."""

T = TypeVar("T")


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


LOADS = (*(Load(tables, rounds=6, clicks=120) for tables in (1, 20, 100)), Load(1000, rounds=6, clicks=240))
QUICK_LOADS = (Load(3, rounds=1, clicks=60),)


class Wait(NamedTuple):
    """How long one click waited for its answer."""

    kind: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Round:
    """Some clicks at one bot, the CPU time of its process for them, and all its requests meanwhile."""

    waits: tuple[Wait, ...]
    cpu_seconds: float
    clicks: tuple[Click, ...]
    requests: tuple[SeenRequest, ...]


class Summary(NamedTuple):
    """How long clicks waited. Units: seconds."""

    median: float
    p99: float


class Comparison(NamedTuple):
    """Finte and the floor under the same load. Shape: one entry per round."""

    load: Load
    bot: tuple[Round, ...]
    floor: tuple[Round, ...]


class Taking:
    """A round that is being measured."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._first, self._cpu_before = len(child.discord.requests), child.cpu_seconds
        self.clicks: list[Click] = []

    async def until_sent(self, requests: int) -> None:
        """Waits until the bot has sent this many requests, or far too long."""
        end, sent = perf_counter() + MOST_SECONDS, self._child.discord.requests
        while len(sent) < self._first + requests and perf_counter() < end:
            await quiet(self._child.discord)
        await asyncio.sleep(AFTERMATH_SECONDS)

    def taken(self) -> Round:
        """The round, now that it is over."""
        sent = self._child.discord.requests[self._first :]
        requests = tuple(request for request in sent if not request.path.startswith("/applications"))  # emojis
        return Round(tuple(self._waits()), self._child.cpu_seconds - self._cpu_before, tuple(self.clicks), requests)

    def _waits(self) -> Iterator[Wait]:
        """How long each click waited."""
        came = {}
        for request in self._child.discord.requests[self._first :]:
            _, route, interaction_id, *_ = request.path.split("/")
            if route == "interactions":
                came[interaction_id] = request.time
        for kind, interaction in self.clicks:
            yield Wait(kind, came[interaction.id] - interaction.created)


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot with matches under way at its tables."""

    child: Child
    tables: tuple[BluffTable, ...]

    async def round(self, clicks: int, rng: Random, *, patience: float = MOST_SECONDS) -> Round:
        """Makes this many clicks, at one table after the other, and waits for the edits that follow."""
        taking = Taking(self.child)
        free: asyncio.Queue[BluffTable] = asyncio.Queue()
        for table in self.tables:
            free.put_nowait(table)

        async def click_once(table: BluffTable) -> None:
            taking.clicks.append(await table.click())
            free.put_nowait(table)

        begun = perf_counter()
        async with asyncio.TaskGroup() as group:
            for moment in accumulate(rng.expovariate(CLICKS_A_SECOND) for _ in range(clicks)):
                await asyncio.sleep(begun + moment - perf_counter())
                group.create_task(click_once(await free.get()))
        await quiet(self.child.discord, patience)
        return taking.taken()


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor, with a table for each of the bot's."""

    child: Child
    folder: Path
    tables: tuple[FloorTable, ...]

    async def round(self, steps: Sequence[Step]) -> Round:
        """Makes the clicks of a script at their moments, and waits for the edits that follow."""
        write(self.folder, steps)
        answered(await self.child.discord.person("Prompter").command("load"))
        taking = Taking(self.child)

        async def click_once(number: int, step: Step) -> None:
            taking.clicks.append(await self.tables[step.table].press(step, str(number)))

        begun = perf_counter()
        async with asyncio.TaskGroup() as group:
            for number, step in enumerate(steps):
                await asyncio.sleep(begun + step.at - perf_counter())
                group.create_task(click_once(number, step))
        await taking.until_sent(sum(len(step.sendings) for step in steps))
        return taking.taken()


async def quiet(discord: Localcord, patience: float = MOST_SECONDS) -> None:
    """Waits until a bot has sent nothing for a while. Units: `patience` is the longest wait, in seconds."""
    end = perf_counter() + patience
    sent = -1
    while sent < len(discord.requests):
        sent = len(discord.requests)
        await asyncio.sleep(AFTERMATH_SECONDS)
        if perf_counter() > end:
            return


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_LOADS if quick else LOADS))


async def _run(loads: Sequence[Load]) -> None:
    compared = [await _compare(load) for load in loads]
    _print_waits(compared)
    _print_cpu(compared)


async def _compare(load: Load) -> Comparison:
    async with playing(load) as bot, _following(load) as floor:
        recorder = Recorder(bot.child.discord, bot.tables, floor.child.discord, floor.tables)
        rounds = []
        for number in range(load.rounds):
            played = await bot.round(load.clicks, Random(number))
            floor.child.discord.world.emojis.update(bot.child.discord.world.emojis)  # the bodies name them
            followed = await floor.round(recorder.steps(played.clicks, played.requests))
            _must_be_same(played, followed)
            rounds.append((played, followed))
    return Comparison(load, *zip(*rounds, strict=True))


def _must_be_same(played: Round, followed: Round) -> None:
    """Raises: RuntimeError unless the floor has sent what the bot has sent, and was refused nothing else."""
    bot, floor = traffic(played.requests), traffic(followed.requests)
    if bot != floor:
        different = sorted({*bot.items()} ^ {*floor.items()}, key=str)
        raise RuntimeError(f"the floor has sent something else: {different[:4]}")
    refused, too = (sum(request.status >= 400 for request in each.requests) for each in (played, followed))
    if too > refused:
        raise RuntimeError(f"the floor was refused {too} requests, and the bot {refused}")


@asynccontextmanager
async def playing(load: Load, root: Path = ROOT, database: str | None = None) -> AsyncIterator[Contender]:
    """Runs a bot with a match under way at each of its tables.

    Shape: `root` is the checkout with its code, and `database` the URL of an empty one, by default SQLite.
    """
    with TemporaryDirectory() as folder:
        async with (
            Localcord(rate_limits=False) as discord,
            running("bot", discord, Path(folder), root, database=database) as child,
        ):
            tables = tuple(BluffTable(discord, number) for number in range(load.tables))
            if load.rounds > 1:
                await quiet(discord)  # the first start uploads the emojis, which takes half a minute
            for _ in range(OPENING_CLICKS):
                await _at_each(tables, BluffTable.click)
            await quiet(discord, OPENING_SECONDS if load.rounds > 1 else AFTERMATH_SECONDS)
            yield Contender(child, tables)


@asynccontextmanager
async def _following(load: Load) -> AsyncIterator[Floor]:
    """Runs the floor with as many tables."""
    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False) as discord, running("bench.floor", discord, Path(folder)) as child:
            tables = tuple(FloorTable(discord, number) for number in range(load.tables))
            await _at_each(tables, FloorTable.open)
            yield Floor(child, Path(folder), tables)


async def _at_each(tables: Iterable[T], act: Callable[[T], Awaitable[object]]) -> None:
    """Does something at each table, at a few of them at a time."""
    free = asyncio.Semaphore(OPENED_AT_ONCE)

    async def act_at(table: T) -> None:
        async with free:
            await act(table)

    await asyncio.gather(*map(act_at, tables))


def _print_waits(compared: Iterable[Comparison]) -> None:
    rows = []
    for load, bot, floor in compared:
        least = middle(floor)
        for name, found in (("floor", least), ("bot", middle(bot)), ("bot, only moves", middle(bot, "move"))):
            half = (milliseconds(found.median), ratio(found.median, least.median))
            rows.append((f"{load.name}: {name}", *half, milliseconds(found.p99), ratio(found.p99, least.p99)))
    head = ("tables", "median, ms", "beside the floor", "99th percentile, ms", "beside the floor")
    print_table(f"From dispatch to answer, at {CLICKS_A_SECOND} clicks a second", head, rows)


def _print_cpu(compared: Iterable[Comparison]) -> None:
    rows = []
    for load, bot, floor in compared:
        ours, least = (median(each.cpu_seconds for each in rounds) / load.clicks for rounds in (bot, floor))
        rows.append((load.name, milliseconds(ours), milliseconds(least), ratio(ours, least)))
    head = ("tables", "the bot, ms", "the floor, ms", "beside the floor")
    print_table("CPU per click, with all that follows from it", head, rows)


def middle(rounds: Iterable[Round], kind: str | None = None) -> Summary:
    """The waits for clicks of one kind, or of all, in the median round, so that a busy moment spoils only one round."""
    waits = [[wait.seconds for wait in each.waits if kind in (None, wait.kind)] for each in rounds]
    p99 = median(quantiles(each, n=100, method="inclusive")[-1] for each in waits)
    return Summary(median(median(each) for each in waits), p99)
