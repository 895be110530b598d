"""The panel of Volltreffer, which has everything that a player needs to decide."""

from bot.words import ENGLISH
from cogs.volltreffer.panel import panel
from games.core import Seat
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.view import VolltrefferView
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import act, bought, leading, market, standing
from tests.pages import as_text

HANDS = ("r2 g5 y3 y10 g1 g10 b5 v9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")
AIM = "-# Aim: be on 61–70 after the last trick; closest to 66 wins"
MELDS = "-# Melds: three equal numbers +5, four +10, five +15 · one of each colour +5 · the smallest total +5"


def lines(state: VolltrefferState, seat: int, show: str = "") -> list[str]:
    return shown(state.view(Seat(seat)), show)


def shown(view: VolltrefferView, show: str = "") -> list[str]:
    return as_text(panel(seated(ANA, BEN, CLEO), view, ENGLISH, show)).splitlines()


def test_a_buyer_sees_the_prices_the_squares_and_the_aim() -> None:
    assert lines(act(market("r5 r6 y1 y2 b3 b4"), "buy r6"), 1) == [
        "## Your turn · buy a card",
        "[❤️ 5 for 4] [💧 3 for 2]",
        "[☀️ 2 for 1] [☀️ 1 for 0]",
        "[Rules]",
        "Your cards: –",
        "You're on **25** · 41 short of 66",
        "① **Ana** 21 · ③ **Cleo** 25",
        "Trump: 🍀 green",
        AIM,
        MELDS,
    ]


def test_a_buyer_who_has_to_swap_cards_sees_what_each_costs_now() -> None:
    state = act(market("r5 r6 y1 y2 b3 b4", options={"variant": True}), "buy r6")

    assert lines(state, 0)[:4] == [
        "## Swap two cards in the row",
        "Each takes the other's price for the next buyer.",
        "[💧 3 for 4] [❤️ 5 for 2]",
        "[☀️ 2 for 1] [☀️ 1 for 0]",
    ]
    assert lines(state, 0, "b3")[2:5] == [
        "For sale: **💧 3** for 4 · **❤️ 5** for 2 · **☀️ 2** for 1 · **☀️ 1** for 0 · 44 cards left",
        "[💧 3 +] [❤️ 5 ⇄ 3]",
        "[☀️ 2 ⇄ 3] [☀️ 1 ⇄ 3]",
    ]


def test_a_player_who_plays_sees_the_trick_who_would_take_it_and_what_the_others_hold() -> None:
    state = standing(act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3", "play y9"), 70, 66, 7)

    assert lines(state, 2) == [
        "## Your turn · ☀️ yellow was led",
        "In the trick: ① ☀️ 3\u2002② ☀️ 9 👑",
        "[💧 1] [💧 2]",
        "[Rules]",
        "You're on **7** · 59 short of 66",
        "-# ① **Ana** 70 · ❤️ 2",
        "-# ② **Ben** 66 · 🍀 1",
        "Trump: ❤️ red · a trick: +5",
        AIM,
    ]
    assert lines(state, 0) == [
        "## Not your turn",
        "▶ ③ **Cleo**: play a card · ☀️ yellow was led",
        "In the trick: ① ☀️ 3\u2002② ☀️ 9 👑",
        "Your cards: ❤️ 2",
        "You're on **70** · 4 past 66 · Trump: ❤️ red",
    ]


def test_a_choice_of_melds_is_shown_only_to_who_made_it() -> None:
    state = act(bought(*HANDS), "declare -")

    assert "You're showing: nothing" in lines(state, 0)
    assert not any("melding" in line for seat in (1, 2) for line in lines(state, seat))
    assert "▶ Choosing melds: ② **Ben** · ③ **Cleo**" in lines(state, 0)
