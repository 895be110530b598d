"""How much longer clicks wait while hard computer players think at twenty other tables.

One bot gets the same clicks at twenty tables of people, in turns while twenty more tables play against hard computer
players, whose searches then always queue, and while those tables are idle.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.children import running
from bench.clicks import AFTERMATH_SECONDS, CLICKS_A_SECOND, OPENING_CLICKS, Contender, Load, Round, middle
from bench.players import BluffTable, DuelTable
from bench.report import milliseconds, print_table
from localcord import Localcord

LOAD = Load(tables=20, rounds=6, clicks=160)
QUICK_LOAD = Load(tables=2, rounds=1, clicks=40)

STILL_SECONDS = 5.0
"""After this time without a person's move, no computer player has a move left to make."""


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_LOAD if quick else LOAD))


async def _run(load: Load) -> None:
    still: list[Round] = []
    thinking: list[Round] = []
    goes_on = asyncio.Event()
    async with _playing(load, goes_on) as bot:
        for number in range(load.rounds):
            for rounds in (still, thinking):
                if rounds is thinking:
                    goes_on.set()
                rounds.append(await bot.round(load.clicks, Random(number), patience=0))
                goes_on.clear()
                await asyncio.sleep(STILL_SECONDS)
    rows = []
    for name, rounds in (("nobody searches", still), (f"{load.tables} tables search", thinking)):
        found = middle(rounds)
        rows.append((name, milliseconds(found.median), milliseconds(found.p99)))
    head = ("at the other tables", "median, ms", "99th percentile, ms")
    print_table(f"From dispatch to answer at {load.name}, at {CLICKS_A_SECOND} clicks a second", head, rows)


@asynccontextmanager
async def _playing(load: Load, goes_on: asyncio.Event) -> AsyncIterator[Contender]:
    """Runs a bot with tables of people, and as many tables of one person against the computer."""
    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False) as discord, running("bot", discord, Path(folder)) as child:
            tables = tuple(BluffTable(discord, number) for number in range(load.tables))
            for _ in range(OPENING_CLICKS):
                await asyncio.gather(*(table.click() for table in tables))
            duels = [asyncio.create_task(DuelTable(discord, number).play(goes_on)) for number in range(load.tables)]
            await asyncio.sleep(STILL_SECONDS + AFTERMATH_SECONDS)
            yield Contender(child, tables)
            for duel in duels:
                duel.cancel()
            for ended in await asyncio.gather(*duels, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended
