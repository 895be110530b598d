"""A process that stores moves at many tables until it's killed, and says which ones the store has acknowledged.

`python -m tests.bot.store.writer FILE`: a line for each acknowledged move, with its match and its number.
"""

import asyncio
import os
import sys
from dataclasses import replace
from itertools import count

from bot.store.store import Store
from games.core import Move, Seat
from tests.bot.people import ANA, draft
from tests.database import database

TABLES = 30


async def main(file: str) -> None:
    """Plays for ever."""
    async with database(f"sqlite+aiosqlite:///{file}") as engine:
        store = Store(engine)

        async def play() -> None:
            table = await store.open(draft(ANA))
            for number in count():
                table = replace(table, version=number + 1)
                await store.append(table, number, [Move(Seat(0), f"bid {number}")], None)
                os.write(sys.stdout.fileno(), f"{table.id} {number}\n".encode())

        await asyncio.gather(*(play() for _ in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
