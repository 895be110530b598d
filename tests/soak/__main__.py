"""`python -m tests.soak`: runs the soak test, and prints its report."""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from time import monotonic

from localcord import Localcord
from tests.end_to_end.child import Child
from tests.end_to_end.ledger import Ledger
from tests.postgresql import lasting_server
from tests.soak.faults import WAITS_SECONDS, Faults
from tests.soak.hostile import Troublemakers
from tests.soak.log import SLOW, log_time
from tests.soak.people import Regulars
from tests.soak.plan import matches_of
from tests.soak.proof import Evidence, broken, copy_to_file
from tests.soak.resources import Watch
from tests.soak.screens import Screens
from tests.soak.secrets import Secrets
from tests.soak.witness import Witness

TABLES = 24
"""Enough to keep two quiet cores busy: at each table, people mostly wait for its board, whose edits Discord limits."""

SETTINGS = {
    "LOG_LEVEL": "INFO",
    "REVEAL_SECONDS": "0.1",
    "BOARD_SECONDS": "0.2",
    "PICTURE_PROCESSES": "1",
    "SEARCH_SECONDS": "0.02",
}


class Soak:
    """The bot, the stand-in for Discord, and everyone who plays."""

    def __init__(self, discord: Localcord, folder: Path, seed: int, address: str | None) -> None:
        """Shape: `address` is of another database than a file in this folder."""
        rng = Random(seed)
        self._discord = discord
        self._address = address
        self._ledger, self._secrets = Ledger(discord), Secrets(discord)
        self._witness, screens = Witness(discord, self._ledger), Screens(discord)
        self.child = Child(discord, folder, None, **SETTINGS | ({"DATABASE_URL": address} if address else {}))
        self.faults = Faults(discord, self.child, Random(rng.random()))
        self._watch = Watch(self.child)
        note = self._witness.clicks.append
        plans, up = (matches_of(seed, place) for place in range(TABLES)), self.faults.is_up
        self.tables = [
            Regulars(discord, screens, place, rng=Random(rng.random()), plans=plan, clicked=note, is_up=up)
            for place, plan in enumerate(plans)
        ]
        self.troublemakers = Troublemakers(discord, self.tables, Random(rng.random()), note)

    async def run(self, minutes: float) -> list[str]:
        """Plays for this long, then finishes every match. Shape: returns a sentence for each broken invariant."""
        assert await self.child.start()
        found = []
        try:
            await self._play(minutes)
        except Exception as error:  # noqa: BLE001 - what has been played until then is proved all the same
            found.append(f"it ended early: {error!r}")
        code = await self.child.stop()
        self._witness.note()
        found += [f"it ended with {code}"] if code else []
        return found + self._watch.leaks() + await self._broken() + self._unanswered()

    async def _play(self, minutes: float) -> None:
        """Plays for this long, then finishes every match. Raises: what anybody's task has ended with."""
        ends = monotonic() + 60 * minutes
        others = [one.go_on() for one in (self.faults, self.troublemakers, self._watch, self._witness)]
        beside = [asyncio.create_task(one) for one in others]
        playing = [asyncio.create_task(table.play(lambda: monotonic() < ends)) for table in self.tables]
        tasks = [*beside, *playing]
        try:
            await asyncio.wait(tasks, timeout=60 * minutes, return_when=asyncio.FIRST_EXCEPTION)
            await _cancelled(beside)
            for task in tasks:
                if task.done() and not task.cancelled():
                    task.result()
            self._discord.api.outages.clear()
            await asyncio.gather(*playing)
        finally:
            await _cancelled(tasks)

    async def _broken(self) -> list[str]:
        if self._address:
            await copy_to_file(self._address, self.child.database)
        known = set[int]().union(*(table.played for table in self.tables))
        return await broken(
            Evidence(
                ledger=self._ledger,
                secrets=self._secrets,
                known=known,
                forgotten=set[int]().union(*(table.forgotten for table in self.tables)),
                malformed=self._witness.malformed,
                faults=[*self._witness.failures, *self.faults.killed_helpers],
                database=self.child.database,
                log=self.child.log,
            )
        )

    def _unanswered(self) -> list[str]:
        """The clicks that got no answer although the bot was running, and when they were made."""
        lost = (
            click
            for click in self._witness.clicks
            if click.failed
            and click.channel.id in self._discord.world.channels
            and not self.faults.excuse(click.created)
        )
        named = ((click, click.data.get("custom_id") or click.data["name"]) for click in lost)
        return [f"no answer: {click.user.name}, {name}, {log_time(click.created)}" for click, name in named]

    def rows(self) -> Iterable[tuple[str, object]]:
        """The report's lines: a name and a value."""
        finished = sum((table.finished for table in self.tables), Counter[str]())
        yield "matches played to the end", sum(finished.values())
        yield from _indented(finished)
        yield from sorted(sum((table.counts for table in self.tables), Counter[str]()).items())
        yield "clicks and commands", len(self._witness.clicks)
        yield from _indented(self.troublemakers.counts, "hostile: ")
        yield "faults", sum(self.faults.counts.values())
        yield from _indented(self.faults.counts)
        yield "clicks lost while the bot was gone", sum(click.failed for click in self._witness.clicks)
        yield "answers after more than 3 s", self._witness.late
        yield "errors of a busy machine", len(SLOW.findall(self.child.log))
        yield from ((f"{what} at most", most) for what, most in self._watch.peak.items())


async def _cancelled(tasks: Collection[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def _indented(counts: Counter[str], before: str = "") -> Iterator[tuple[str, object]]:
    for kind, number in sorted(counts.items()):
        yield f"  {before}{kind}", number


@contextmanager
def _database(kind: str) -> Iterator[str | None]:
    """The address of a database of this kind; None for a file."""
    if kind == "sqlite":
        yield None
        return
    with lasting_server() as server:
        yield server.url("postgres")


async def soak(minutes: float, seed: int, database: str, folder: Path) -> list[str]:
    """Runs a soak, and prints its report. Shape: a sentence for each broken invariant; the log is in the folder."""
    with _database(database) as address:
        async with Localcord(answer_seconds=WAITS_SECONDS) as discord:
            run = Soak(discord, folder, seed, address)
            try:
                found = await run.run(minutes)
            finally:
                run.child.kill()
    sys.stdout.write("| | |\n| --- | ---: |\n")
    sys.stdout.writelines(f"| {name} | {value} |\n" for name, value in run.rows())
    return found


def main() -> int:
    """Shape: 0 if every invariant holds."""
    parser = argparse.ArgumentParser(prog="tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1_000_000))
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--folder", type=Path, help="where to leave the database and the log")
    given = parser.parse_args()
    sys.stdout.write(f"seed {given.seed}\n")
    sys.stdout.flush()
    with TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        found = asyncio.run(soak(given.minutes, given.seed, given.database, folder))
    sys.stdout.writelines(f"BROKEN: {sentence}\n" for sentence in found)
    sys.stdout.write("Something is broken.\n" if found else "Everything held.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
