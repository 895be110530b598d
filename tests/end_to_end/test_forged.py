"""Clicks that no honest client sends: each gets a sentence of its own, and changes nothing."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.forgeries import FORGED
from tests.end_to_end.tables import EPHEMERAL, Table, text_of

COMPONENTS_V2 = 1 << 15

OUR_FAULT = "Something went wrong"


@pytest.fixture
async def table(discord: Localcord, bot: Finte) -> Table:  # noqa: ARG001 - it plays here
    """Ana and Ben's match, which has begun."""
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")), reroll=True)
    await table.until(lambda: table.asked)
    return table


async def test_a_forged_custom_id_gets_a_sentence_and_changes_nothing(table: Table, bot: Finte, clock: Clock) -> None:
    assert table.asked
    decision = table.moves(table.asked)[0].split("|")[3]
    before = (await bot.store.table(1), await bot.store.log(1))
    for form in FORGED:
        clock.now += 1
        for person in (*table.people, table.discord.person("Dora")):
            answer = await person.raw_click(table.board, form.format(id=table.match_id, now=decision))
            assert answer.message is not None, (form, answer.error)
            assert answer.message["flags"] & EPHEMERAL, form
            assert text_of(answer.message), form
            assert OUR_FAULT not in text_of(answer.message), form
        assert (await bot.store.table(1), await bot.store.log(1)) == before, form
    for chosen in ("", "x", "-1.", "99.", "0.99999", ".٣", "1.0.1.2", "9" * 100):
        clock.now += 1
        answer = await table.asked.raw_click(table.board, f"f1|show|{table.match_id}|{decision}|", [chosen])
        assert answer.message is not None, chosen
        assert "Your turn" in text_of(answer.message), chosen
    for menu in ("calls|0|0|most", "calls|0|0|games", "calls|0|0|clock", "calls|0|0|begins", "calls|0|0|ends",
                 *(f"setting|0|0|{key}" for key in ("pings", "clock", "from", "invites", "threads", "language")),
                 f"invite|{table.match_id}|0|"):  # fmt: skip
        for chosen in ("", "-", "--1", "1-", "٣", "²", "9" * 100, "nobody"):
            clock.now += 1
            answer = await table.asked.raw_click(table.board, f"f1|{menu}", [chosen])
            assert answer.message is not None, (menu, chosen)
            assert OUR_FAULT not in text_of(answer.message), (menu, chosen)


async def test_a_forged_click_on_a_private_sentence_opens_the_page_in_a_new_message(table: Table) -> None:
    dora = table.discord.person("Dora")
    sentence = (await dora.raw_click(table.board, f"f1|play|{table.match_id}|0|doubt")).message
    assert sentence
    assert not sentence["flags"] & COMPONENTS_V2
    answer = await dora.raw_click(sentence, "f1|daily|0|0|")

    assert answer.message
    assert answer.message["id"] != sentence["id"]
    assert OUR_FAULT not in text_of(answer.message)
