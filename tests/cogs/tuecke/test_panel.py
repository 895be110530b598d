"""The panel of Mit List und Tücke."""

from bot.pages.faces import plain
from bot.words import ENGLISH
from cogs.tuecke.panel import panel, why
from games.tuecke.view import TueckeView
from tests.cogs.tables import ANA, BEN, CLEO, DORA, STEADY, seated
from tests.games.tuecke.tables import own_view, play, table
from tests.pages import as_text

FOUR_COLOURS = play(
    table("r1 r9 / g1 b2 / r5 b3 / r6 b4", taken="r10 r11 y2 b3 / - / - / -"), "r9 g1 r5 r6, take r5 g1"
)


def lines(view: TueckeView, show: str = "") -> list[str]:
    return as_text(panel(seated(ANA, BEN, CLEO, DORA), view, ENGLISH, show)).splitlines()


def test_a_player_who_takes_cards_sees_their_hand_and_who_gets_the_rest() -> None:
    view = own_view(play(table("r1 g7 / r2 b8 b9 / y3 y5 / y4 y6"), "r1 r2 y3 y4"))
    shown, few = lines(view), lines(view, "r1")

    assert shown[1] == "The rest goes to ③ **Cleo**."
    assert "Your cards: 💧 8, 9" in shown
    assert not any(line.startswith("(") for line in shown)
    assert "[Rules]" in shown
    assert "[Why not?] [Rules]" in few
    assert plain(why(view, ENGLISH, "r1")) == "Choose 2: you've chosen 1."
    assert ["|take " in repr(panel(seated(ANA, BEN, CLEO, DORA), view, ENGLISH, chosen))
            for chosen in ("r1", "r1 r2", "r1 r2 y3")] == [False, True, False]  # fmt: skip
    last = own_view(play(table("r1 / r2 / y3 / y4"), "r1 r2 y3 y4"))
    assert "Your cards" not in "".join(lines(last))


def test_the_colours_to_keep_stand_in_twos_with_what_they_are_worth_and_one_is_suggested() -> None:
    shown = as_text(panel(seated(ANA, BEN, CLEO, STEADY), own_view(FOUR_COLOURS), ENGLISH, "")).splitlines()

    assert shown[2:] == [
        "[❤️ 3 × ☀️ 1 ÷ 2 = 1] [❤️ 3 × 🍀 1 ÷ 2 = 1]",
        "[❤️ 3 × 💧 1 ÷ 2 = 1 !] [☀️ 1 × 🍀 1 ÷ 4 = 0]",
        "[☀️ 1 × 💧 1 ÷ 4 = 0] [🍀 1 × 💧 1 ÷ 4 = 0]",
        "[Rules]",
        "-# ÷ is rounded down",
        "Your cards: ❤️ 1",
        "-# ② has ❤️",
    ]


def test_a_player_who_plays_sees_the_trick_what_is_closed_and_their_own_piles() -> None:
    state = play(table("r1 g7 / y2 b8 / b3 y5 / g4 y6", taken="r10 r11 y7 / g1 / - / -"), "r1 y2 b3")
    shown = lines(own_view(state))

    assert shown == [
        "## Your turn · ❤️ red was led",
        "In the trick: ① ❤️ 1 👑\u2002② ☀️ 2 🥈\u2002③ 💧 3",
        "[☀️ 6] (🍀 4)",
        "[Why not?] [Rules]",
        "-# Aim: two big piles, few other cards. 👑 picks half of the trick, 🥈 gets the rest.",
        "Trump for this trick: ❤️ red · closed: 🍀 green",
        "-# ① has ❤️, ☀️ · ② has 🍀",
    ]
