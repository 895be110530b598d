"""Compares several checkouts or databases: their bots get the same clicks in turn. `python -m bench.changes BOT...`

git worktree add ../before COMMIT
.venv/bin/python -m bench.changes ../before . --tables 20
.venv/bin/python -m bench.changes . .=postgresql://USER:PASSWORD@HOST/EMPTY --tables 20
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from sqlalchemy.engine import make_url

from bench.clicks import Load, Round, middle, playing
from bench.report import machine, milliseconds, print_table, ratio


class Bot(NamedTuple):
    """A bot to compare. Shape: `database` is the URL of its database, or None for SQLite."""

    folder: Path
    database: str | None

    @property
    def name(self) -> str:
        """What the report calls it."""
        return f"{self.folder}, {make_url(self.database).get_backend_name() if self.database else 'sqlite'}"


async def _run(compared: Sequence[Bot], load: Load) -> None:
    rounds: dict[Bot, list[Round]] = {one: [] for one in compared}
    async with AsyncExitStack() as stack:
        bots = {
            one: await stack.enter_async_context(playing(load, one.folder.resolve(), one.database)) for one in compared
        }
        for number in range(load.rounds):
            for one, bot in bots.items():
                rounds[one].append(await bot.round(load.clicks, Random(number)))
    rows = []
    before = 0.0
    for one, measured in rounds.items():
        found, cpu = middle(measured), median(each.cpu_seconds for each in measured) / load.clicks
        sent = sum(len(each.requests) for each in measured) / load.clicks / load.rounds
        row = (milliseconds(found.median), milliseconds(found.p99), f"{sent:.2f}", milliseconds(cpu))
        rows.append((one.name, *row, ratio(cpu, before) if before else ""))
        before = cpu
    head = ("bot", "median, ms", "99th percentile, ms", "requests a click", "CPU a click, ms", "beside the row above")
    print_table(f"{load.name}, {load.rounds} rounds of {load.clicks} clicks each in turn", head, rows)


def _bot(text: str) -> Bot:
    folder, _, database = text.partition("=")
    return Bot(Path(folder), database or None)


def main() -> None:
    """Measures the bots named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.changes", description="Compares checkouts or databases.")
    parser.add_argument(
        "bots", nargs="+", type=_bot, metavar="FOLDER[=URL]", help="a checkout, and the URL of an empty database"
    )
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--clicks", type=int, default=120)
    arguments = parser.parse_args()
    print(machine())
    asyncio.run(_run(arguments.bots, Load(arguments.tables, arguments.rounds, arguments.clicks)))


if __name__ == "__main__":
    main()
