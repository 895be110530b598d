"""Volltreffer's pictures: what they show, their alt texts, and that they can always be drawn."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pages.page import Picture
from bot.pages.size import MOST_ALT_CHARACTERS
from bot.pictures.canvas import WIDTH
from bot.pictures.encode import png
from bot.pictures.trick import TrickPlace
from bot.pictures.type import font
from bot.tables.table import Person, Sitter
from bot.words import ENGLISH
from cogs.volltreffer.board import board, scored
from cogs.volltreffer.picture import (
    BADGE,
    DIGITS,
    FANNED,
    HEIGHT,
    LOOP,
    WAY_CELL,
    Bought,
    Market,
    PlayerLine,
    Track,
    TrickTable,
    beside,
    middle,
)
from games.core import State, draws
from games.volltreffer import GAME
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.track import advance
from tests.cogs.tables import ANA, BEN, CLEO, LONGEST_NAMES, seated
from tests.contract.strategies import Playthrough, playthroughs
from tests.games.volltreffer.tables import act, bought, leading, market, rest_of_round, standing

MOST_BYTES = 38 * 1024
ON_A_PHONE, LEAST_LETTERS = 346, 12
"""How wide a picture is shown on a phone of 390 pixels, and the smallest letters that can be read there."""

FIVE = tuple(Person(seat + 1, name) for seat, name in enumerate(LONGEST_NAMES[:5]))
WIDE = tuple(Person(seat + 1, "𝕎" * 32) for seat in range(5))
HANDS = ("r2 g5 y3 y10 g1 g10 b5 v9", "r1 r3 y1 y9 g2 g9 b6 v8", "r4 r5 y4 y8 g3 g8 b7 v7",
         "r6 y2 y5 y7 g4 g7 b8 v6", "b1 b2 b3 b4 b9 v2 v3 v4")  # fmt: skip
THREE_HANDS = HANDS[:3]
ZONE = 61, 70


def pictures(state: VolltrefferState, *sitters: Sitter) -> list[Picture]:
    parts = board(seated(*sitters), state.view(None), ENGLISH)
    return [part for part in parts if isinstance(part, Picture)]


def settled(state: State[Any, Any]) -> VolltrefferState:
    """The state that people see, after any deal that is due."""
    for draw in draws(state, Random(1)):
        state = draw.step.state
    assert isinstance(state, VolltrefferState)
    return state


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


def test_the_market_is_read_aloud() -> None:
    (shown,) = pictures(act(market("r5 r6 y1 y2 b3 b4"), "buy r6"), ANA, BEN, CLEO)

    assert shown.alt.splitlines() == [
        "Trump: green (green 7)",
        "For sale: red 5 for 4 · blue 3 for 2 · yellow 2 for 1 · yellow 1 for 0 · 44 cards left",
        "Aim: be on 61–70 after the last trick; closest to 66 wins",
        "1 Ana on 21 · 45 short of 66 · red 6",
        "2 Ben on 25 · 41 short of 66 · to act",
        "3 Cleo on 25 · 41 short of 66",
    ]


def test_the_variant_has_a_smaller_zone() -> None:
    (shown,) = pictures(market("r5 r6 y1 y2", options={"variant": True}), ANA, BEN, CLEO)

    assert isinstance(shown.drawing, Market)
    assert shown.drawing.zone == (63, 69)


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


def test_the_trick_is_read_aloud() -> None:
    (shown,) = pictures(act(leading("r2 y3", "y9 g1", "b1 b2"), "play y3", "play y9"), ANA, BEN, CLEO)

    assert shown.alt.splitlines()[2:] == [
        "leads: 1 Ana on 25 · 41 short of 66 · yellow 3 · 0 tricks · red 2",
        "2 Ben on 25 · 41 short of 66 · yellow 9 · takes it · 0 tricks · green 1",
        "3 Cleo on 25 · 41 short of 66 · 0 tricks · blue 1, 2 · to act",
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
    state = standing(bought(*THREE_HANDS), 62, 20, 80)
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


@pytest.mark.parametrize(
    "squares",
    [(25, 25, 25), (0, 0, 80), (61, 62, 63, 64, 66), (30,) * 5, (79, 80, 80, 80, 80), (0, 1, 2, 3, 4)],
    ids=str,
)
def test_badges_above_the_track_do_not_cover_each_other(squares: tuple[int, ...]) -> None:
    places = sorted(beside(squares))

    assert all(other - one >= BADGE for one, other in pairwise(places))
    assert places[0] >= BADGE / 2
    assert places[-1] <= WIDTH - BADGE / 2
    assert [seat for _, seat in sorted(zip(beside(squares), range(len(squares)), strict=True))] == sorted(
        range(len(squares)), key=lambda seat: squares[seat]
    )


def test_badges_that_have_room_stand_above_their_squares() -> None:
    assert beside((10, 66)) == (middle(10), middle(66))


def test_the_end_shows_the_track() -> None:
    state = rest_of_round(standing(leading("r2", "y9", "b1"), 59, 20, 7))
    *_, track = pictures(state, ANA, BEN, CLEO)

    assert isinstance(track.drawing, Track)
    assert track.drawing.squares == (64, 20, 7)


def test_the_numbers_of_the_squares_can_be_read_on_a_phone_and_fit_their_squares() -> None:
    assert DIGITS * ON_A_PHONE / WIDTH >= LEAST_LETTERS
    assert font(DIGITS).getlength("40") < WAY_CELL


def test_the_loop_is_the_one_that_markers_go_round() -> None:
    assert [advance(square, 1) for square in LOOP] == [*LOOP[1:], LOOP[0]]


@pytest.mark.parametrize("count", FANNED)
def test_markers_on_one_square_lie_beside_each_other(count: int) -> None:
    assert len(set(FANNED[count])) == count


@settings(max_examples=10)
@given(played=playthroughs(GAME), seed=st.integers(0, 1000))
def test_no_picture_depends_on_the_deck_or_on_melds_that_are_not_shown(played: Playthrough, seed: int) -> None:
    state, people = settled(played.state), FIVE[: played.seats]
    other = GAME.redeal(state.view(None), Random(seed))

    drawn = [picture.drawing for picture in pictures(state, *people)]
    assert [picture.drawing for picture in pictures(other, *people)] == drawn
    assert [hash(picture.drawing) for picture in pictures(other, *people)] == list(map(hash, drawn))


@settings(max_examples=10)
@given(played=playthroughs(GAME))
def test_every_position_can_be_drawn(played: Playthrough) -> None:
    for picture in pictures(settled(played.state), *FIVE[: played.seats]):
        assert picture.drawing.draw().width == 960


@given(squares=st.lists(st.integers(0, 80), min_size=3, max_size=5))
@settings(max_examples=10)
def test_markers_can_stand_on_any_square(squares: list[int]) -> None:
    track = Track(("Ana",) * len(squares), tuple(squares), tuple(squares), ZONE, 66)

    assert track.draw().height == HEIGHT


def largest() -> Iterator[VolltrefferState]:
    """The states of a round with as many cards and markers as possible."""
    state = bought(*HANDS)
    while state.table.round == 1:
        yield state
        state = settled(default(state))
    yield state


def default(state: VolltrefferState) -> VolltrefferState:
    """The state after the default action of the first seat to act."""
    return act(state, state.default_action(min(state.to_act)).to_text())


@pytest.mark.slow
def test_the_largest_pictures_are_small_files() -> None:
    for picture in (picture for state in largest() for picture in pictures(state, *FIVE)):
        assert len(png(picture.drawing)) <= MOST_BYTES


def test_the_longest_words_for_a_picture_fit() -> None:
    for picture in (picture for state in largest() for picture in pictures(state, *WIDE)):
        assert len(picture.alt) <= MOST_ALT_CHARACTERS


def test_equal_views_are_drawn_alike() -> None:
    one = pictures(bought(*THREE_HANDS), ANA, BEN, CLEO)
    other = pictures(bought(*THREE_HANDS), ANA, BEN, CLEO)

    assert one == other
    assert [png(picture.drawing) for picture in one] == [png(picture.drawing) for picture in other]
