"""Volltreffer's pictures: what they show, and their alt texts."""

from itertools import pairwise

import pytest

from bot.pages.page import Picture
from bot.pictures.canvas import WIDTH
from bot.pictures.trick import TrickPlace
from bot.tables.table import Sitter
from bot.words import ENGLISH
from cogs.volltreffer.board import board, scored
from cogs.volltreffer.picture import (
    BADGE,
    FANNED,
    HEIGHT,
    LOOP,
    Bought,
    Market,
    PlayerLine,
    Track,
    TrickTable,
    beside,
    middle,
)
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.track import advance
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import act, bought, leading, market, rest_of_round, standing

HANDS = ("r2 g5 y3 y10 g1 g10 b5 v9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7")
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
    assert shown.alt.splitlines() == [
        "Trump: green (green 7)",
        "For sale: red 5 for 4 · blue 3 for 2 · yellow 2 for 1 · yellow 1 for 0 · 44 cards left",
        "Aim: be on 61–70 after the last trick; closest to 66 wins",
        "1 Ana on 21 · 45 short of 66 · red 6",
        "2 Ben on 25 · 41 short of 66 · to act",
        "3 Cleo on 25 · 41 short of 66",
    ]
    (variant,) = pictures(market("r5 r6 y1 y2", options={"variant": True}), ANA, BEN, CLEO)
    assert isinstance(variant.drawing, Market)
    assert variant.drawing.zone == (63, 69)


def test_the_trick_shows_who_leads_and_who_would_take_it() -> None:
    state = standing(act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3", "play y9"), 62, 20, 7)
    (shown,) = pictures(state, ANA, BEN, CLEO)

    assert shown.drawing == TrickTable(
        places=(
            TrickPlace("Ana", "yellow_3", leads=True),
            TrickPlace("Ben", "yellow_9", crown="first"),
            TrickPlace("Cleo", is_asked=True),
        ),
        trump="red",
        trump_label="Trump",
        lines=(
            PlayerLine("Ana", 62, ("red_2",), tricks=0),
            PlayerLine("Ben", 20, ("green_1",), tricks=0),
            PlayerLine("Cleo", 7, ("blue_1", "blue_2"), tricks=0, is_asked=True),
        ),
        zone=ZONE,
    )
    assert shown.alt.splitlines()[2:] == [
        "leads: 1 Ana on 62 · 4 short of 66 · yellow 3 · 0 tricks · red 2",
        "2 Ben on 20 · 46 short of 66 · yellow 9 · takes it · 0 tricks · green 1",
        "3 Cleo on 7 · 59 short of 66 · 0 tricks · blue 1, 2 · to act",
    ]


def test_a_trick_lies_dimmed_until_the_next_card_is_led() -> None:
    state = act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3", "play y9", "play b1")
    (shown,) = pictures(state, ANA, BEN, CLEO)
    (led,) = pictures(act(state, "play g1"), ANA, BEN, CLEO)

    assert isinstance(shown.drawing, TrickTable)
    assert [place.card for place in shown.drawing.places] == ["yellow_3", "yellow_9", "blue_1"]
    assert all(place.is_past for place in shown.drawing.places)
    assert shown.drawing.past_label == "Last trick"
    assert isinstance(led.drawing, TrickTable)
    assert [place.card for place in led.drawing.places] == ["", "green_1", ""]
    assert not any(place.is_past for place in led.drawing.places)
    assert led.drawing.past_label == ""


def test_while_melds_are_chosen_all_that_was_bought_is_shown() -> None:
    state = standing(bought(*HANDS), 62, 20, 80)
    (shown,) = pictures(act(state, "declare -"), ANA, BEN, CLEO)

    assert isinstance(shown.drawing, Bought)
    assert shown.drawing.zone == ZONE
    assert shown.drawing.lines[0] == PlayerLine(
        "Ana",
        62,
        ("red_2", "yellow_3", "yellow_10", "green_1", "green_5", "green_10", "blue_5", "violet_9"),
    )
    assert [line.is_asked for line in shown.drawing.lines] == [False, True, True]
    assert shown.alt.splitlines() == [
        "Trump: red",
        "Aim: be on 61–70 after the last trick; closest to 66 wins",
        "1 Ana on 62 · 4 short of 66 · red 2 · yellow 3, 10 · green 1, 5, 10 · blue 5 · purple 9",
        "2 Ben on 20 · 46 short of 66 · red 1, 3 · yellow 1, 9 · green 2, 9 · blue 6 · purple 8 · to act",
        "3 Cleo on 80 · 14 past 66 · red 4, 5 · yellow 4, 8 · green 3, 8 · blue 7 · purple 7 · to act",
    ]


def test_after_a_round_the_track_shows_where_everyone_has_come_to() -> None:
    state = rest_of_round(standing(leading("r2", "y9", "b1"), 57, 66, 80))
    shown, _ = scored(seated(ANA, BEN, CLEO), state.view(None), ENGLISH)

    assert isinstance(shown, Picture)
    assert shown.drawing == Track(("Ana", "Ben", "Cleo"), (62, 66, 80), (4, 0, 14), ZONE, 66)
    assert shown.alt.splitlines() == [
        "1 Ana on 62 · 4 short of 66",
        "2 Ben on 66 · exactly on 66",
        "3 Cleo on 80 · 14 past 66",
        "Aim: be on 61–70 after the last trick; closest to 66 wins",
    ]


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


def test_the_loop_is_the_one_that_markers_go_round_and_none_lies_on_another() -> None:
    assert [advance(square, 1) for square in LOOP] == [*LOOP[1:], LOOP[0]]
    assert all(len(set(places)) == count for count, places in FANNED.items())
