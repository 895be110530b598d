"""What happens to matches when one of the bot's helper processes fails, and to these when the bot ends."""

import asyncio
import re
from pathlib import Path
from random import Random

import psutil
import pytest

from bot.background import computers
from bot.background.computers import Thinker
from bot.interactions.client import Finte
from bot.matches import reviews
from bot.matches.reviews import Review, Reviewer
from bot.messages import renderer
from bot.workers.pool import WorkerPool
from bot.workers.searches import judge, search
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fast_timeouts import dot
from tests.end_to_end.proof import Proof
from tests.end_to_end.short import short_options
from tests.end_to_end.tables import Table, text_of
from tests.faulty import dying_once, hanging_once, has_ended


@pytest.mark.kills
async def test_a_drawing_process_that_dies_delays_a_board_and_no_move(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    bot.renderer._pool = drawing = WorkerPool(1)
    monkeypatch.setattr(renderer, "named_png", dying_once(tmp_path, dot))
    monkeypatch.setattr(renderer, "ANSWER_WAITS_SECONDS", 0.1)
    try:
        assert (await table.move(asked)).answered
        await table.until(lambda: "turn: raise" in text_of(table.board) and table.board["attachments"])
        await proof.finish(table)
    finally:
        drawing.close()
    assert "the drawing process died" in caplog.text


@pytest.mark.kills
async def test_a_search_process_that_hangs_costs_a_computer_its_search_and_no_match(
    discord: Localcord, bot: Finte, proof: Proof, *, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    thinker: Thinker = bot.jobs._thinker
    monkeypatch.setattr(thinker, "_seconds", computers.LEAST_SECONDS)
    monkeypatch.setattr(computers, "search", hanging_once(tmp_path, search))
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")), bots=1, level="hard")
    await proof.finish(table)
    assert "a search of bluff does not answer" in caplog.text


async def until_done(bot: Finte, table: Table, person: Person) -> Review:
    """A person's review, once it's done."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (review := await bot.reviews.look(int(table.match_id), int(person.id))).is_done:  # noqa: ASYNC110
            await asyncio.sleep(0)  # a row on the disk sets no event
    return review


@pytest.mark.kills
async def test_a_review_process_that_dies_costs_a_try_and_no_move(
    discord: Localcord, bot: Finte, proof: Proof, *, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.setattr(reviews, "judge", dying_once(tmp_path, judge))
    bot.reviews._reviewer = Reviewer(0.01)
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


@pytest.mark.kills
async def test_a_bot_that_is_stopped_ends_its_helper_processes_and_logs_no_error(tmp_path: Path) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, PICTURE_PROCESSES="1", SEARCH_SECONDS="0.1")
        assert await child.start()
        bot = psutil.Process(child.pid)
        table = await Table.started(discord, [discord.person("Ana")], bots=1, level="hard")
        await table.until(lambda: table.asked and table.board["attachments"])
        assert table.asked
        await table.move(table.asked)
        await table.until(lambda: table.asked)
        helpers = bot.children(recursive=True)
        assert sum("multiprocessing-fork" in helper.cmdline()[-1] for helper in helpers) == 2
        for helper in helpers:
            helper.terminate()  # as a supervisor does that stops the whole group
        assert await child.stop() == 0
        for helper in helpers:
            assert await has_ended(helper.pid)
    assert not {"ERROR", "Traceback", "resource_tracker"} & {*re.findall(r"\w+", child.log)}
