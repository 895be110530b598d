"""What somebody has done for the first time is told on the result of the match, and not again."""

from bot.matches.match import Match
from bot.store.results import First
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.table.endings import first_parts, own_firsts
from tests.cogs.tables import ANA, BEN, STEADY, seated
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
