"""What happens to matches when one of the bot's helper processes fails, and to these when the bot ends."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from bot.background import computers
from bot.background.computers import Thinker
from bot.interactions.client import Finte
from bot.messages import renderer
from bot.workers.pool import WorkerPool
from bot.workers.searches import search
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fast_timeouts import dot
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, text_of
from tests.faulty import dying_once, hanging_once, has_ended

Faulty = Callable[[Path, Callable[..., Any]], Callable[..., Any]]

FAULTS = pytest.mark.parametrize("faulty", [dying_once, hanging_once])


@pytest.mark.kills
@FAULTS
async def test_a_drawing_process_that_fails_delays_a_board_and_no_move(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, faulty: Faulty, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    bot.renderer._pool = drawing = WorkerPool(1)
    monkeypatch.setattr(renderer, "named_png", faulty(tmp_path, dot))
    monkeypatch.setattr(renderer, "LONGEST_DRAWING_SECONDS", 2)
    monkeypatch.setattr(renderer, "ANSWER_WAITS_SECONDS", 0.1)
    try:
        assert (await table.move(asked)).answered
        await table.until(lambda: "turn: raise" in text_of(table.board) and table.board["attachments"])
        await proof.finish(table)
    finally:
        drawing.close()
    assert "the drawing process died" in caplog.text or "took too long to draw" in caplog.text


@pytest.mark.kills
async def test_while_a_drawing_hangs_a_board_is_edited_in_words(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.renderer._pool = drawing = WorkerPool(1)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(renderer, "named_png", hanging_once(tmp_path, dot))
            patch.setattr(renderer, "ANSWER_WAITS_SECONDS", 0)
            patch.setattr(renderer, "EDIT_WAITS_SECONDS", 0)
            patch.setattr(renderer, "LONGEST_DRAWING_SECONDS", PATIENCE_SECONDS)
            assert (await table.move(asked)).answered
            await table.until(lambda: "turn: raise" in text_of(table.board))
            assert not table.board["attachments"]
    finally:
        drawing.close()
    bot.renderer._pool = None
    await proof.finish(table)


@pytest.mark.kills
@FAULTS
async def test_a_search_process_that_fails_costs_a_computer_its_search_and_no_match(
    discord: Localcord, bot: Finte, proof: Proof, *, faulty: Faulty, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    thinker: Thinker = bot.jobs._thinker
    monkeypatch.setattr(thinker, "_seconds", computers.LEAST_SECONDS)
    monkeypatch.setattr(computers, "search", faulty(tmp_path, search))
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")), bots=1, level="hard")
    await proof.finish(table)
    assert f"a search of bluff {'failed' if faulty is dying_once else 'does not answer'}" in caplog.text


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
