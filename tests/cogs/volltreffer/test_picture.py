"""Volltreffer's pictures: what they show, and their alt texts."""

from itertools import pairwise

import pytest

from bot.pages.page import Picture
from bot.pictures.canvas import WIDTH
from bot.pictures.trick import TrickPlace
from bot.tables.table import Sitter
from bot.words import ENGLISH
from cogs.volltreffer.board import board
from cogs.volltreffer.picture import (
    BADGE,
    HEIGHT,
    Market,
    PlayerLine,
    Track,
    TrickTable,
    beside,
    middle,
)
from games.volltreffer.rules import VolltrefferState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.volltreffer.tables import act, leading, market, standing

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
