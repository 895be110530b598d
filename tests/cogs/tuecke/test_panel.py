"""The panel of Mit List und Tücke."""

from bot.pages.faces import plain
from bot.pages.page import Row
from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.tuecke.panel import panel, why
from games.core import Seat
from tests.cogs.tables import ANA, BEN, CLEO, STEADY, seated
from tests.games.tuecke.tables import own_view, play, table
from tests.pages import as_text

DORA = Person(4, "Dora")
FOUR_COLOURS = play(
    table("r1 r9 / g1 b2 / r5 b3 / r6 b4", taken="r10 r11 y2 b3 / - / - / -"), "r9 g1 r5 r6, take r5 g1"
)


def test_a_player_who_takes_cards_sees_their_hand() -> None:
    state = play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4")
    shown = as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, "")).splitlines()

    assert shown[shown.index("Your hand:") + 1] == "(💧 8) (💧 9)"


def test_a_player_who_takes_cards_is_told_why_they_cannot_play_their_hand() -> None:
    view = own_view(play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4"))

    assert "[Why not?]" in as_text(panel(seated(ANA, BEN, CLEO, DORA), view, ENGLISH, ""))
    assert plain(why(view, ENGLISH, "")) == (
        "**💧 8 · 💧 9** – First take your cards from the trick: 2 of ❤️ 1 · ❤️ 2 · ☀️ 3 · ☀️ 4."
    )


def test_after_the_last_trick_nothing_is_barred_when_colours_are_chosen() -> None:
    before = table("r1 / r2 / y3 / y4", taken="g1 g2 b1 / g3 b2 / g4 b3 / g5 b4")
    view = own_view(play(before, "r1 r2 y3 y4, take r2 y3"))

    assert "[Rules]" in as_text(panel(seated(ANA, BEN, CLEO, DORA), view, ENGLISH, "")).splitlines()


def test_a_player_who_takes_cards_of_the_last_trick_has_no_hand() -> None:
    state = play(table("r1 / r2 / y3 / y4"), "r1 r2 y3 y4")

    assert "Your hand" not in as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, ""))


def test_the_colours_to_keep_stand_in_twos_with_what_they_are_worth_and_one_is_suggested() -> None:
    parts = panel(seated(ANA, BEN, CLEO, STEADY), own_view(FOUR_COLOURS), ENGLISH, "")
    first, second, third, *_ = [part for part in parts if isinstance(part, Row)]

    assert as_text([first, second, third]).splitlines() == [
        "[❤️ 3 + ☀️ 1 → 1] [❤️ 3 + 🍀 1 → 1]",
        "[❤️ 3 + 💧 1 → 1 !] [☀️ 1 + 🍀 1 → 0]",
        "[☀️ 1 + 💧 1 → 0] [🍀 1 + 💧 1 → 0]",
    ]


def test_a_player_who_plays_sees_the_trick_what_is_closed_and_their_own_piles() -> None:
    state = play(table("r1 g7 / y2 b8 / b3 y5 / g4 y6", taken="r10 r11 y7 / g1 / - / -"), "r1 y2 b3")
    shown = as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, "")).splitlines()

    assert shown == [
        "## Your turn · ❤️ red was led",
        "In the trick: ① **Ana** ❤️ 1 👑 · ② **Ben** ☀️ 2 🥈 · ③ **Cleo** 💧 3",
        "[☀️ 6] (🍀 4)",
        "[Why not?] [Rules]",
        "Trump for this trick: ❤️ red · closed: 🍀 green",
        "-# ① has ❤️, ☀️ · ② has 🍀",
    ]


def test_a_player_who_waits_sees_whose_turn_it_is_and_their_own_piles() -> None:
    state = play(table("r1 g7 / y2 b8 / b3 y5 / g4 y6", taken="r10 r11 y7 / g1 / - / -"), "r1 y2 b3")
    shown = as_text(panel(seated(ANA, BEN, CLEO, DORA), state.view(Seat(0)), ENGLISH, "")).splitlines()

    assert shown[:3] == [
        "## Not your turn",
        "▶ ④ **Dora**: play a card · ❤️ red was led",
        "In the trick: ① **Ana** ❤️ 1 👑 · ② **Ben** ☀️ 2 🥈 · ③ **Cleo** 💧 3",
    ]
    assert "Your piles: ❤️ 2 · ☀️ 1 · discard: 0 · worth now: ❤️ 2 × ☀️ 1 = **2**" in shown


def test_a_player_who_takes_is_told_who_gets_the_rest() -> None:
    state = play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4")
    shown = as_text(panel(seated(ANA, BEN, CLEO, DORA), own_view(state), ENGLISH, "")).splitlines()

    assert shown[1] == "The rest goes to ③ **Cleo**."
