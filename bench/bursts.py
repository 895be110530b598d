"""How soon interactions are acknowledged in a burst, and whether a busy server slows another.

The age of an interaction counts from the moment at which the stand-in for Discord creates it, so it includes all queues
on the way. An acknowledgement is the first answer: the page itself, a deferral, or a sentence that asks to try again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import accumulate
from math import inf, isinf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.children import running, until
from bench.report import count, milliseconds, print_table, ratio
from bot.pages.custom_id import CustomId
from localcord import Interaction, Localcord, Person
from localcord.components import buttons

SERVERS = 20
COMMANDS = 200
CLICKS = 500
ROUNDS = 5

LIMIT_SECONDS = 2.0
"""The aim: no acknowledgement is older than this."""

QUIET_CLICKS_A_SECOND = 10
QUIET_CLICKS = 100
BUSY_CLICKS_A_SECOND = 200

PATIENCE_SECONDS = 60.0
"""Only reached by a bug, or if the bot asks people to try again."""

AFTERMATH_SECONDS = 3.0
"""How long the edits after a burst take."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one person and a computer player."""

    person: Person
    board_id: str
    match_id: int

    async def look(self) -> Interaction:
        """Asks for the person's panel, as *My dice* on the board does."""
        return await self.person.raw_click(self.board_id, CustomId("hand", self.match_id).to_text())


async def opened(person: Person, channel_id: str) -> Interaction:
    """Opens a table."""
    return await person.command("play bluff", {"seats": 2, "bots": 1}, channel_id=channel_id)


def table_of(answer: Interaction, person: Person) -> Table | None:
    """The table that this answer shows by now; None if the bot has asked to try again."""
    for message in (answer.original, *answer.followups):
        if message is not None and message.owner_id is None:
            for button in buttons(message.body):
                custom_id = CustomId.from_text(button["custom_id"])
                if custom_id is not None:
                    return Table(person, message.id, custom_id.match_id)
    return None


class Town:
    """Several servers with tables, and the ages of their acknowledgements."""

    def __init__(self, discord: Localcord, servers: int) -> None:
        self._discord = discord
        self.channels = [
            discord.add_channel(f"burst {number}", discord.add_guild(f"Server {number}")) for number in range(servers)
        ]

    async def opens(self, round_: int, commands: int) -> tuple[list[Interaction], list[Table]]:
        """As many people type `/play` at the same moment, spread over the servers."""
        people = [self._discord.person(f"Host {round_}.{number}") for number in range(commands)]
        answers = await asyncio.gather(
            *(opened(person, self.channels[number % len(self.channels)]) for number, person in enumerate(people))
        )

        def tables() -> list[Table]:
            found = [table_of(answer, person) for answer, person in zip(answers, people, strict=True)]
            return [table for table in found if table]

        await until(self._discord, lambda: len(tables()) == commands, PATIENCE_SECONDS)
        await asyncio.sleep(AFTERMATH_SECONDS)
        return answers, tables()

    def ages(self, interactions: Sequence[Interaction]) -> list[float]:
        """How old each was when it was acknowledged; infinite if it was lost. Units: seconds."""
        came: dict[str, float] = {}
        for request in self._discord.requests:
            _, route, interaction_id, *_ = (*request.path.split("/"), "", "")
            if route == "interactions":
                came.setdefault(interaction_id, request.time)
        return [inf if one.failed else came[one.id] - one.created for one in interactions]


async def in_a_second(actions: Sequence[Callable[[], Awaitable[Interaction]]], rng: Random) -> list[Interaction]:
    """Does everything at random moments of one second."""

    async def later(action: Callable[[], Awaitable[Interaction]], moment: float) -> Interaction:
        await asyncio.sleep(moment)
        return await action()

    return await asyncio.gather(*(later(action, rng.random()) for action in actions))


async def steadily(action: Callable[[], Awaitable[Interaction]], per_second: float, number: int) -> list[Interaction]:
    """Does something this often, at random moments."""
    rng, begun = Random(number), perf_counter()
    tasks = []
    for moment in accumulate(rng.expovariate(per_second) for _ in range(number)):
        await asyncio.sleep(begun + moment - perf_counter())
        tasks.append(asyncio.ensure_future(action()))
    return await asyncio.gather(*tasks)


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(quick=quick))


async def _run(*, quick: bool) -> None:
    size, rounds = (10, 1) if quick else (1, ROUNDS)
    async with _town() as town:
        commands: list[list[float]] = []
        clicks: list[list[float]] = []
        for number in range(rounds):
            answers, tables = await town.opens(number, COMMANDS // size)
            commands.append(town.ages(answers))
            rng = Random(number)
            looks = [rng.choice(tables).look for _ in range(CLICKS // size)]
            clicks.append(town.ages(await in_a_second(looks, rng)))
            await asyncio.sleep(AFTERMATH_SECONDS)
        _print_ages(commands, clicks)
        await _fairness(town, tables, size)


async def _fairness(town: Town, tables: Sequence[Table], size: int) -> None:
    """Compares the waits at a quiet server while a busy one clicks, and while it doesn't."""
    quiet, busy = tables[:2]  # each is on a server of its own
    alone: list[float] = []
    beside: list[float] = []
    for number in range(max(2, 2 * ROUNDS // size)):
        rush = None
        if number % 2:
            rush = asyncio.ensure_future(steadily(busy.look, BUSY_CLICKS_A_SECOND, 10 * BUSY_CLICKS_A_SECOND // size))
        found = await steadily(quiet.look, QUIET_CLICKS_A_SECOND, QUIET_CLICKS // size)
        (beside if rush else alone).extend(town.ages(found))
        if rush:
            await rush
        await asyncio.sleep(AFTERMATH_SECONDS)
    rows = []
    for name, ages in (
        ("nobody else clicks", alone),
        (f"another server clicks {BUSY_CLICKS_A_SECOND} times a second", beside),
    ):
        rows.append((name, milliseconds(median(ages)), milliseconds(_p99(ages)), ratio(_p99(ages), _p99(alone))))
    print_table("Clicks at one server", ("while", "median, ms", "99th percentile, ms", "slower by"), rows)


def _print_ages(commands: Sequence[Sequence[float]], clicks: Sequence[Sequence[float]]) -> None:
    rows = []
    for name, rounds in (("commands at the same moment", commands), ("clicks within a second", clicks)):
        every = [age for ages in rounds for age in ages]
        late, lost = sum(age > LIMIT_SECONDS for age in every), sum(map(isinf, every))
        row = (
            milliseconds(median(every)),
            milliseconds(_p99(every)),
            milliseconds(max(every)),
            count(late),
            count(lost),
        )
        rows.append((f"{len(rounds[0])} {name}", *row))
    head = ("at once", "median, ms", "99th percentile, ms", "oldest, ms", f"over {LIMIT_SECONDS:.0f} s", "lost")
    print_table(f"Age when acknowledged, over {SERVERS} servers, in {len(commands)} rounds", head, rows)


def _p99(ages: Sequence[float]) -> float:
    return sorted(ages)[len(ages) * 99 // 100]


@asynccontextmanager
async def _town() -> AsyncIterator[Town]:
    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False) as discord, running(discord, Path(folder)):
            yield Town(discord, SERVERS)
