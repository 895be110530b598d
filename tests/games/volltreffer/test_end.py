"""Rules 7 to 9 of Volltreffer: the end, its places, and the options, by their numbers in RULES.md."""

import pytest

from games.core import CHANCE_ALONE, NOBODY, IllegalAction, Seat
from games.volltreffer import GAME
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import (
    act,
    bought,
    deck,
    leading,
    legal,
    market,
    on_turn,
    outcome,
    refused,
    rest_of_round,
    row,
    standing,
    watch,
)

VARIANT = {"variant": True}
TAKES = "play y2"
"""The action that completes the last trick, which the first player takes."""


def ending(*markers: int, variant: bool = False, max_rounds: int = 0) -> VolltrefferState:
    """Round 1, one card before its end. Shape: `markers` are their squares after the round."""
    seats = len(markers)
    state = leading(
        "y9", "y1", *["y2", "y3", "y4"][: seats - 2], options={"variant": variant, "max_rounds": max_rounds}
    )
    before = standing(state, markers[0] - 5, *markers[1:])
    return act(before, "play y9", "play y1", *["play y2", "play y3"][: seats - 3])


def ended(*markers: int, variant: bool = False, max_rounds: int = 0) -> VolltrefferState:
    """The end of round 1, with the markers on these squares."""
    return rest_of_round(ending(*markers, variant=variant, max_rounds=max_rounds))


@pytest.mark.parametrize(("square", "is_over"), [(60, False), (61, True), (66, True), (70, True), (71, False)])
def test_the_zone_is_61_to_70(square: int, is_over: bool) -> None:
    """Rule 7.1."""
    state = ended(square, 10, 10)

    assert (state.outcome is not None) is is_over
    assert state.to_act == (NOBODY if is_over else CHANCE_ALONE)


def test_before_the_last_trick_nobody_wins() -> None:
    """Rule 7.1."""
    state = standing(leading("y9 g1", "y1 g2", "y2 g3"), 61, 66, 5)

    assert act(state, "play y9", "play y1", "play y2").outcome is None


