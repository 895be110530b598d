"""Counts the files and classes of the product that some clicks and a start pass: `python -m tools.paths`."""

import asyncio
import sys
import threading
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType

from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import Table

ROOT = str(Path.cwd())
PASSED: set[tuple[str, str]] = set()  # a file, and a class in it or "" for a function


def _note(frame: FrameType, event: str, _: object) -> None:
    file, name = frame.f_code.co_filename.removeprefix(ROOT), frame.f_code.co_qualname
    if event == "call" and file.startswith(("/bot/", "/cogs/", "/games/")):
        PASSED.add((file, name.partition(".<locals>")[0].rpartition(".")[0]))


async def _report(path: str) -> None:
    await asyncio.sleep(2)  # for what is drawn after the answer
    print(f"{path}: {len({file for file, _ in PASSED})} files, {len({one for one in PASSED if one[1]})} classes")
    PASSED.clear()


async def _main(folder: Path, clock: Clock, rng: Random) -> None:
    async with Localcord(clock=clock, rate_limits=False) as discord:
        people = [discord.person(f"Host {number}") for number in range(23)]
        async with ready_bot(discord, clock, folder):
            table = await Table.started(discord, people[-2:])
            for person in people[:20]:
                await person.command("play bluff", {"seats": 2, "bots": 1}, channel_id=discord.add_channel("tables"))
            await _report("21 new tables")
            await people[20].command("play bluff", {}, channel_id=discord.add_channel("tables"))
            await _report("/play")
            for path in ("a first bid", "a bid in a warm match"):
                await table.step(rng)
                await _report(path)
            while not table.is_over:
                PASSED.clear()
                await table.step(rng)
                await table.until(lambda: table.is_over or table.asked)
            await _report("an end of a match")
        PASSED.clear()
        async with ready_bot(discord, clock, folder):
            await _report("a start with 20 live matches")


if __name__ == "__main__":
    threading.setprofile(_note)
    sys.setprofile(_note)
    with TemporaryDirectory() as made:
        asyncio.run(_main(Path(made), Clock(), Random(1)))
