"""What happens to a click whose answer comes too late: after three seconds, or after its token has expired."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from localcord.interactions import ANSWER_SECONDS, TOKEN_SECONDS, AnswerKind
from tests.clock import Clock
from tests.end_to_end.proof import Proof
from tests.end_to_end.slow_disk import held
from tests.end_to_end.tables import EPHEMERAL, Table, labels, text_of

LOST = "an interaction was gone before its answer"


@contextmanager
def held_for_too_long(folder: Path, clock: Clock) -> Iterator[None]:
    """Locks the database until every token from before is dead."""
    with held(folder):
        yield
        clock.now += TOKEN_SECONDS + 1


async def test_a_move_whose_answer_comes_after_three_seconds_counts_and_is_shown_on_the_panel(
    table: Table, asked: Person, bot: Finte, clock: Clock, proof: Proof, *, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    store: Callable[..., Awaitable[object]] = bot.store.append

    async def store_slowly(*arguments: object, **named: object) -> None:
        await store(*arguments, **named)
        clock.now += ANSWER_SECONDS
        table.discord.clock_moved()

    with monkeypatch.context() as patch:
        patch.setattr(bot.store, "append", store_slowly)
        move = table.moves(asked)[0]
        assert (await table.move(asked)).failed
    await table.until(lambda: LOST in caplog.text)
    await table.until(lambda: "Not your turn" in text_of(table.panel(asked) or {}))
    assert move not in table.moves(asked)
    await proof.finish(table)


@pytest.mark.usefixtures("bot")
async def test_a_table_that_is_opened_after_fifteen_minutes_gets_a_board_of_its_own(
    discord: Localcord, clock: Clock, proof: Proof, *, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    with held_for_too_long(tmp_path, clock):
        await ana.command("play bluff", {"seats": 2})
    await ben.wait_for(lambda messages: any("Join" in labels(message) for message in messages))
    assert LOST in caplog.text
    table = await Table.shown_by(ben.messages()[-1], discord, ana).joined_by(ben)
    assert (await ana.command("table")).answered
    await table.tap(ana, "Start")
    await proof.finish(table)


@pytest.mark.usefixtures("bot")
async def test_a_table_that_takes_long_to_open_is_public_and_its_panel_private(
    discord: Localcord, tmp_path: Path
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    with held(tmp_path):
        answer = await ana.command("play bluff", {"seats": 2})
        meanwhile = answer.callback_type
    await ben.wait_for(lambda messages: any("Join" in labels(message) for message in messages))
    (board,) = ben.messages()
    table = await Table.shown_by(board, discord, ana).joined_by(ben)
    await table.tap(ana, "Start")
    await table.until(lambda: "round 1" in text_of(table.board))
    panel = table.panel(ana)
    assert meanwhile is AnswerKind.DEFERRED_MESSAGE
    assert panel is not None
    assert panel["flags"] & EPHEMERAL
