"""`python -m bench.clicks [FOLDER[=URL] ...]`: how long clicks wait for an answer, and what they cost the bot.

The wait begins when the stand-in for Discord sends INTERACTION_CREATE, and ends when it receives the callback. Clicks
come at random moments, at a fixed rate over all tables, and each table has only one in flight. Several checkouts or
databases get the same clicks in turn, so that whatever else the machine does slows all of them:

git worktree add ../before COMMIT
.venv/bin/python -m bench.clicks ../before . --tables 20
.venv/bin/python -m bench.clicks . .=postgresql://USER:PASSWORD@HOST/EMPTY --tables 20
.venv/bin/python -m bench.clicks . --sync-ms 10
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from shutil import which
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from sqlalchemy.engine import make_url

from bench.children import ROOT, Child, quiet, running
from bench.players import BluffTable
from bench.report import machine, milliseconds, print_table, ratio
from localcord import Interaction, Localcord

CLICKS_A_SECOND = 40
OPENING_CLICKS = 6
"""Clicks at each table before measuring; by then a match is under way, and everything has happened once."""

OPENED_AT_ONCE = 10
"""Tables that are opened at the same time."""

OPENING_SECONDS = 300.0
"""How long to wait for the last edit of an opening: a thousand boards are edited one after the other."""


@dataclass(frozen=True, slots=True)
class Load:
    """Each of the `rounds` has `clicks` clicks, spread over the `tables`. The disk takes `sync_seconds` more a sync."""

    tables: int
    rounds: int = 6
    clicks: int = 120
    sync_seconds: float = 0

    @property
    def name(self) -> str:
        """The load in words: "20 tables"."""
        disk = f", {1000 * self.sync_seconds:.0f} ms a sync" if self.sync_seconds else ""
        return f"{self.tables} table{'' if self.tables == 1 else 's'}{disk}"


LOADS = (Load(1), Load(20), Load(100), Load(1000, clicks=240))
SLOW_DISK = Load(20, sync_seconds=0.01)
QUICK_LOADS = (Load(3, rounds=1, clicks=60),)


class Bot(NamedTuple):
    """A bot to measure: its checkout, and the URL of its empty database, or None for SQLite."""

    folder: Path
    database: str | None

    @property
    def name(self) -> str:
        """The bot in the report."""
        return f"{self.folder}, {make_url(self.database).get_backend_name() if self.database else 'sqlite'}"


class Round(NamedTuple):
    """Some clicks at one bot. Units: the wait for each answer and the CPU time of all in seconds."""

    waits: tuple[float, ...]
    cpu: float
    requests: int


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot with matches under way at its tables."""

    child: Child
    tables: tuple[BluffTable, ...]

    async def round(self, clicks: int, rng: Random) -> Round:
        """Makes this many clicks, at one table after the other, and waits for the edits that follow."""
        sent, cpu = self.child.discord.requests, self.child.cpu_seconds
        first = len(sent)
        made: list[Interaction] = []
        free: asyncio.Queue[BluffTable] = asyncio.Queue()
        for table in self.tables:
            free.put_nowait(table)

        async def click_once(table: BluffTable) -> None:
            made.append(await table.click())
            free.put_nowait(table)

        begun = perf_counter()
        async with asyncio.TaskGroup() as group:
            for moment in accumulate(rng.expovariate(CLICKS_A_SECOND) for _ in range(clicks)):
                await asyncio.sleep(begun + moment - perf_counter())
                group.create_task(click_once(await free.get()))
        await quiet(self.child.discord)
        came = {request.path.split("/")[2]: request.time for request in sent[first:] if "/callback" in request.path}
        waits = tuple([came[interaction.id] - interaction.created for interaction in made])
        return Round(waits, self.child.cpu_seconds - cpu, len(sent) - first)


def run(*, quick: bool) -> None:
    """Measures this checkout on SQLite, and prints."""
    loads = QUICK_LOADS if quick else LOADS
    if which("strace") and not quick:
        loads = (*loads, SLOW_DISK)
    for load in loads:
        asyncio.run(_compare([Bot(ROOT, None)], load))


async def _compare(compared: Sequence[Bot], load: Load) -> None:
    """Gives each bot the same clicks in turn, and prints what they took."""
    rounds: dict[Bot, list[Round]] = {one: [] for one in compared}
    async with AsyncExitStack() as stack:
        playing = {one: await stack.enter_async_context(_playing(one, load)) for one in compared}
        for number in range(load.rounds):
            for one, bot in playing.items():
                rounds[one].append(await bot.round(load.clicks, Random(number)))
    rows = []
    before = 0.0
    for one, measured in rounds.items():
        cpu = median(each.cpu for each in measured) / load.clicks
        sent = sum(each.requests for each in measured) / load.clicks / load.rounds
        waits = map(milliseconds, _middle(measured))
        rows.append((one.name, *waits, f"{sent:.2f}", milliseconds(cpu), ratio(cpu, before) if before else ""))
        before = cpu
    head = ("bot", "median, ms", "99th percentile, ms", "requests a click", "CPU a click, ms", "beside the row above")
    print_table(f"{load.name}, {load.rounds} rounds of {load.clicks} clicks, {CLICKS_A_SECOND} a second", head, rows)


def _middle(rounds: Iterable[Round]) -> tuple[float, float]:
    """The median wait and the 99th percentile of the median round, so that a busy moment spoils only one round."""
    waits = [each.waits for each in rounds]
    p99 = median(quantiles(each, n=100, method="inclusive")[-1] for each in waits)
    return median(median(each) for each in waits), p99


@asynccontextmanager
async def _playing(bot: Bot, load: Load) -> AsyncIterator[Contender]:
    """Runs a bot with a match under way at each of its tables."""
    with TemporaryDirectory() as folder:
        async with (
            Localcord(rate_limits=False) as discord,
            running(
                discord, Path(folder), root=bot.folder.resolve(), database=bot.database, sync_seconds=load.sync_seconds
            ) as child,
        ):
            tables = tuple(BluffTable(discord, number) for number in range(load.tables))
            if load.rounds > 1:
                await quiet(discord)  # the first start uploads the emojis, which takes half a minute
            for _ in range(OPENING_CLICKS):
                await _click_at_each(tables)
            await quiet(discord, patience=OPENING_SECONDS)
            yield Contender(child, tables)


async def _click_at_each(tables: Iterable[BluffTable]) -> None:
    """Clicks once at each table, at a few of them at a time."""
    free = asyncio.Semaphore(OPENED_AT_ONCE)

    async def click_at(table: BluffTable) -> None:
        async with free:
            await table.click()

    await asyncio.gather(*map(click_at, tables))


def _bot(text: str) -> Bot:
    folder, _, database = text.partition("=")
    return Bot(Path(folder), database or None)


def main() -> None:
    """Measures the bots named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.clicks", description="Compares checkouts or databases.")
    parser.add_argument(
        "bots", nargs="+", type=_bot, metavar="FOLDER[=URL]", help="a checkout, and the URL of an empty database"
    )
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--clicks", type=int, default=120)
    parser.add_argument(
        "--sync-ms", type=float, default=0, help="what each sync of the disk takes longer; needs strace"
    )
    chosen = parser.parse_args()
    print(machine())
    asyncio.run(_compare(chosen.bots, Load(chosen.tables, chosen.rounds, chosen.clicks, chosen.sync_ms / 1000)))


if __name__ == "__main__":
    main()
