"""What players read when the database is gone between an answer and the note of where it was posted."""

import pytest
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.errors import Busy
from bot.interactions.client import Finte
from bot.store.panels import PanelStore
from bot.store.store import Store
from localcord import Localcord
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import EPHEMERAL, Table, text_of


async def gone(*_: object) -> None:
    raise NoConnection("the database was busy for too long")


async def test_a_panel_whose_place_cannot_be_stored_is_busy_and_its_match_goes_on(
    discord: Localcord,
    bot: Finte,  # noqa: ARG001 - it plays here
    proof: Proof,
    *,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.opened(discord, ana, seats=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PanelStore, "remember", gone)
        table = await table.joined_by(ben)
        await table.until(lambda: any(str(Busy()) in text_of(shown) for shown in ben.messages()))
    assert "Something went wrong" not in "".join(map(text_of, ben.messages()))
    assert "ERROR" not in caplog.text
    assert "the database gave no answer to a click" in caplog.text
    await table.tap(ana, "Start")
    await proof.finish(table)


@pytest.mark.parametrize("is_clicked", [True, False], ids=["and clicked", "and not clicked"])
async def test_a_board_whose_place_cannot_be_stored_shows_its_match_to_the_end(
    discord: Localcord, bot: Finte, proof: Proof, *, is_clicked: bool
) -> None:
    ana = discord.person("Ana")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "place_board", gone)
        table = await Table.opened(discord, ana, seats=2, bots=0 if is_clicked else 1)
        await table.until(lambda: any(str(Busy()) in text_of(shown) for shown in ana.messages()))
        if is_clicked:
            table = await table.joined_by(discord.person("Ben"))
            await table.press(ana, "My panel")
            await table.tap(ana, "Start")
    await proof.finish(table, is_listed=is_clicked)
    await table.until(lambda: table.is_over)

    assert [shown["id"] for shown in ana.messages() if not shown["flags"] & EPHEMERAL] == [table.first_board_id]
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert str(stored.board_id) == table.first_board_id
