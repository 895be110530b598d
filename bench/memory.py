"""The memory that idle tables cost: of the bot's process with and without them, and of the matches alone.

The bot's own code writes the tables; then a bot is started on them, and measured once it has posted the last one.
"""

import asyncio
import gc
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.children import AFTERMATH_SECONDS, database_url, running, until
from bench.report import mebibytes, print_table
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.connection import open_database
from bot.store.store import Store
from bot.tables.table import Person, Place
from localcord import Localcord

SEATS = 4
MOVES = 3
"""Bids at each table before everyone goes away."""

TABLES_A_CHANNEL = 4
"""The boards of one channel are posted one after the other, about a second apart."""

POSTING_SECONDS = 120.0
"""Only reached by a bug."""


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(50 if quick else 1000))


async def _run(tables: int) -> None:
    async with Localcord(rate_limits=False) as discord:
        channels = [discord.add_channel(f"tables-{number}") for number in range(-(-tables // TABLES_A_CHANNEL))]
        places = [Place(int(discord.guild_id), int(channel_id)) for channel_id in channels]
        with TemporaryDirectory() as folder:
            without = await _resident_bytes(discord, Path(folder), tables=0)
        with TemporaryDirectory() as folder:
            await _write_tables(Path(folder), places, tables)
            loaded = await _resident_bytes(discord, Path(folder), tables)
            cached = await _cached_bytes(Path(folder), tables)
    rows = [
        ("the bot's process without a table", mebibytes(without), ""),
        (f"with {tables} idle tables", mebibytes(loaded), mebibytes((loaded - without) * 1000 / tables)),
        ("their matches alone, as Python counts", mebibytes(cached), mebibytes(cached * 1000 / tables)),
    ]
    print_table("Memory", ("resident memory", "MiB", "MiB per 1,000 tables"), rows)


async def _write_tables(folder: Path, places: Sequence[Place], tables: int) -> None:
    """Stores tables with a match under way at each, through the bot's own code."""
    rng = Random(1)
    async with open_database(database_url(folder)) as engine:
        matches = Matches(Store(engine), clock=time.time, rng=rng)
        for number in range(tables):
            place = places[number // TABLES_A_CHANNEL]
            host, *guests = (Person(SEATS * number + seat + 1, f"Player {number}.{seat}") for seat in range(SEATS))
            match = await matches.lobby.open("bluff", options={}, capacity=SEATS, place=place, host=host)
            for guest in guests:
                match = await matches.lobby.join(match.table.id, guest)
            match = await matches.lobby.start(match.table.id, host.user_id)
            for _ in range(MOVES):
                match = await _bid(matches, match)


async def _bid(matches: Matches, match: Match) -> Match:
    """Makes the lowest possible bid, so that the round goes on."""
    assert match.state is not None
    (seat,) = match.state.to_act
    sitter = match.table.sitters[seat]
    assert isinstance(sitter, Person)
    bid = next(action for action in match.view(seat).legal_actions if action.to_text().startswith("bid"))
    return await matches.play.move(match.table.id, sitter.user_id, match.state.decision, bid.to_text())


async def _resident_bytes(discord: Localcord, folder: Path, tables: int) -> int:
    """The resident memory of a bot that has loaded and posted this many tables and is idle again."""
    posted = len(discord.public_messages)
    async with running(discord, folder) as bot:
        await until(discord, lambda: len(discord.public_messages) >= posted + tables, POSTING_SECONDS)
        await asyncio.sleep(AFTERMATH_SECONDS)
        return bot.memory_bytes


async def _cached_bytes(folder: Path, tables: int) -> int:
    """The size of the matches when loaded in this process."""
    async with open_database(database_url(folder)) as engine:
        matches = Matches(Store(engine), clock=time.time, rng=Random(1))
        await matches.get(1)  # the first match also loads what all others share
        gc.collect()
        tracemalloc.start()
        for match_id in range(2, tables + 1):
            await matches.get(match_id)
        gc.collect()
        traced, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return traced
