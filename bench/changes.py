"""Compares several checkouts: their bots get the same clicks in turn. `python -m bench.changes FOLDER...`

git worktree add ../before COMMIT
.venv/bin/python -m bench.changes ../before . --tables 20
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median

from bench.clicks import Load, Round, middle, playing
from bench.report import machine, milliseconds, print_table, ratio


async def _run(folders: Sequence[Path], load: Load) -> None:
    rounds: dict[Path, list[Round]] = {folder: [] for folder in folders}
    async with AsyncExitStack() as stack:
        bots = {folder: await stack.enter_async_context(playing(load, folder.resolve())) for folder in folders}
        for number in range(load.rounds):
            for folder, bot in bots.items():
                rounds[folder].append(await bot.round(load.clicks, Random(number)))
    rows = []
    before = 0.0
    for folder, measured in rounds.items():
        found, cpu = middle(measured), median(each.cpu_seconds for each in measured) / load.clicks
        sent = sum(len(each.requests) for each in measured) / load.clicks / load.rounds
        row = (milliseconds(found.median), milliseconds(found.p99), f"{sent:.2f}", milliseconds(cpu))
        rows.append((str(folder), *row, ratio(cpu, before) if before else ""))
        before = cpu
    head = ("checkout", "median, ms", "99th percentile, ms", "requests a click", "CPU a click, ms", "beside the last")
    print_table(f"{load.name}, {load.rounds} rounds of {load.clicks} clicks each in turn", head, rows)


def main() -> None:
    """Measures the bots of the checkouts named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.changes", description="Compares several checkouts.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a checkout")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--clicks", type=int, default=120)
    arguments = parser.parse_args()
    print(machine())
    asyncio.run(_run(arguments.folders, Load(arguments.tables, arguments.rounds, arguments.clicks)))


if __name__ == "__main__":
    main()
