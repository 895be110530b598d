"""What happens to matches when one of the bot's helper processes fails."""

import os
import signal

import pytest

from bot.interactions.client import Finte
from bot.messages import studio
from bot.workers.processes import Processes
from localcord import Person
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, text_of


@pytest.mark.kills
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
async def test_a_drawing_process_that_fails_delays_a_board_and_no_move(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, blow: signal.Signals, caplog: pytest.LogCaptureFixture
) -> None:
    bot.studio._processes = drawing = Processes(1)
    try:
        await drawing.run(os.getpid)
        (worker,) = drawing._executor._processes.values()
        assert worker.pid
        os.kill(worker.pid, blow)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(studio, "LONGEST_DRAWING_SECONDS", 0.5)
            patch.setattr(studio, "ANSWER_WAITS_SECONDS", 0.1)
            assert (await table.move(asked)).answered
            await table.until(lambda: "turn: raise" in text_of(table.board))
        await proof.finish(table)
    finally:
        drawing.close()
    assert "the drawing process died" in caplog.text or "took too long to draw" in caplog.text
