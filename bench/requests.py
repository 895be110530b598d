"""Rate limits at a restart and in play: how long until every board is up to date, and how often requests are refused.

Bot and stand-in are two processes. The stand-in refuses what Discord would: more than 50 requests a second, and more
than its routes take.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, time

from bench.children import quiet, running, until
from bench.players import BluffTable
from bench.report import count, print_table
from localcord import Localcord, RateLimits
from localcord.api import SeenRequest

OPENING_CLICKS = 4
"""Clicks until a match is under way."""

AT_ONCE = 8
"""Tables that are opened, or click, at a time."""

CLICKS_A_SECOND = 30
LINES_A_CLICK = 2
"""How many lines people write in a table's channel before each click, where they talk."""

QUIET_SECONDS = 3.0
"""If nothing is sent for this long, everything has been sent."""

PATIENCE_SECONDS = 600.0
"""Only reached by a bug."""

TOO_MANY = 429


@dataclass(frozen=True, slots=True)
class Found:
    """Requests of a bot: `counted` ones are those as the bot, the others answers or edits by their tokens.

    Units: `first_answer` in seconds since the bot was connected; `all_right` too, in play since the last click: until
    the last message was edited or replaced. Who is called for a turn that waits is called later.
    """

    first_answer: float
    all_right: float
    counted: int
    others: int
    refused: int
    most_in_a_second: int

    @property
    def cells(self) -> Sequence[str]:
        """The columns after the name."""
        times = (f"{self.first_answer:.1f}", f"{self.all_right:.1f}")
        return (*times, *map(count, (self.counted, self.others, self.most_in_a_second, self.refused)))


HEAD = (
    "",
    "first answer, s",
    "all boards right, s",
    "requests that count",
    "others",
    "most counted in a second",
    "answers 429",
)


def run(*, quick: bool) -> None:
    """Measures and prints."""
    few, many = ((20,), (20,)) if quick else ((300,), (300, 1000))
    asyncio.run(_run(few, many, few, 5 if quick else 40))


async def _run(restarted: Iterable[int], played: Iterable[int], talking: Iterable[int], seconds: float) -> None:
    rows = [(f"{tables} tables restarted", *(await restart(tables)).cells) for tables in restarted]
    for tables in played:
        found = await play(tables, seconds)
        rows.append((f"{tables} tables in play, while emojis are uploaded", *found.cells))
    for tables in talking:
        found = await play(tables, seconds, talks=True)
        rows.append((f"{tables} tables in play, with talk", *found.cells))
    print_table("Discord's limits", HEAD, rows)


async def restart(tables: int) -> Found:
    """Restarts a bot with a match under way at each of these tables."""
    with TemporaryDirectory() as folder:
        async with Localcord(rate_limits=False, answer_seconds=PATIENCE_SECONDS) as discord:
            people = [BluffTable(discord, number) for number in range(tables)]
            async with running(discord, Path(folder)):
                await _open(people)
                await quiet(discord, seconds=QUIET_SECONDS, patience=PATIENCE_SECONDS)
            discord.requests.clear()
            discord.api.rate_limits = RateLimits()
            async with running(discord, Path(folder)):
                began = perf_counter()
                await people[-1].click()
                answered = perf_counter() - began
                await until(discord, lambda: len(_drawn(discord.requests)) == tables, PATIENCE_SECONDS)
                return _found(discord, answered, perf_counter() - began)


async def play(tables: int, seconds: float, *, talks: bool = False) -> Found:
    """Plays at so many tables with a bot that has just been installed; people may talk meanwhile."""
    with TemporaryDirectory() as folder:
        async with (
            Localcord(answer_seconds=PATIENCE_SECONDS) as discord,
            running(discord, Path(folder)),
        ):
            people = [BluffTable(discord, number) for number in range(tables)]
            began = perf_counter()
            await people[0].click()
            answered = perf_counter() - began
            await _open(people)
            await _click(people, seconds, talks=talks)
            ended = time()
            await quiet(discord, seconds=QUIET_SECONDS, patience=PATIENCE_SECONDS)
            changed = max(seen.time for seen in discord.requests if seen.method in {"PATCH", "DELETE"})
            return _found(discord, answered, max(0.0, changed - ended))


async def _open(tables: Iterable[BluffTable]) -> None:
    """Begins a match at each table."""
    room = asyncio.Semaphore(AT_ONCE)

    async def begin(table: BluffTable) -> None:
        async with room:
            for _ in range(OPENING_CLICKS):
                await table.click()

    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(begin(table))


async def _click(tables: Sequence[BluffTable], seconds: float, *, talks: bool) -> None:
    """Has random tables go on for so long, at a steady pace."""
    rng, free, begun = Random(1), list(tables), perf_counter()

    async def click_once(table: BluffTable) -> None:
        if talks:
            table.talk(LINES_A_CLICK)
        await table.click()
        free.append(table)

    async with asyncio.TaskGroup() as group:
        for number in range(int(seconds * CLICKS_A_SECOND)):
            await asyncio.sleep(begun + number / CLICKS_A_SECOND - perf_counter())
            if free:
                group.create_task(click_once(free.pop(rng.randrange(len(free)))))


def _drawn(requests: Iterable[SeenRequest]) -> set[str]:
    """The boards that have been edited."""
    return {seen.path for seen in requests if seen.method == "PATCH" and seen.status == 200 and _counts(seen)}


def _counts(request: SeenRequest) -> bool:
    """Whether it counts towards the global limit."""
    return not request.path.startswith(("/interactions/", "/webhooks/"))


def _found(discord: Localcord, first_answer: float, all_right: float) -> Found:
    counted = [seen.time for seen in discord.requests if _counts(seen)]
    refused = sum(seen.status == TOO_MANY for seen in discord.requests)
    return Found(first_answer, all_right, len(counted), len(discord.requests) - len(counted), refused, _most(counted))


def _most(times: Sequence[float]) -> int:
    """The most requests in any second. Shape: `times` ascending."""
    most = start = 0
    for end, moment in enumerate(times):
        while times[start] <= moment - 1:
            start += 1
        most = max(most, end - start + 1)
    return most
