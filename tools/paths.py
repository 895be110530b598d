"""`python -m tools.paths`: how many of the product's files and classes run from an event to the last message edited."""

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import setprofile

from bench.children import quiet
from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import Table


async def _main() -> None:
    async def count(path: str) -> None:
        await quiet(discord)
        ours = [pair for _ in range(len(ran)) if (pair := ran.pop())[0].startswith(("bot.", "cogs.", "games."))]
        print(f"{path:24}{len(dict(ours)):4} files{sum(name.strip('_')[:1].isupper() for _, name in ours):4} classes")

    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False) as discord:
            async with ready_bot(discord, Clock(), Path(folder)):
                for host, place in ((discord.person(f"{n}"), discord.add_channel("tables")) for n in range(20)):
                    await host.command("play bluff", {"seats": 2, "bots": 1}, channel_id=place)
                table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
                await count("all before")
                while click := await table.step(Random(1)):  # the last of these ends the match
                    await count(click.data["custom_id"].rpartition("|")[2])
                await discord.person("Cleo").command("play bluff", {"seats": 2})
                await count("/play")
            ran.clear()
            async with ready_bot(discord, Clock(), Path(folder)):
                await count("a start with 20 matches")


ran = set[tuple[str, str]]()
setprofile(lambda frame, *_: ran.add((frame.f_globals.get("__name__", ""), frame.f_code.co_qualname.split(".")[0])))
asyncio.run(asyncio.to_thread(asyncio.run, _main()))  # a thread is followed from its start
