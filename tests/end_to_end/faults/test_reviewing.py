"""What happens to reviews, and to matches meanwhile, when the process that judges decisions fails."""

import asyncio
import os
import signal
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.matches.reviews import Review
from bot.workers import reviewing
from bot.workers.processes import Processes
from bot.workers.reviewing import Reviewer
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.faults.patience import lose_patience
from tests.end_to_end.proof import Proof
from tests.end_to_end.short import short_options
from tests.end_to_end.tables import Table

SECONDS = 0.01


async def struck(bot: Finte, fault: str, patch: pytest.MonkeyPatch) -> int:
    """Has a process judge decisions from now on, and strikes it. Shape: its number."""
    bot.reviews._reviewer = reviewer = Reviewer(SECONDS)
    reviewer._processes = processes = Processes(1)
    pid = await processes.run(os.getpid)
    os.kill(pid, signal.SIGKILL if fault == "dies" else signal.SIGSTOP)
    if fault == "hangs":
        lose_patience(processes, reviewing, "PATIENCE_SECONDS", patch)
    return pid


async def until_done(bot: Finte, table: Table, person: Person) -> Review:
    """A person's review, once it's done."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (review := await bot.reviews.look(int(table.match_id), int(person.id))).is_done:  # noqa: ASYNC110
            await asyncio.sleep(0)  # a row on the disk sets no event
    return review


@pytest.mark.kills
@pytest.mark.parametrize("fault", ["dies", "hangs", "is slow"])
async def test_a_review_process_that_fails_costs_a_try_and_no_move(
    discord: Localcord, bot: Finte, proof: Proof, *, fault: str, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    ana, ben = discord.person("Ana"), discord.person("Ben")
    over = await Table.started(discord, (ana, ben), "bluff", **short_options("bluff"))
    await over.play_on(Random(1))
    pid = await struck(bot, fault, monkeypatch)
    assert (await ana.command("review")).answered
    table = await Table.started(discord, (ana, ben))
    await table.until(lambda: table.asked)
    assert table.asked
    assert (await table.move(table.asked)).answered
    await table.until(lambda: fault == "is slow" or "was not judged" in caplog.text)
    if fault == "is slow":
        os.kill(pid, signal.SIGCONT)
    assert (await until_done(bot, over, ana)).verdicts
    assert ("was not judged" in caplog.text) is (fault != "is slow")
    await proof.finish(table)
