"""Discord waits only three seconds, so an answer comes in two steps if the disk is slow."""

from pathlib import Path

import pytest

from localcord import Localcord
from localcord.interactions import AnswerKind
from tests.end_to_end.slow_disk import held
from tests.end_to_end.tables import EPHEMERAL, Table, labels, text_of

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_move_that_takes_long_is_acknowledged_at_first_and_shown_when_it_is_stored(
    discord: Localcord, tmp_path: Path
) -> None:
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    player = table.asked
    assert player
    with held(tmp_path):
        answer = await table.move(player)
        meanwhile = answer.callback_type
    await player.wait_for(lambda _: answer.message is not None and "Not your turn" in text_of(answer.message))
    assert meanwhile is AnswerKind.DEFERRED_UPDATE


async def test_a_table_that_takes_long_to_open_is_public_and_its_panel_private(
    discord: Localcord, tmp_path: Path
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    with held(tmp_path):
        answer = await ana.command("play bluff", {"seats": 2})
        meanwhile = answer.callback_type
    await ben.wait_for(lambda messages: any("Join" in labels(message) for message in messages))
    (board,) = ben.messages()
    table = Table.shown_by(board, discord, ana)
    await table.joined_by(ben)
    await table.tap(ana, "Start")
    await table.until(lambda: "round 1" in text_of(table.board))
    panel = table.panel(ana)
    assert meanwhile is AnswerKind.DEFERRED_MESSAGE
    assert panel is not None
    assert panel["flags"] & EPHEMERAL
