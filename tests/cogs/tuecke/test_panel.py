"""The private page of Mit List und Tücke, read by hand."""

from bot.table import Person
from bot.words import ENGLISH
from cogs.tuecke.panel import panel
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.tuecke.tables import own_view, play, table
from tests.pages import as_text

DORA = Person(4, "Dora")


def test_who_takes_cards_sees_his_hand() -> None:
    state = play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4")
    shown = as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, "")).splitlines()

    assert shown[shown.index("Your hand:") + 1] == "(💧 8) (💧 9)"


def test_who_takes_cards_of_the_last_trick_has_no_hand() -> None:
    state = play(table("r1 / r2 / y3 / y4"), "r1 r2 y3 y4")

    assert "Your hand" not in as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, ""))
