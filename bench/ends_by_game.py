"""What the end of a match costs in each game, from the last action to its result, and how long it keeps the loop.

Matches of people are played to their end on SQLite on the disk, by easy computer players in the people's place.
"""

from collections.abc import Coroutine, Generator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from types import coroutine
from typing import Any, NamedTuple, TypeVar

from bench.children import database_url
from bench.report import milliseconds, print_table
from bot.matches.intents import Matches
from bot.store.connection import open_database
from bot.store.store import Store
from bot.tables.table import Person, Place
from games.catalogue import GAMES

T = TypeVar("T")

SECONDS_BETWEEN = 600
PEOPLE = tuple(Person(number, f"Player {number}") for number in range(1, 9))


class Cost(NamedTuple):
    """What the end of a match costs. Units: seconds; `cpu` and `longest` are the event loop's CPU time.

    Shape: `longest` is the longest piece between two waits.
    """

    waited: float
    cpu: float
    longest: float


class _Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def ends_by_game(matches: int) -> None:
    """Measures and prints."""
    rows = []
    for game in GAMES:
        with TemporaryDirectory() as folder:
            async with open_database(database_url(Path(folder))) as engine:
                found = await _ends(Store(engine), game, matches)
        rows.append((game, *map(milliseconds, found)))
    head = ("the end of a match", "waited, ms", "the event loop's CPU, ms", "its longest piece, ms")
    print_table("Matches ended, by game", head, rows)


async def _ends(store: Store, game: str, number: int) -> Cost:
    """The median end of a match."""
    clock, rng = _Clock(), Random(1)
    matches = Matches(store, clock=clock, rng=rng)
    found = []
    for _ in range(number):
        clock.now += SECONDS_BETWEEN
        found.append(await _end(matches, game, rng))
    return Cost(*map(median, zip(*found, strict=True)))


async def _end(matches: Matches, game: str, rng: Random) -> Cost:
    """Plays a match, and measures its last action."""
    seats = min(4, GAMES[game].game.seats[-1])
    host, *guests = rng.sample(PEOPLE, seats)
    match = await matches.lobby.open(game, options={}, capacity=seats, place=Place(1, 1), host=host)
    for guest in guests:
        match = await matches.lobby.join(match.table.id, guest)
    if match.table.phase == "lobby":
        match = await matches.lobby.start(match.table.id, host.user_id)
    while True:
        assert match.state is not None
        seat = min(match.state.to_act)
        action = GAMES[game].computers["easy"](match.view(seat), rng)
        sitter = match.table.sitters[seat]
        assert isinstance(sitter, Person)
        pieces: list[float] = []
        began, cpu = perf_counter(), thread_time()
        match = await _timed(
            matches.play.move(match.table.id, sitter.user_id, match.decision, action.to_text()), pieces
        )
        cost = Cost(perf_counter() - began, thread_time() - cpu, max(pieces))
        if match.table.phase == "over":
            return cost


@coroutine
def _timed(work: Coroutine[Any, Any, T], pieces: list[float]) -> Generator[Any, Any, T]:
    """Awaits this work, and appends the CPU time of each of its pieces between two waits. Units: seconds."""
    while True:
        began = thread_time()
        try:
            waits_for = work.send(None)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            pieces.append(thread_time() - began)
        yield waits_for
