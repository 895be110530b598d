"""The public page of Volltreffer, read by hand: beside its pictures, and in words alone."""

from random import Random

from bot.words import ENGLISH
from cogs.volltreffer.board import board
from games.core import draws
from games.volltreffer import VolltrefferState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import act, bought, leading, rest_of_round, standing
from tests.pages import as_text, beside_pictures

HANDS = ("r2 g5 y3 y10 g1 g10 b5 v9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")
LAST = "-# Last trick: ① **Ana** led ❤️ 2 · ☀️ 9 · 💧 1; ① **Ana** took it"


def lines(state: VolltrefferState) -> list[str]:
    """What stands beside the pictures."""
    return beside_pictures(board(seated(ANA, BEN, CLEO), state.view(None), ENGLISH)).splitlines()


def test_the_result_shows_the_last_trick() -> None:
    assert LAST in lines(rest_of_round(standing(leading("r2", "y9", "b1"), 59, 20, 7)))


def test_the_last_trick_of_a_round_is_shown_until_everyone_has_bought_a_card() -> None:
    state = rest_of_round(standing(leading("r2", "y9", "b1"), 25, 20, 7))
    for draw in draws(state, Random(1)):
        assert isinstance(draw.step.state, VolltrefferState)
        state = draw.step.state
    shown: list[bool] = []
    while not shown or shown[-1]:
        shown.append(LAST in lines(state))
        state = act(state, state.default_action(min(state.to_act)).to_text())

    assert shown == [True] * 3 + [False]


def test_while_melds_are_chosen_everyones_cards_can_be_read() -> None:
    shown = as_text(board(seated(ANA, BEN, CLEO), standing(bought(*HANDS), 25, 20, 7).view(None), ENGLISH)).splitlines()

    assert "① **Ana** on **25** · ❤️ 2 · ☀️ 3, 10 · 🍀 1, 5, 10 · 💧 5 · 🌙 9 ◀" in shown
    assert "③ **Cleo** on **7** · ❤️ 4, 5 · ☀️ 4, 8 · 🍀 3, 8 · 💧 7 · 🌙 7 ◀" in shown
