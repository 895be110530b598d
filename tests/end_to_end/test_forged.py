"""Clicks that no honest client sends: each gets a sentence of its own, and changes nothing."""

import re

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, Table, enabled, text_of

OUR_FAULT = "Something went wrong"

FORGED = (
    "",
    "f1",
    "hello",
    "g1|play|{id}|{now}|lift",
    "f1|play|{id}|{now}",
    "f1|play|{id}|{now}|lift|lift",
    "f1|PLAY|{id}|{now}|lift",
    "f1||{id}|{now}|lift",
    "f1|play||{now}|lift",
    "f1|play|{id}||lift",
    "f1|play|-1|{now}|lift",
    "f1|play|{id}|-1|lift",
    "f1|play|999999999|{now}|lift",
    "f1|play|0|0|",
    "f1|play|{id}|{now}|",
    "f1|play|{id}|{now}|;",
    "f1|play|{id}|{now}|bid",
    "f1|play|{id}|{now}|bid 0x1",
    "f1|play|{id}|{now}|bid 99x9",
    "f1|play|{id}|{now}|bid 1x1;bid 2x2",
    "f1|play|{id}|{now}|bid 4x1;expose 1 1 1 1 1 1",
    "f1|play|{id}|{now}|bid 4x1;lift",
    "f1|play|{id}|{now}|roll 1 1 1 1 1 / 1 1 1 1 1",
    "f1|play|{id}|{now}|opening 1 1 1 1 1 / 1 1 1 1 1",
    "f1|play|{id}|{now}|{{seat}}",
    "f1|play|{id}|{now}|'; DROP TABLE moves; --",
    "f1|play|٣|{now}|lift",
    "f1|show|{id}|{now}|999999999999999999999999.0123456789",
    "f1|show|{id}|{now}|.²",
    "f1|show|999999999|{now}|.",
    "f1|show|0|0|",
    "f1|hand|999999999|0|",
    "f1|hand|0|0|",
    "f1|join|{id}|0|",
    "f1|join|999999999|0|",
    "f1|join|0|0|",
    "f1|leave|{id}|0|",
    "f1|leave|999999999|0|",
    "f1|invite|{id}|0|",
    "f1|add|{id}|0|",
    "f1|add|999999999|0|",
    "f1|ask|{id}|0|",
    "f1|remove|{id}|0|1",
    "f1|remove|{id}|0|hard Iris",
    "f1|remove|{id}|0|٣",
    "f1|go|{id}|{now}|",
    "f1|go|{id}|999999|go",
    "f1|go|999999999|0|",
    "f1|settle|{id}|0|",
    "f1|settle|{id}|{now}|1",
    "f1|settle|999999999|0|",
    "f1|settling|{id}|0|",
    "f1|playon|{id}|0|",
    "f1|seats|999999999|0|",
    "f1|leaving|{id}|0|1",
    "f1|replacing|{id}|0|٣",
    "f1|replace|{id}|0|0",
    "f1|replace|{id}|0|²",
    "f1|back|{id}|0|",
    "f1|quit|999999999|0|",
    "f1|another|999999999|0|",
    "f1|remove|{id}|0|steady",
    "f1|remove|999999999|0|nobody",
    "f1|start|{id}|0|",
    "f1|start|999999999|0|",
    "f1|cancel|{id}|0|",
    "f1|cancel|999999999|0|",
    "f1|close|999999999|0|playing",
    "f1|close|{id}|0|lobby",
    "f1|rematch|{id}|0|",
    "f1|rematch|999999999|0|",
    "f1|rank|0|0|",
    "f1|rank|0|0|chess all people 0",
    "f1|rank|0|0|bluff all people -1",
    "f1|rank|0|0|bluff all people 7",
    "f1|rank|0|0|bluff all people 99999999999999999999999999",
    "f1|rank|{id}|7|bluff 7d computer ٣",
    "f1|rankpage|0|0|a b c d e f g",
    "f1|stats|0|0|",
    "f1|stats|0|0|0 bluff",
    "f1|stats|{id}|{now}|99999999999999999999999 chess",
    "f1|statspick|0|0|٣ all",
    "f1|statsall|0|0|1 bluff",
    "f1|history|0|0|1 bluff newer -1",
    "f1|history|0|0|1 all older ²",
    "f1|historypick|0|0|' or 1=1",
    "f1|past|0|0|",
    "f1|past|{id}|0|",
    "f1|past|999999999|0|",
    "f1|review|{id}|0|",
    "f1|review|999999999|0|",
    "f1|reviewed|{id}|0|d0",
    "f1|reviewed|{id}|0|go",
    "f1|reviewed|0|0|",
    "f1|story|0|0|",
    "f1|story|999999999|0|",
    "f1|story|{id}|{now}|earlier 999999.99",
    "f1|story|{id}|0|later -1.0",
    "f1|story|{id}|0|٣.٣",
    "f1|story|{id}|0|newest; lift",
    "f1|explode|{id}|{now}|",
    "f1|play|{id}|{now}|\x00",
    "f1|play|{id}|{now}|\n",
    "x" * 100,
)


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
