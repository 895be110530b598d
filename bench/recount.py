"""Whether the sums are right after thousands of matches, in a bot that is killed again and again.

A child process ends one simulated match after the other, in the bot's own transactions, until it's killed; then the
next child goes on. In the end all sums are compared with what the stored matches add up to. That's a check, not a
measurement: the program fails if anything differs.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sqlalchemy import func, select

from bench.children import database_url
from bench.report import count as thousands
from bench.report import print_table
from bot.matches.match import options_of
from bot.matches.service import stored_ending
from bot.store import Preference, PreferenceStore, Recount, Store, open_database
from bot.store.sums.schema import endings
from bot.tables.periods import day_of
from bot.tables.table import Person, Place, Robot, Sitter, Table
from games.catalogue import GAMES
from games.simulate import play_out

PEOPLE = 40
COMMUNITIES = 3
BEGINNING = 1_790_000_000
MATCH_SECONDS = 900.0
"""The mean time between the ends of two matches."""

LIFE_SECONDS = (0.0, 20.0)
QUICK_LIFE_SECONDS = (0.0, 1.0)
"""How long a child lives after its first match."""


def run(*, quick: bool) -> None:
    """Ends matches, kills, and compares. Raises: SystemExit if anything differs."""
    with TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder), *((60, QUICK_LIFE_SECONDS) if quick else (10_000, LIFE_SECONDS))))


async def _run(folder: Path, matches: int, life_seconds: tuple[float, float]) -> None:
    rng = Random(1)
    kills = 0
    async with open_database(database_url(folder)) as engine:
        preferences = PreferenceStore(engine)
        await preferences.keep(Preference("community", 1, is_everywhere=True))
        await preferences.keep(Preference("person", 1, is_everywhere=True))
    while (done := await _ended(folder)) < matches:
        await _live(folder, done, rng.uniform(*life_seconds))
        kills += 1
    async with open_database(database_url(folder)) as engine:
        found = await Recount(engine, stored_ending).compare(day_of(int(time.time())), repairs=False)
    row = (thousands(done), str(kills), str(len(found)))
    print_table("Sums after kills", ("matches", "kills", "tables that differ"), [row])
    if found:
        raise SystemExit(f"The sums are wrong: {found}")


async def _live(folder: Path, done: int, seconds: float) -> None:
    """Starts a child, and kills it this long after its first match."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.recount", str(folder), str(done), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout
    await child.stdout.read(1)
    await asyncio.sleep(seconds)
    child.kill()
    await child.wait()


async def _ended(folder: Path) -> int:
    async with open_database(database_url(folder)) as engine, engine.connect() as db:
        return (await db.execute(select(func.count()).select_from(endings))).scalar_one()


async def _play(folder: Path, number: int) -> None:
    """Ends matches until the process is killed."""
    async with open_database(database_url(folder)) as engine:
        store = Store(engine)
        for draft in _drafts(Random(number), number):
            table = await store.open(draft)
            game = GAMES[table.game]
            rng = Random(table.id)
            log = play_out(game.game, table.capacity, options_of(table), game.computers["random"], rng)
            over = replace(table, version=1, phase="over")
            await store.append(over, 0, log, stored_ending(over, log))
            print(end=".", flush=True)  # the parent waits for the first one


def _drafts(rng: Random, done: int) -> Iterator[Table]:
    for number in count(done):
        game = rng.choice([*GAMES])
        seats = rng.choice(GAMES[game].game.seats)
        people = [Person(1 + int(rng.random() ** 2 * PEOPLE), "") for _ in range(seats)]
        distinct = list(dict.fromkeys(people))[: rng.randint(1, seats)]
        sitters: tuple[Sitter, ...] = (
            *distinct,
            *[Robot(rng.choice(("easy", "medium")), "Iris")] * (seats - len(distinct)),
        )
        yield Table(
            id=0, game=game, rules_version=GAMES[game].game.rules_version, options=_short(game, seats), capacity=seats,
            phase="playing", place=Place(rng.randint(1, COMMUNITIES), 1), host_id=distinct[0].user_id,
            changed_at=BEGINNING + int(number * MATCH_SECONDS), sitters=sitters,
        )  # fmt: skip


def _short(game: str, seats: int) -> dict[str, bool | int]:
    """Options that make a match as short as can be."""
    options = GAMES[game].game.options(seats)
    return {one.key: max(one.low, 1) for one in options if not isinstance(one.default, bool) and not one.for_lessons}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A child of `python -m bench recount`.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("number", type=int)
    arguments = parser.parse_args()
    asyncio.run(_play(arguments.folder, arguments.number))
