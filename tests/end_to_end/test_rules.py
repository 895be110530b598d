"""`/rules`, page by page, and the buttons that lead to it."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.end_to_end.tables import Table, labelled, labels, said, text_of


@pytest.fixture
def ana(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers her
    """A person in the channel."""
    return discord.person("Ana")


async def test_the_rules_are_turned_page_by_page(ana: Person) -> None:
    answer = await ana.command("rules", {"game": "bluff"})
    assert said(answer).startswith("## The idea\n-# Bluff · page 1 of 9")

    opened = ana.messages()[-1]
    assert "◀ Back" not in labels(opened)
    await ana.click(opened, labelled(opened, "Next ▶"))

    assert text_of(ana.messages()[-1]).startswith("## Dice and stars")
    assert len(ana.messages()) == 1


@pytest.mark.parametrize("text", ["", "chess", "bluff nonsense", "bluff 99"])
async def test_a_forged_page_is_the_first_one(ana: Person, text: str) -> None:
    await ana.command("rules", {"game": "bluff"})
    await ana.raw_click(ana.messages()[-1], f"f1|chapter|0|0|{text}")

    assert text_of(ana.messages()[-1]).startswith("## The idea\n-# Bluff")


async def test_the_rules_open_beside_a_panel_and_not_in_its_place(table: Table) -> None:
    player = table.people[0]
    panel = table.panel(player)
    assert panel

    opened = await player.raw_click(panel, "f1|rules|0|0|bluff doubting")

    assert said(opened).startswith("## Doubting")
    assert table.panel(player) == panel
