"""The board of Volltreffer, with its pictures and as text only."""

from random import Random

from bot.words import ENGLISH
from cogs.volltreffer.board import board
from games.core import draws
from games.volltreffer.rules import VolltrefferState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import act, bought, leading, rest_of_round, standing
from tests.pages import as_text, beside_pictures

HANDS = ("r2 g5 y3 y10 g1 g10 b5 v9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")
LAST = "-# Last trick: ❤️ 2 · ☀️ 9 · 💧 1 · led and taken by ① **Ana**"


def lines(state: VolltrefferState) -> list[str]:
    """The lines that are shown together with the pictures."""
    return beside_pictures(board(seated(ANA, BEN, CLEO), state.view(None), ENGLISH)).splitlines()


def dealt(state: VolltrefferState) -> VolltrefferState:
    """The state once the next cards have been dealt."""
    for draw in draws(state, Random(1)):
        assert isinstance(draw.step.state, VolltrefferState)
        state = draw.step.state
    return state


def test_the_result_shows_the_last_trick() -> None:
    assert LAST in lines(rest_of_round(standing(leading("r2", "y9", "b1"), 59, 20, 7)))


def test_the_last_trick_of_a_round_is_shown_until_everyone_has_bought_a_card() -> None:
    state = dealt(rest_of_round(standing(leading("r2", "y9", "b1"), 25, 20, 7)))
    shown: list[bool] = []
    while not shown or shown[-1]:
        shown.append(LAST in lines(state))
        state = act(state, state.default_action(min(state.to_act)).to_text())

    assert shown == [True] * 3 + [False]


def test_a_new_round_tells_how_everyone_moved_in_the_one_before() -> None:
    shown = lines(dealt(rest_of_round(bought(*HANDS))))

    assert shown[shown.index("----") + 1 :] == [
        "① **Ana** · one of each colour **+5** · 3 tricks **+15** → **45**",
        "② **Ben** · one of each colour **+5** · smallest total (39) **+5** · 1 trick **+5** → **40**",
        "③ **Cleo** · one of each colour **+5** · 4 tricks **+20** → **50**",
    ]


def test_a_player_who_has_won_nothing_in_a_round_is_told_so() -> None:
    state = rest_of_round(standing(leading("r2", "y9", "b1"), 59, 20, 7))

    assert "-# ③ no squares → **7**" in lines(state)


def test_a_last_trick_says_who_led_it_and_who_took_it() -> None:
    shown = lines(rest_of_round(standing(leading("b2", "b9", "b1"), 20, 59, 7)))

    assert "-# Last trick: 💧 2 · 💧 9 · 💧 1 · led by ① **Ana**, taken by ② **Ben**" in shown


def test_while_melds_are_chosen_everyones_cards_can_be_read() -> None:
    shown = as_text(board(seated(ANA, BEN, CLEO), standing(bought(*HANDS), 25, 20, 7).view(None), ENGLISH)).splitlines()

    assert "① **Ana** on **25** · 41 short of 66 · ❤️ 2 · ☀️ 3, 10 · 🍀 1, 5, 10 · 💧 5 · 🌙 9 ◀" in shown
    assert "③ **Cleo** on **7** · 59 short of 66 · ❤️ 4, 5 · ☀️ 4, 8 · 🍀 3, 8 · 💧 7 · 🌙 7 ◀" in shown
