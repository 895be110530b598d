"""`/rules`, page by page, and beside a panel."""

from bot.interactions.client import Finte
from localcord import Person
from tests.end_to_end.tables import Table, labelled, labels, said, text_of


async def test_the_rules_are_turned_page_by_page_and_a_forged_page_is_the_first(bot: Finte, ana: Person) -> None:  # noqa: ARG001 - it answers her
    answer = await ana.command("rules", {"game": "bluff"})
    assert said(answer).startswith("## The idea\n-# Bluff · page 1 of 9")
    opened = ana.messages()[-1]
    assert "◀ Back" not in labels(opened)
    await ana.click(opened, labelled(opened, "Next ▶"))
    assert text_of(ana.messages()[-1]).startswith("## Dice and stars")
    assert len(ana.messages()) == 1

    for text in ("", "chess", "bluff nonsense", "bluff 99"):
        await ana.raw_click(ana.messages()[-1], f"f1|chapter|0|0|{text}")
        assert text_of(ana.messages()[-1]).startswith("## The idea\n-# Bluff")


async def test_the_rules_open_beside_a_panel_and_not_in_its_place(table: Table) -> None:
    player = table.people[0]
    panel = table.panel(player)
    assert panel

    assert said(await player.raw_click(panel, "f1|rules|0|0|bluff doubting")).startswith("## Doubting")
    assert table.panel(player) == panel
