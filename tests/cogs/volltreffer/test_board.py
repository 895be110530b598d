"""The board of Volltreffer, with its pictures and as text only, and what has happened in a round."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.pages.faces import plain
from bot.pages.page import Picture
from bot.pictures.canvas import WIDTH
from bot.tables.table import Sitter
from bot.words import ENGLISH
from cogs.volltreffer.board import board, scored, tell
from cogs.volltreffer.picture import BADGE, HEIGHT, Market, PlayerLine, Track, beside, middle
from games.core import Options, Seat, draws
from games.volltreffer import GAME
from games.volltreffer.rules import VolltrefferState
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import SHELF, act, bought, deck, leading, market, rest_of_round, standing
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


ZONE = 61, 70


def pictures(state: VolltrefferState, *sitters: Sitter) -> list[Picture]:
    parts = board(seated(*sitters), state.view(None), ENGLISH)
    return [part for part in parts if isinstance(part, Picture)]


def test_the_market_shows_what_is_for_sale_and_what_everyone_has() -> None:
    state = act(market("r5 r6 y1 y2 b3 b4"), "buy r6")
    (shown,) = pictures(state, ANA, BEN, CLEO)

    assert shown.drawing == Market(
        offers=("red_5", "blue_3", "yellow_2", "yellow_1"),
        prices=(4, 2, 1, 0),
        deck_left=44,
        trump="green_7",
        trump_label="Trump",
        lines=(PlayerLine("Ana", 21, ("red_6",)), PlayerLine("Ben", 25, (), is_asked=True), PlayerLine("Cleo", 25, ())),
        zone=ZONE,
    )
    (variant,) = pictures(market("r5 r6 y1 y2", options={"variant": True}), ANA, BEN, CLEO)
    assert isinstance(variant.drawing, Market)
    assert variant.drawing.zone == (63, 69)


@pytest.mark.parametrize("squares", [(25, 25, 25), (0, 0, 80), (61, 62, 63, 64, 66), (79, 80, 80, 80, 80)], ids=str)
def test_badges_above_the_track_do_not_cover_each_other(squares: tuple[int, ...]) -> None:
    places = sorted(beside(squares))

    assert all(other - one >= BADGE for one, other in pairwise(places))
    assert places[0] >= BADGE / 2
    assert places[-1] <= WIDTH - BADGE / 2
    seats = range(len(squares))
    assert [seat for _, seat in sorted(zip(beside(squares), seats, strict=True))] == sorted(
        seats, key=squares.__getitem__
    )
    assert beside((10, 66)) == (middle(10), middle(66))
    track = Track(("Ana",) * len(squares), squares, squares, ZONE, 66)
    assert track.draw().height == HEIGHT


DEALT = ("g1 g2 g3 g4 g5 y1 v1 b1", "y2 y3 y4 y5 y6 g6 b2 v2", "b3 b4 b5 b6 b7 v3 v4 y7")
TURNS = [card for turn in zip(*(hand.split() for hand in DEALT), strict=True) for card in turn]
DECK = deck(0, "r10", f"{SHELF} {' '.join(TURNS)}")
START = ["Trump: ❤️ red (❤️ 10)", "First row: **❤️ 9** for 4 · **❤️ 8** for 2 · **❤️ 7** for 1 · **🍀 1** for 0"]


def told(state: VolltrefferState, *texts: str) -> list[str]:
    return [plain(line) for line in tell(seated(ANA, BEN, CLEO), seen(GAME, state, *texts), ENGLISH)]


def match(options: Options | None = None) -> VolltrefferState:
    return GAME.start(3, options or {})


def test_purchases_are_told_in_lines_for_each_time_round() -> None:
    assert told(match(), DECK, *(f"buy {card}" for card in TURNS[:4])) == [
        *START,
        "Bought: ① 🍀 1 for 0 · ② ☀️ 2 for 0 · ③ 💧 3 for 0",
        "① 🍀 2 for 0",
    ]


def test_melds_are_told_once_all_are_shown() -> None:
    state = bought(*DEALT)
    waiting = told(state, "declare four:1", "declare -")

    assert waiting == told(state, "declare -", "declare -") == START[:1]
    assert told(state, "declare four:1", "declare -", "declare -")[1:] == [
        "① **Ana** · four 1s (☀️ 1 · 🍀 1 · 💧 1 · 🌙 1) **+10**",
        "① **Ana** · smallest total (18) **+5**",
    ]


def test_tricks_have_numbers_and_crowns_and_the_one_on_the_table_has_none() -> None:
    state = bought(*DEALT)
    tricks = ("play b1", "play b2", "play b3", "play y7")

    assert told(state, *["declare -"] * 3, *tricks)[-2:] == ["**1.** ① 💧 1\u2002② 💧 2\u2002③ 💧 3 👑", "**2.** ③ ☀️ 7"]
