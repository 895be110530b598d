"""`python -m tests.soak`: runs the soak test, and prints its report."""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from localcord import Interaction, Localcord
from tests.end_to_end.child import Child
from tests.end_to_end.ledger import Ledger
from tests.end_to_end.recorder import Recorder
from tests.soak.faults import WAITS_SECONDS, Faults
from tests.soak.hostile import Troublemakers
from tests.soak.people import Regulars
from tests.soak.proof import broken

TABLES = 6
DISCORD_WAITS_SECONDS = 3.0

SETTINGS = {
    "LOG_LEVEL": "INFO",
    "REVEAL_SECONDS": "0.3",
    "BOARD_SECONDS": "0.3",
    "PICTURE_PROCESSES": "1",
    "SEARCH_SECONDS": "0.05",
}


class Soak:
    """The bot, the stand-in for Discord, and everyone who plays."""

    def __init__(self, discord: Localcord, folder: Path, seed: int) -> None:
        rng = Random(seed)
        self._discord = discord
        self._folder = folder
        self._clicks: list[Interaction] = []
        self._ledger, self._recorder = Ledger(discord), Recorder(discord)
        self.child = Child(discord, folder, None, **SETTINGS)
        self.faults = Faults(discord, self.child, Random(rng.random()))
        self.tables = [
            Regulars(discord, place, Random(rng.random()), self._clicks.append, self.faults.is_up)
            for place in range(TABLES)
        ]
        self.troublemakers = Troublemakers(discord, self.tables, Random(rng.random()), self._clicks.append)

    async def run(self, minutes: float) -> list[str]:
        """Plays for this long, then finishes every match. Shape: returns a sentence for each broken invariant."""
        assert await self.child.start()
        ends = monotonic() + 60 * minutes
        trouble = [asyncio.create_task(one.go_on()) for one in (self.faults, self.troublemakers)]
        playing = asyncio.ensure_future(
            asyncio.gather(*(table.play(lambda: monotonic() < ends) for table in self.tables))
        )
        tasks: set[asyncio.Future[Any]] = {playing, *trouble}
        await asyncio.wait(tasks, timeout=60 * minutes, return_when=asyncio.FIRST_EXCEPTION)
        for task in trouble:
            if task.done():
                task.result()  # raises: it never ends by itself
        for task in trouble:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._discord.api.outages.clear()
        await playing
        code = await self.child.stop()
        found = [f"it ended with {code}"] if code else []
        known = set[int]().union(*(table.known for table in self.tables))
        found += await broken(self.child, self._ledger, self._recorder, known, self._folder)
        return found + self._unanswered()

    def _unanswered(self) -> list[str]:
        """The clicks that got no answer although the bot was running."""
        lost = [
            click
            for click in self._clicks
            if click.failed
            and click.channel.id in self._discord.world.channels
            and not self.faults.excuse(click.created)
        ]
        return [f"no answer: {click.user.name}, {click.data.get('custom_id') or click.data['name']}" for click in lost]

    def rows(self) -> Iterable[tuple[str, object]]:
        """The report's lines: a name and a value."""
        finished = sum((table.finished for table in self.tables), Counter[str]())
        yield "matches played to the end", sum(finished.values())
        for game, number in sorted(finished.items()):
            yield f"  {game}", number
        yield "clicks and commands", len(self._clicks)
        for kind, number in sorted(self.troublemakers.counts.items()):
            yield f"  hostile: {kind}", number
        yield "faults", sum(self.faults.counts.values())
        for kind, number in sorted(self.faults.counts.items()):
            yield f"  {kind}", number
        yield "clicks lost while the bot was gone", sum(click.failed for click in self._clicks)
        waits = self._waits()
        cuts = quantiles(waits, n=100, method="inclusive")
        yield "answers, median and 99th percentile", f"{1000 * cuts[49]:.0f} ms, {1000 * cuts[98]:.0f} ms"
        yield "answers after more than 3 s", sum(wait > DISCORD_WAITS_SECONDS for wait in waits)

    def _waits(self) -> list[float]:
        """How long the answered clicks waited. Units: seconds."""
        came: dict[str, float] = {}
        for request in self._discord.requests:
            _, route, interaction_id, *_ = (*request.path.split("/"), "", "")
            if route == "interactions":
                came.setdefault(interaction_id, request.time)
        return [came[click.id] - click.created for click in self._clicks if click.answered and click.id in came]


async def _soak(minutes: float, seed: int) -> int:
    with TemporaryDirectory() as folder:
        async with Localcord(answer_seconds=WAITS_SECONDS) as discord:
            soak = Soak(discord, Path(folder), seed)
            try:
                found = await soak.run(minutes)
            except BaseException:
                sys.stderr.write(soak.child.log[-20_000:])
                raise
            finally:
                soak.child.kill()
    sys.stdout.write("| | |\n| --- | ---: |\n")
    for name, value in soak.rows():
        sys.stdout.write(f"| {name} | {value} |\n")
    for sentence in found:
        sys.stdout.write(f"BROKEN: {sentence}\n")
    sys.stdout.write("Everything held.\n" if not found else "")
    return 1 if found else 0


def main() -> int:
    """Runs the soak test. Shape: returns 1 if an invariant is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Plays through faults and attacks.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    chosen = parser.parse_args()
    sys.stdout.write(f"seed {chosen.seed}\n")
    sys.stdout.flush()
    return asyncio.run(_soak(chosen.minutes, chosen.seed))


if __name__ == "__main__":
    sys.exit(main())