@pytest.mark.parametrize(
    ("markers", "places"),
    [
        ((66, 65, 10), (1, 2, 3)),
        ((61, 70, 10), (2, 1, 3)),
        ((65, 67, 66), (2, 2, 1)),
        ((65, 67, 10), (1, 1, 3)),
        ((61, 71, 10), (1, 2, 3)),
    ],
)
def test_the_nearest_to_66_in_the_zone_has_won(markers: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Rule 7.2."""
    assert outcome(ended(*markers)).places == places


def test_without_a_winner_another_round_is_played() -> None:
    """Rule 7.3."""
    state = act(ended(60, 71, 10), deck(1, "g7", "r8 g5 v9 y2"))

    assert (state.table.round, state.table.markers, state.table.tricks) == (2, (60, 71, 10), (0, 0, 0))


@pytest.mark.parametrize(
    ("markers", "places"),
    [
        ((66, 71, 60, 40), (1, 2, 2, 4)),
        ((66, 62, 60, 71), (1, 2, 3, 3)),
        ((66, 61, 70, 80), (1, 2, 2, 4)),
        ((66, 0, 80, 55), (1, 4, 3, 2)),
    ],
)
def test_the_others_are_placed_by_their_distance_from_the_zone(
    markers: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Rule 7.4."""
    assert outcome(ended(*markers)).places == places


def test_the_score_is_the_square() -> None:
    """Rule 7.5."""
    assert outcome(ended(66, 62, 10)).scores == (66, 62, 10)


@pytest.mark.parametrize(("markers", "winners"), [((66, 62, 10), [0]), ((65, 67, 10), [0, 1]), ((60, 71, 10), [])])
def test_the_end_of_a_round_is_announced(markers: tuple[int, ...], winners: list[int]) -> None:
    """Rule 7.1."""
    state, events = watch(ending(*markers), TAKES)

    assert [event.to_record() for event in events] == [
        {"event": "trick", "winner": 0},
        {"event": "round", "markers": list(markers), "winners": winners},
    ]
    assert state.table.last_round == events[-1]


@pytest.mark.parametrize(
    ("markers", "places"), [((60, 71, 10), (2, 1, 3)), ((60, 72, 10), (1, 1, 3)), ((50, 80, 52), (3, 1, 1))]
)
def test_the_last_round_places_all_by_their_distance_from_66(markers: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Rule 8.1."""
    state, events = watch(ending(*markers, max_rounds=1), TAKES)

    assert outcome(state).places == places
    assert state.table.last_round is not None
    assert state.table.last_round.winners == tuple(Seat(seat) for seat in range(3) if places[seat] == 1)
    assert len(events) == 2


def test_a_winner_in_the_zone_wins_in_the_last_round_too() -> None:
    """Rule 8.1."""
    assert outcome(ended(61, 71, 72, max_rounds=1)).places == (1, 2, 3)


def test_the_last_round_is_not_reached_before() -> None:
    """Rule 8.1."""
    assert ended(60, 71, 10, max_rounds=2).outcome is None


def test_there_is_no_last_round_without_the_option() -> None:
    """Rule 8.2."""
    assert GAME.start(3, {}).table.max_rounds == 0
    assert ended(60, 71, 10).outcome is None


@pytest.mark.parametrize(("square", "is_over"), [(62, False), (63, True), (69, True), (70, False)])
def test_the_zone_of_the_variant_is_63_to_69(square: int, is_over: bool) -> None:
    """Rule 9.1."""
    assert (ended(square, 10, 10, variant=True).outcome is not None) is is_over


def test_the_variant_places_by_its_own_zone() -> None:
    """Rule 9.1."""
    assert outcome(ended(66, 62, 70, variant=True)).places == (1, 2, 2)
    assert outcome(ended(66, 61, 70, variant=True)).places == (1, 3, 2)


def test_a_turned_card_goes_into_the_gap() -> None:
    """Rule 9.2."""
    state = act(market("g5 g4 y10 v4 r2", options=VARIANT), "buy g4")

    assert row(state) == "g5 r2 y10 v4"


def test_after_a_purchase_two_cards_are_swapped() -> None:
    """Rule 9.3."""
    state = act(market("g5 g4 y10 v4 r2", options=VARIANT), "buy g4")

    assert on_turn(state) == 0
    assert legal(state) == ["swap r2 y10", "swap r2 g5", "swap r2 v4", "swap y10 g5", "swap y10 v4", "swap g5 v4"]
    assert row(act(state, "swap r2 v4")) == "g5 v4 y10 r2"
    assert on_turn(act(state, "swap r2 v4")) == 1


def test_only_cards_of_the_row_are_swapped() -> None:
    """Rule 9.3."""
    state = act(market("g5 g4 y10 v4 r2", options=VARIANT), "buy g4")

    assert refused(state, "swap g4 g5") == "You are to swap two of the four cards in the row: g5 r2 y10 v4."


def test_a_purchase_without_a_swap_is_not_over() -> None:
    """Rule 9.3."""
    state = act(market("g5 g4 y10 v4 r2", options=VARIANT), "buy g4")

    assert refused(state, "buy g5") == "You have bought a card. Now swap two of: g5 r2 y10 v4."


def test_both_the_row_and_the_swap_are_announced() -> None:
    """Rule 9.3."""
    turned, events = watch(market("g5 g4 y10 v4 r2", options=VARIANT), "buy g4")
    _, more = watch(turned, "swap r2 v4")

    assert [event.to_record() for event in events + more] == [
        None,
        {"event": "row", "cards": ["g5", "r2", "y10", "v4"]},
        {"event": "row", "cards": ["g5", "v4", "y10", "r2"]},
    ]


def test_after_the_very_last_purchase_nothing_is_swapped() -> None:
    """Rule 9.4."""
    state = bought("r1 y1 g1 b1 v1 y2 g2 b2", "r2 y3 g3 b3 v3 y4 g4 b4", "r3 y5 g5 b5 v5 y6 g6 b6", options=VARIANT)

    assert state.table.phase == "declare"


def test_the_opening_row_of_the_variant_lies_by_value() -> None:
    """Rule 9.2."""
    state = market("v8 g5 r8 y2", options=VARIANT)

    assert legal(state) == ["row g5 r8 v8 y2", "row g5 v8 r8 y2"]


def test_the_variant_is_off_unless_asked_for() -> None:
    """Rule 9.5."""
    state = act(market("g5 g4 y10 v4 r2"), "buy g4")

    assert state.table.phase == "buy"
    with pytest.raises(IllegalAction, match="You are to buy one of: g5 y10 v4 r2"):
        act(state, "swap r2 g5")
