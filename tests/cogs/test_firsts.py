"""What somebody has done for the first time is told on the result of the match, and not again."""

from bot.interactions.client import Finte
from bot.matches.match import Match
from bot.store.results import First
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.table.endings import first_parts, outcome_of, own_firsts
from localcord import Localcord, Person
from tests.bot.people import play_out
from tests.cogs.tables import ANA, BEN, STEADY, seated
from tests.end_to_end.tables import Table as Seats
from tests.end_to_end.tables import labels, said, text_of
from tests.pages import as_text

BLUFF = GAME_UIS["bluff"]
FIRSTS = (First("win", "bluff"), First("win against hard", "bluff"), First("ten finished", ""))
MATCH = Match(seated(ANA, STEADY, BEN, phase="over"), firsts={BEN.user_id: FIRSTS})


def test_the_board_names_everyone_with_a_first_and_a_panel_its_owner_alone() -> None:
    assert as_text(first_parts(MATCH, BLUFF, ENGLISH)).splitlines() == [
        "③ **Ben**: 🎉 First win at Bluff",
        "③ **Ben**: 🎉 First win against Hard at Bluff",
        "③ **Ben**: 🎉 Ten matches in a row played to the end",
    ]
    assert as_text(first_parts(MATCH, BLUFF, words("fr"))).startswith("③ **Ben**\N{NO-BREAK SPACE}: 🎉 ")
    assert first_parts(Match(seated(ANA, BEN, phase="over")), BLUFF, ENGLISH) == ()
    assert own_firsts(MATCH, ANA.user_id, BLUFF, ENGLISH) == []
    assert own_firsts(MATCH, BEN.user_id, BLUFF, words("de"))[0] == "🎉 Erster Sieg bei Bluff"


async def test_a_first_win_stands_on_the_result_and_the_next_one_does_not(
    bot: Finte, discord: Localcord, ana: Person, ben: Person
) -> None:
    known: set[str] = set()
    for _ in range(3):  # of three wins, one is somebody's second
        table = await Seats.started(discord, (ana, ben))
        match_id = int(table.match_id)
        over = await play_out(bot.matches, await bot.matches.get(match_id))
        winner = (ana, ben)[outcome_of(over).places.index(1)]
        async with bot.matches.rewriting([match_id]):
            pass  # it's read from disk from now on
        await table.until(lambda: "Rematch" in labels(table.board))  # noqa: B023 - called at once

        panel = said(await winner.raw_click(table.board, f"f1|hand|{match_id}|0|"))
        for shown in (text_of(table.board), panel):
            assert ("🎉 First win at Bluff" in shown) == (winner.id not in known)
        known.add(winner.id)
