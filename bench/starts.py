"""Startup with many matches under way: time until READY and the first answer, memory, and redraws.

A few matches of each game are played by the bot's own code, and then copied to as many servers as wanted. With the
address of an empty PostgreSQL database in BENCH_POSTGRESQL_URL, that is measured as well.
"""

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Table, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bench.children import POSTGRESQL, database_url, running
from bench.report import count, mebibytes, print_table
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.store import Store, open_database
from bot.store.schema import deals, matches, moves, sitters
from bot.tables.clock import PACES
from bot.tables.table import Person, Place, Robot
from games.catalogue import GAMES
from localcord import Localcord
from localcord.entities import Message

MOVES = 12
"""Moves in each match before it's copied."""

SEATINGS = ((4, 0), (2, 2), (1, 3))
"""People and computer players, so far as a game has seats for them."""

AT_ONCE = 1000
"""Rows that are stored at once."""

FIRST_USER = 1000


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is. Units: `seconds` for which redraws are counted."""

    live: int
    finished: int
    starts: int
    seconds: float


FULL = Size(live=10_000, finished=100_000, starts=3, seconds=60)
QUICK = Size(live=50, finished=100, starts=1, seconds=5)


@dataclass(frozen=True, slots=True)
class Start:
    """One start of the bot. Units: seconds and bytes; `answers` are the waits of clicks from READY on."""

    to_ready: float
    answers: tuple[float, ...]
    cpu_to_answer: float
    cpu: float
    memory: int
    in_channels: int


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK if quick else FULL))


async def _run(size: Size) -> None:
    rows = []
    urls = [("SQLite", None), ("PostgreSQL", os.environ.get(POSTGRESQL))]
    for name, url in [(name, url) for name, url in urls if url or name == "SQLite"]:
        with TemporaryDirectory() as folder:
            rows.append((f"{name}, {count(size.live)} matches", *await _measured(size, Path(folder), url)))
    head = (
        "a start", "to READY, s", "first answer, s", "slowest of 10, s", "CPU to it, s", "CPU in all, s", "MiB",
        "requests to channels a second",
    )  # fmt: skip
    print_table(f"Starts, {size.seconds:.0f} s each", head, rows)


async def _measured(size: Size, folder: Path, url: str | None) -> tuple[str, ...]:
    async with Localcord(rate_limits=False) as discord:
        places = world(discord, size.live)
        await write(url or database_url(folder), size, places, clicker(discord))
        starts = [await start(discord, folder, url, places, size=size) for _ in range(size.starts)]
    return (
        f"{median(one.to_ready for one in starts):.1f}",
        f"{median(one.answers[0] for one in starts):.2f}",
        f"{median(max(one.answers) for one in starts):.2f}",
        f"{median(one.cpu_to_answer for one in starts):.1f}",
        f"{median(one.cpu for one in starts):.1f}",
        mebibytes(median(one.memory for one in starts)),
        f"{median(one.in_channels for one in starts) / size.seconds:.1f}",
    )


def world(discord: Localcord, servers: int) -> list[Place]:
    """Fills Discord with servers, each with a channel for its table."""
    places = []
    for number in range(servers):
        guild_id = discord.add_guild(f"Server {number}")
        places.append(Place(int(guild_id), int(discord.add_channel("tables", guild_id))))
    return places


def clicker(discord: Localcord) -> int:
    """The user id of somebody who has a seat at each table."""
    return int(discord.person("Clicker").id)


async def start(discord: Localcord, folder: Path, url: str | None, places: Sequence[Place], *, size: Size) -> Start:
    """Starts the bot, clicks at ten tables, and measures for `size.seconds`."""
    rng = Random(1)
    begun = time.perf_counter()
    async with running(discord, folder, database=url) as bot:
        to_ready = time.perf_counter() - begun
        first = len(discord.requests)
        answers = [await _answer(discord, place, number + 1) for number, place in _some(places, rng)]
        cpu_to_answer = bot.cpu_seconds
        await asyncio.sleep(max(0.0, begun + to_ready + size.seconds - time.perf_counter()))
        paths = [request.path for request in discord.requests[first:]]
        in_channels = sum(path.startswith("/channels/") and "/messages" in path for path in paths)
        return Start(to_ready, tuple(answers), cpu_to_answer, bot.cpu_seconds, bot.memory_bytes, in_channels)


def _some(places: Sequence[Place], rng: Random) -> Iterator[tuple[int, Place]]:
    for number in rng.sample(range(len(places)), 10):
        yield number, places[number]


async def _answer(discord: Localcord, place: Place, match_id: int) -> float:
    """How long somebody who presses *My dice* or *My cards* waits."""
    begun = time.perf_counter()
    channel = discord.world.channels[str(place.channel_id)]
    board: Message = discord.messages.post(channel, discord.world.bot, {"content": "A table"})
    answered = await discord.person("Clicker").raw_click(board.id, CustomId("hand", match_id).to_text())
    if not answered.answered:
        raise RuntimeError("a click was not answered")
    return time.perf_counter() - begun


# The database


async def write(url: str, size: Size, places: Sequence[Place], clicker_id: int) -> None:
    """Plays some matches, copies them to all places, and stores many that are over."""
    async with open_database(url) as engine:
        samples = [await _played(engine, number) for number in range(len(GAMES) * len(SEATINGS))]
        async with engine.begin() as db:
            await db.execute(update(sitters).where(sitters.c.seat == 0).values(user_id=clicker_id))
            await db.execute(update(matches).values(host_id=clicker_id))
        await _copy(engine, samples, places)
        await _finish(engine, samples[0], range(len(places) + 1, len(places) + size.finished + 1))
        if engine.dialect.name == "postgresql":
            async with engine.begin() as db:
                await db.execute(text("SELECT setval('matches_id_seq', (SELECT max(id) FROM matches))"))


async def _played(engine: AsyncEngine, number: int) -> int:
    """The number of a match after some moves of everybody."""
    game = list(GAMES)[number % len(GAMES)]
    seats = GAMES[game].game.seats
    people, robots = SEATINGS[number // len(GAMES)]
    robots = max(robots, seats.start - people)
    players = Matches(Store(engine), clock=time.time, rng=Random(number))
    host, *guests = (Person(FIRST_USER + 4 * number + seat, f"Player {seat}") for seat in range(4))
    seated = min(people, max(seats))
    match = await players.lobby.open(
        game,
        options={},
        capacity=min(seated + robots, max(seats)),
        place=Place(1, 1),
        host=host,
        robots=[Robot("easy")] * min(robots, max(seats) - seated),
        pace=list(PACES)[number % len(PACES)],
    )
    for guest in guests[: seated - 1]:
        match = await players.lobby.join(match.table.id, guest)
    if match.state is None:
        match = await players.lobby.start(match.table.id, host.user_id)
    for _ in range(MOVES):
        match = await _move(players, match)
    return match.table.id


async def _move(players: Matches, match: Match) -> Match:
    assert match.state is not None
    if not match.table.is_open:
        return match
    if match.robot_to_act is not None:
        seat = match.robot_to_act
        return await players.play.move_robot(match.table.id, seat, match.decision, match.view(seat).legal_actions[0])
    seat = min(match.state.to_act)
    sitter = match.table.sitters[seat]
    assert isinstance(sitter, Person)
    action = match.view(seat).legal_actions[0].to_text()
    return await players.play.move(match.table.id, sitter.user_id, match.decision, action)


async def _rows(engine: AsyncEngine, table: Table, match_id: int) -> list[dict[str, Any]]:
    column = table.c.id if table is matches else table.c.match_id
    async with engine.connect() as db:
        return [dict(row) for row in (await db.execute(select(table).where(column == match_id))).mappings()]


async def _copy(engine: AsyncEngine, samples: Sequence[int], places: Sequence[Place]) -> None:
    """Moves the samples to the first places, and copies them in turn to all others."""
    rows = {table: [await _rows(engine, table, sample) for sample in samples] for table in TABLES}
    async with engine.begin() as db:
        for sample, place in zip(samples, places, strict=False):
            moved = {"guild_id": place.guild_id, "channel_id": place.channel_id}
            await db.execute(update(matches).where(matches.c.id == sample).values(moved))
    for first in range(len(samples), len(places), AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, len(places)))
        async with engine.begin() as db:
            for table in TABLES:
                copies = [
                    row | _changed(table, number + 1, places[number])
                    for number in numbers
                    for row in rows[table][number % len(samples)]
                ]
                if copies:
                    await db.execute(insert(table), copies)


TABLES = (matches, sitters, deals, moves)


def _changed(table: Table, match_id: int, place: Place) -> dict[str, object]:
    if table is matches:
        return {"id": match_id, "guild_id": place.guild_id, "channel_id": place.channel_id}
    return {"match_id": match_id}


async def _finish(engine: AsyncEngine, sample: int, numbers: Sequence[int]) -> None:
    """Stores matches that are over, with their seats, but without what they came to."""
    (row,), seats = await _rows(engine, matches, sample), await _rows(engine, sitters, sample)
    for first in range(0, len(numbers), AT_ONCE):
        chosen = numbers[first : first + AT_ONCE]
        async with engine.begin() as db:
            over = {"phase": "over", "is_drawn": True, "clocks": [], "hold": None}
            await db.execute(insert(matches), [row | over | {"id": number} for number in chosen])
            await db.execute(insert(sitters), [seat | {"match_id": number} for number in chosen for seat in seats])
