"""The panel of Auf falscher Fährte."""

from bot.words import ENGLISH
from cogs.faehrte.panel import panel
from games.core import Seat
from games.faehrte.rules import FaehrteState
from tests.cogs.tables import ANA, BEN, CLEO, DORA, seated
from tests.games.faehrte.tables import FOUR, play, playing, start
from tests.pages import as_text

HANDS = "r1 r9 / y1 y9 / g1 g9 / b1 b9"


def lines(state: FaehrteState, seat: int) -> list[str]:
    return as_text(panel(seated(ANA, BEN, CLEO, DORA), state.view(Seat(seat)), ENGLISH, "")).splitlines()


def test_a_player_who_hides_a_card_reads_the_border_and_trump() -> None:
    shown = lines(start(FOUR), 0)

    assert shown[0] == "## Choose your hidden card"
    assert "up to 23 is **Minus** (avoid tricks), from 24 it's **Plus** (take tricks)" in shown[1]
    assert shown[-2:] == ["[Rules]", "Trump: ❤️ red"]
    chosen = as_text(panel(seated(ANA, BEN, CLEO, DORA), start(FOUR).view(Seat(0)), ENGLISH, "r4"))
    assert "[Hide ❤️ 4 !] [Rules]" in chosen.splitlines()
    assert "Hidden cards: 12 to 36 · Plus from 24" in lines(playing(HANDS, turned="r10 y2", tricks=(4, 3, 2, 1)), 0)


def test_a_player_who_plays_sees_the_trick_the_aim_and_everyones_tricks() -> None:
    state = play(playing(HANDS, turned="r10 y2 g3 b4", tricks=(4, 3, 2, 1)), "r1 y1")

    assert lines(state, 2) == [
        "## Your turn · ❤️ red was led",
        "In the trick: ① ❤️ 1 👑\u2002② ☀️ 1",
        "[🍀 1] [🍀 9]",
        "[Rules]",
        "**MINUS – avoid tricks** · 19",
        "You have 2 tricks · ① 4 · ② 3 · ④ 1",
        "Trump: ❤️ red · your hidden card: 🍀 3",
    ]


def test_a_player_who_may_change_trump_reads_their_hand_and_has_no_dead_buttons() -> None:
    hands = "r1 r2 r3 r4 r9 / y1 y2 y3 y4 y9 / g1 g2 g3 g4 g9 / b1 b2 b3 b4 b9"
    shown = lines(play(playing(hands, turned="r12 y12 g12 b12", tricks=(3, 2, 2, 0)), "r9 y9 g9 b9"), 3)

    assert shown[:5] == [
        "## Your turn · change trump?",
        "[❤️ Keep red !]",
        "[☀️ yellow] [🍀 green] [💧 blue]",
        "[Rules]",
        "Your cards: 💧 1, 2, 3, 4",
    ]
    assert not any(line.startswith("(") for line in shown)
    last = play(playing("r9 / J / g9", tricks=(6, 3, 3), jokers_gone=0), "r9 J g9")
    assert "[Rules]" in as_text(panel(seated(ANA, BEN, CLEO), last.view(Seat(1)), ENGLISH, "")).splitlines()
