"""The board of Volltreffer, with its pictures and as text only."""

from dataclasses import replace
from random import Random

from bot.words import ENGLISH
from cogs.volltreffer.board import board, scored
from games.core import Seat, draws
from games.volltreffer.rules import VolltrefferState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import act, bought, leading, rest_of_round, standing
from tests.pages import as_text, beside_pictures

HANDS = ("r2 g5 y3 y10 g1 g10 b5 v9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")


def lines(state: VolltrefferState, day: int | None = None) -> list[str]:
    """The lines that are shown together with the pictures."""
    table = replace(seated(ANA, BEN, CLEO), day=day)
    return beside_pictures(board(table, state.view(None), ENGLISH)).splitlines()


def dealt(state: VolltrefferState) -> VolltrefferState:
    """The state once the next cards have been dealt."""
    for draw in draws(state, Random(1)):
        assert isinstance(draw.step.state, VolltrefferState)
        state = draw.step.state
    return state


MOVED = [
    "① one of each colour **+5** · 3 tricks **+15** → **45**",
    "② one of each colour **+5** · smallest total (39) **+5** · 1 trick **+5** → **40**",
    "③ one of each colour **+5** · 4 tricks **+20** → **50**",
]


def test_everyone_is_told_how_they_moved_in_a_round() -> None:
    over = rest_of_round(bought(*HANDS))

    for seat in (None, Seat(1)):
        shown = beside_pictures(scored(seated(ANA, BEN, CLEO), over.view(seat), ENGLISH))
        assert shown.splitlines() == [f"-# {moved}" for moved in MOVED]


def test_a_new_round_tells_in_a_line_how_everyone_moved_in_the_one_before_in_a_daily_first_at_length() -> None:
    state, shown = dealt(rest_of_round(bought(*HANDS))), []
    for _ in range(4):
        shown.append((lines(state)[2:], lines(state, day=1)[2:]))
        state = act(state, state.default_action(min(state.to_act)).to_text())

    line = ["-# Round 1: ① +20 · ② +15 · ③ +25"]
    assert shown == [(line, [f"-# {moved}" for moved in MOVED]), (line, line), (line, line), ([], [])]


def test_the_last_trick_is_in_the_picture_in_one_line_below_it_or_in_the_result() -> None:
    line = "-# Last trick: ① ☀️ 3\u2002② ☀️ 9 👑\u2002③ 💧 1"
    taken = act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3", "play y9", "play b1")
    led = act(taken, "play g1")
    over = lines(rest_of_round(standing(leading("b2", "b9", "b1"), 20, 59, 7)))

    assert line not in lines(taken)
    assert line in as_text(board(seated(ANA, BEN, CLEO), taken.view(None), ENGLISH)).splitlines()
    assert lines(led).count(line) == 1
    assert "-# Last trick: ① 💧 2\u2002② 💧 9 👑\u2002③ 💧 1" in over
    assert "-# ③ no squares → **7**" in over
