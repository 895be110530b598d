"""Moves of hard computer players and clicks on one core, at tables of one person and three of them who play Bluff.

The bot, its search and its pictures have one core; the people and the stand-in for Discord have the others, if any. A
search begins with the pause of its move, so it delays the move only if it takes longer than that.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.children import Child, quiet, running
from bench.players import BluffTable
from bench.report import count, mebibytes, milliseconds, print_table
from bot.__main__ import main
from bot.background.computers import Computers, Thinker
from localcord import Localcord

TABLES = 30
COMPUTERS = 3
SECONDS = 120.0
THINKING_SECONDS = 10.0
"""Mean time that a person thinks before each click."""

PROGRAM = f"from {__name__} import timed; timed()"
"""Not a module by name, since the search process would import that too."""

TIMES = Path("times")
"""Name of the file: a word and seconds a line."""


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(3 if quick else TABLES, SECONDS / 12 if quick else SECONDS))


async def _run(tables: int, seconds: float) -> None:
    own = os.sched_getaffinity(0)
    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False) as discord:
            os.sched_setaffinity(0, {min(own)})  # the bot inherits it
            async with running(discord, Path(folder), program=("-c", PROGRAM)) as bot:
                os.sched_setaffinity(0, own - {min(own)} or own)
                await quiet(discord)
                waits, memory = await _played(bot, tables, seconds)
        times = [line.split() for line in (Path(folder) / TIMES).read_text().splitlines()]
    searched, moved = ([float(time) for kind, time in times if kind == wanted] for wanted in ("search", "move"))
    rows = [
        _row("a click", waits),
        _row("a move's search, with its wait for others", searched),
        _row("a computer player's move, with its pause", moved),
    ]
    title = f"{tables} tables of a person and {COMPUTERS} hard players on one core, {seconds:.0f} s"
    print_table(title, ("what", "number", "median, ms", "95th percentile, ms", "99th percentile, ms"), rows)
    print_table("Memory of the search process", ("resident, MiB", "proportional, MiB"), [(*map(mebibytes, memory),)])


def _row(name: str, seconds: Sequence[float]) -> tuple[str, ...]:
    hundredths = quantiles(seconds, n=100, method="inclusive")
    figures = (median(seconds), hundredths[94], hundredths[98])
    return name, count(len(seconds)), *map(milliseconds, figures)


async def _played(bot: Child, tables: int, seconds: float) -> tuple[list[float], tuple[int, int]]:
    """Plays at all tables for so long. Shape: the clicks' waits in seconds, and the search process's RSS and PSS."""
    end, waits = perf_counter() + seconds, list[float]()

    async def sit(number: int) -> None:
        table, rng = BluffTable(bot.discord, number, people=1, bots=COMPUTERS), Random(number)
        await asyncio.sleep(rng.uniform(0, THINKING_SECONDS))
        while perf_counter() < end:
            click = await table.click()
            route = f"/interactions/{click.id}/"
            waits.append(next(one.time for one in bot.discord.requests if route in one.path) - click.created)
            await asyncio.sleep(rng.expovariate(1 / THINKING_SECONDS))

    await asyncio.gather(*map(sit, range(tables)))
    found = [child.memory_full_info() for child in bot.process.children() if "spawn_main" in " ".join(child.cmdline())]
    least = min(found, key=lambda one: one.rss)  # pictures take more
    return waits, (least.rss, least.pss)


def timed() -> None:
    """Runs the bot, and writes into its folder how long each search and move of a computer player takes."""
    with TIMES.open("w", buffering=1) as file:

        def timing(kind: str, work: Callable[..., Awaitable[Any]]) -> Any:  # noqa: ANN401 - as `work`
            async def measured(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
                begun = perf_counter()
                result = await work(*args, **kwargs)
                file.write(f"{kind} {perf_counter() - begun}\n")
                return result

            return measured

        Thinker.choose = timing("search", Thinker.choose)  # type: ignore[method-assign]
        Computers._move = timing("move", Computers._move)  # type: ignore[method-assign]  # noqa: SLF001
        sys.exit(main())
