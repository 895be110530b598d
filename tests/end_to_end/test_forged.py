"""Clicks that no honest client sends: each gets a sentence of its own, and changes nothing."""

import re

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.forgeries import FORGED
from tests.end_to_end.tables import EPHEMERAL, Table, enabled, text_of

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


@pytest.mark.parametrize("chosen", ["", "x", "-1.", "99.", "0.99999", ".٣", "1.0.1.2", "9" * 100], ids=ascii)
async def test_a_forged_choice_shows_the_panel_and_changes_nothing(table: Table, bot: Finte, chosen: str) -> None:
    player = table.asked
    assert player
    decision = table.moves(player)[0].split("|")[3]
    before = await bot.store.log(1)
    answer = await player.raw_click(table.board, f"f1|show|{table.match_id}|{decision}|", [chosen])
    assert answer.message is not None
    assert "Your turn" in text_of(answer.message)
    assert await bot.store.log(1) == before


async def test_a_select_without_a_choice_shows_the_panel(table: Table) -> None:
    player = table.asked
    assert player
    decision = table.moves(player)[0].split("|")[3]
    answer = await player.raw_click(table.board, f"f1|show|{table.match_id}|{decision}|", [])
    assert answer.message is not None
    assert "Your turn" in text_of(answer.message)


CARD_IN_A_RECORD = re.compile(r"\b[rygb]\d+\b")


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [("faehrte", 3, ("hide J",)), ("tuecke", 4, tuple(f"play r{value}" for value in range(1, 15)))],
    ids=["faehrte", "tuecke"],
)
@pytest.mark.usefixtures("bot")
async def test_a_refusal_of_a_forged_move_names_cards_as_the_panels_do_or_none(
    discord: Localcord, game: str, seats: int, moves: tuple[str, ...]
) -> None:
    ana = discord.person("Ana")
    table = await Table.started(discord, (ana,), game, bots=seats - 1)
    await table.until(lambda: table.asked)
    panel = table.panel(ana)
    assert panel
    *_, decision, _ = enabled(panel, "play", "show")[0]["custom_id"].split("|")
    offered = {custom_id.split("|")[-1] for custom_id in table.moves(ana)}
    forged = next(move for move in moves if move not in offered)

    answer = await table.forge(ana, f"f1|play|{table.match_id}|{decision}|{forged}")

    assert re.search(r"You can (hide|play): [❤☀🍀💧]|That isn't possible right now\.", answer), answer
    assert not CARD_IN_A_RECORD.search(answer)
