"""What happens to matches when one of the bot's helper processes fails."""

import os
import signal

import pytest

from bot.interactions.client import Finte
from bot.messages import renderer
from bot.workers import thinking
from bot.workers.processes import Processes
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.faults.patience import lose_patience
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, text_of


@pytest.mark.kills
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
async def test_a_drawing_process_that_fails_delays_a_board_and_no_move(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, blow: signal.Signals, caplog: pytest.LogCaptureFixture
) -> None:
    bot.renderer._processes = drawing = Processes(1)
    try:
        await drawing.run(os.getpid)
        (worker,) = drawing.pids
        os.kill(worker, blow)
        with pytest.MonkeyPatch.context() as patch:
            lose_patience(drawing, renderer, "LONGEST_DRAWING_SECONDS", patch)
            patch.setattr(renderer, "ANSWER_WAITS_SECONDS", 0.1)
            assert (await table.move(asked)).answered
            await table.until(lambda: "turn: raise" in text_of(table.board) and table.board["attachments"])
        await proof.finish(table)
    finally:
        drawing.close()
    assert "the drawing process died" in caplog.text or "took too long to draw" in caplog.text


@pytest.mark.kills
async def test_while_the_drawing_process_hangs_a_board_is_edited_in_words(
    table: Table, bot: Finte, asked: Person, proof: Proof
) -> None:
    bot.renderer._processes = drawing = Processes(1)
    try:
        await drawing.run(os.getpid)
        (worker,) = drawing.pids
        os.kill(worker, signal.SIGSTOP)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(renderer, "ANSWER_WAITS_SECONDS", 0)
            patch.setattr(renderer, "EDIT_WAITS_SECONDS", 0)
            patch.setattr(renderer, "LONGEST_DRAWING_SECONDS", PATIENCE_SECONDS)
            assert (await table.move(asked)).answered
            await table.until(lambda: "turn: raise" in text_of(table.board))
            assert not table.board["attachments"]
        os.kill(worker, signal.SIGCONT)
        await table.until(lambda: table.board["attachments"])
        assert drawing.pids == (worker,)
        await proof.finish(table)
    finally:
        drawing.close()


@pytest.mark.kills
@pytest.mark.parametrize(
    ("blow", "said"),
    [(signal.SIGKILL, "a search of bluff failed"), (signal.SIGSTOP, "a search of bluff does not answer")],
    ids=["dies", "hangs"],
)
async def test_a_search_process_that_fails_costs_a_computer_its_search_and_no_match(
    discord: Localcord,
    bot: Finte,
    proof: Proof,
    *,
    blow: signal.Signals,
    said: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot.jobs._thinker, "_seconds", thinking.LEAST_SECONDS)
    searching = bot.jobs._thinker._processes
    assert searching
    await searching.run(os.getpid)
    (worker,) = searching.pids
    if blow == signal.SIGSTOP:
        lose_patience(searching, thinking, "START_SECONDS", monkeypatch)
    os.kill(worker, blow)
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")), bots=1, level="hard")
    await proof.finish(table)
    assert said in caplog.text
