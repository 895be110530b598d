"""What somebody has done for the first time is told on the result of the match, and not again."""

import pytest

from bot.interactions.client import Finte
from bot.matches.match import Match
from bot.messages.screens import Screens
from bot.store import First
from bot.words import ENGLISH, words
from cogs.catalogue import SCREENS
from cogs.table.first_pages import first_parts, own_firsts
from localcord import Localcord, Person
from tests.cogs.tables import ANA, BEN, STEADY, seated
from tests.end_to_end.tables import Table as Seats
from tests.end_to_end.tables import labelled, labels, said, text_of
from tests.pages import as_text

BLUFF: Screens = SCREENS["bluff"]
FIRSTS = (First("win", "bluff"), First("win against hard", "bluff"), First("ten finished", ""))
MATCH = Match(seated(ANA, STEADY, BEN, phase="over"), firsts={BEN.user_id: FIRSTS})


def test_the_board_names_everyone_with_a_first() -> None:
    assert as_text(first_parts(MATCH, BLUFF, ENGLISH)).splitlines() == [
        "③ **Ben**: 🎉 First win at Bluff",
        "③ **Ben**: 🎉 First win against Hard at Bluff",
        "③ **Ben**: 🎉 Ten matches in a row played to the end",
    ]


def test_the_board_has_the_space_that_french_puts_before_a_colon() -> None:
    assert as_text(first_parts(MATCH, BLUFF, words("fr"))).startswith("③ **Ben**\N{NO-BREAK SPACE}: 🎉 ")


def test_a_match_without_firsts_says_nothing_of_them() -> None:
    assert first_parts(Match(seated(ANA, BEN, phase="over")), BLUFF, ENGLISH) == ()


def test_a_panel_has_only_its_owners_firsts() -> None:
    assert own_firsts(MATCH, ANA.user_id, BLUFF, ENGLISH) == []
    assert own_firsts(MATCH, BEN.user_id, BLUFF, words("de"))[0] == "🎉 Erster Sieg bei Bluff"


async def win(bot: Finte, discord: Localcord, winner: Person) -> tuple[str, str]:
    """Has the winner's opponent leave a match of two; returns the board and the winner's panel."""
    other = discord.person("Ben")
    table = await Seats.started(discord, (winner, other))
    match_id = int(table.match_id)
    await bot.matches.absences.quit(match_id, int(other.id))
    await bot.matches.endings.settle(match_id, int(winner.id))
    async with bot.matches.rewriting([match_id]):
        pass  # it's read from disk from now on
    await table.until(lambda: "Rematch" in labels(table.board))
    return text_of(table.board), said(await winner.raw_click(table.board, f"f1|hand|{match_id}|0|"))


async def test_a_first_win_stands_on_the_result_and_the_next_one_does_not(
    bot: Finte, discord: Localcord, ana: Person
) -> None:
    for page in await win(bot, discord, ana):
        assert "🎉 First win at Bluff" in page
    for page in await win(bot, discord, ana):
        assert "🎉" not in page


async def test_a_first_that_is_counted_late_is_in_the_statistics_and_on_the_result(
    bot: Finte, discord: Localcord, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sums.standings.count", lambda *_, **__: 1 / 0)
        board, _ = await win(bot, discord, ana)
        assert "🎉" not in board + said(await ana.command("stats"))

    await bot.upkeep.counting.catch_up()

    assert "🎉 First win: Bluff" in said(await ana.command("stats"))
    await ana.command("history")
    listed = ana.messages()[-1]
    await ana.click(listed, labelled(listed, "Result"))
    assert "🎉 First win at Bluff" in text_of(ana.messages()[-1])
