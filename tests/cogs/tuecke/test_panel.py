"""The private page of Mit List und Tücke, read by hand."""

from bot.faces import plain
from bot.table import Person
from bot.words import ENGLISH
from cogs.tuecke.panel import panel, why
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.tuecke.tables import own_view, play, table
from tests.pages import as_text

DORA = Person(4, "Dora")


def test_who_takes_cards_sees_his_hand() -> None:
    state = play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4")
    shown = as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, "")).splitlines()

    assert shown[shown.index("Your hand:") + 1] == "(💧 8) (💧 9)"


def test_who_takes_cards_is_told_why_he_plays_none_of_his_hand() -> None:
    view = own_view(play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4"))

    assert "[Why not the others?]" in as_text(panel(seated(ANA, BEN, CLEO, DORA), view, ENGLISH, ""))
    assert plain(why(view, ENGLISH, "")) == (
        "**💧 8 · 💧 9** – The trick is complete. You are to take 2 of: ❤️ 1 · ❤️ 2 · ☀️ 3 · ☀️ 4."
    )


def test_after_the_last_trick_nothing_is_barred_when_colours_are_chosen() -> None:
    before = table("r1 / r2 / y3 / y4", taken="g1 g2 b1 / g3 b2 / g4 b3 / g5 b4")
    view = own_view(play(before, "r1 r2 y3 y4, take r2 y3"))

    assert as_text(panel(seated(ANA, BEN, CLEO, DORA), view, ENGLISH, "")).splitlines()[-1] == "[Rules]"


def test_who_takes_cards_of_the_last_trick_has_no_hand() -> None:
    state = play(table("r1 / r2 / y3 / y4"), "r1 r2 y3 y4")

    assert "Your hand" not in as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, ""))
