"""What happens to reviews, and to matches meanwhile, when the process that judges decisions fails."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.interactions.client import Finte
from bot.matches import reviews
from bot.matches.reviews import Review, Reviewer
from bot.workers.searches import judge
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.proof import Proof
from tests.end_to_end.short import short_options
from tests.end_to_end.tables import Table
from tests.faulty import dying_once, hanging_once

SECONDS = 0.01


async def until_done(bot: Finte, table: Table, person: Person) -> Review:
    """A person's review, once it's done."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (review := await bot.reviews.look(int(table.match_id), int(person.id))).is_done:  # noqa: ASYNC110
            await asyncio.sleep(0)  # a row on the disk sets no event
    return review


@pytest.mark.kills
@pytest.mark.parametrize("faulty", [dying_once, hanging_once])
async def test_a_review_process_that_fails_costs_a_try_and_no_move(
    discord: Localcord, bot: Finte, proof: Proof, *, faulty: Callable[[Path, Any], Any], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.setattr(reviews, "judge", faulty(tmp_path, judge))
    monkeypatch.setattr(reviews, "PATIENCE_SECONDS", 2)
    bot.reviews._reviewer = Reviewer(SECONDS)
    ana, ben = discord.person("Ana"), discord.person("Ben")
    over = await Table.started(discord, (ana, ben), "bluff", **short_options("bluff"))
    await over.play_on(Random(1))
    assert (await ana.command("review")).answered
    table = await Table.started(discord, (ana, ben))
    await table.until(lambda: table.asked)
    assert table.asked
    assert (await table.move(table.asked)).answered
    assert (await until_done(bot, over, ana)).verdicts
    assert caplog.text.count("was not judged") == 1
    await proof.finish(table)
