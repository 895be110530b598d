"""The panel of Auf falscher Fährte."""

from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.faehrte.panel import panel
from games.core import Seat
from games.faehrte.rules import FaehrteState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.faehrte.tables import FOUR, play, playing, start
from tests.pages import as_text

DORA = Person(4, "Dora")
HANDS = "r1 r9 / y1 y9 / g1 g9 / b1 b9"


def lines(state: FaehrteState, seat: int) -> list[str]:
    return as_text(panel(seated(ANA, BEN, CLEO, DORA), state.view(Seat(seat)), ENGLISH, "")).splitlines()


def test_a_player_who_hides_a_card_reads_the_border_and_trump() -> None:
    shown = lines(start(FOUR), 0)

    assert shown[0] == "## Choose your hidden card"
    assert "up to 23 is **Minus** (avoid tricks), from 24 it's **Plus** (take tricks)" in shown[1]
    assert shown[-1] == "Trump: ❤️ red"


def test_a_player_who_plays_sees_the_trick_the_aim_and_everyones_tricks() -> None:
    state = play(playing(HANDS, turned="r10 y2 g3 b4", tricks=(4, 3, 2, 1)), "r1 y1")

    assert lines(state, 2) == [
        "## Your turn · ❤️ red was led",
        "In the trick: ① **Ana** ❤️ 1 👑 · ② **Ben** ☀️ 1",
        "[🍀 1] [🍀 9]",
        "Hidden cards: ❤️ 10 + ☀️ 2 + 🍀 3 + 💧 4 = **19** · **MINUS – avoid tricks**",
        "You have 2 tricks · ① **Ana** 4 · ② **Ben** 3 · ④ **Dora** 1",
        "Trump: ❤️ red · your hidden card: 🍀 3",
    ]


def test_a_player_who_waits_sees_whose_turn_it_is_and_what_they_face() -> None:
    state = play(playing(HANDS, tricks=(4, 3, 2, 1)), "r1 y1")

    assert lines(state, 0)[:3] == [
        "## Not your turn",
        "▶ ③ **Cleo**: play a card · ❤️ red was led",
        "In the trick: ① **Ana** ❤️ 1 👑 · ② **Ben** ☀️ 1",
    ]


def test_after_the_last_trick_nothing_is_barred_when_trump_may_change() -> None:
    state = play(playing("r9 / J / g9", tricks=(6, 3, 3), jokers_gone=0), "r9 J g9")
    shown = as_text(panel(seated(ANA, BEN, CLEO), state.view(Seat(1)), ENGLISH, ""))

    assert "[Rules]" in shown.splitlines()
    assert "Why not?" not in shown
