"""Rules 6 to 9 of Volltreffer: tricks, the end, its places, and the options, by their numbers in RULES.md."""

import pytest

from games.cards import parse_card
from games.core import CHANCE_ALONE, NOBODY, IllegalAction, Seat
from games.volltreffer import GAME
from games.volltreffer.events import TrickTaken
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
TURNED = act(market("g5 g4 y10 v4 r2", options=VARIANT), "buy g4")
"""In the variant, after a purchase."""


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (("y1 g2", "y5 y6 r1", "g1 g2"), ["play y5", "play y6"]),
        (("y1 g2", "g5 r1 v3", "g1 y2"), ["play r1", "play g5", "play v3"]),
    ],
    ids=["follows", "cannot follow"],
)
def test_the_colour_led_must_be_followed_if_one_can(hands: tuple[str, ...], expected: list[str]) -> None:
    """Rule 6.1."""
    assert legal(act(leading(*hands), "play y1")) == expected


@pytest.mark.parametrize(
    ("played", "text", "reason"),
    [
        (["play y1"], "play r1", "You have yellow, so you must follow. You can play: y5."),
        (["play y1"], "play g2", "You do not hold g2. You may play: y5."),
        ([], "play y5", "You do not hold y5. You may play: y1 g2."),
    ],
)
def test_no_other_card_can_be_played(played: list[str], text: str, reason: str) -> None:
    """Rule 6.1."""
    assert refused(act(leading("y1 g2", "y5 r1", "g1 y2"), *played), text) == reason


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (("y1", "y5", "y3"), 1),
        (("y1", "g10", "v10"), 0),
        (("y1", "r1", "y10"), 1),
        (("y1", "r1", "r2"), 2),
        (("r3", "r1", "r2"), 0),
    ],
)
def test_the_highest_trump_or_card_of_the_colour_led_takes(hands: tuple[str, ...], winner: int) -> None:
    """Rule 6.2."""
    state = leading(*(f"{card} {other}" for card, other in zip(hands, ("b1", "b2", "b3"), strict=True)))
    after, (taken,) = watch(act(state, f"play {hands[0]}", f"play {hands[1]}"), f"play {hands[2]}")

    assert taken.to_record() == {"event": "trick", "winner": winner}
    assert on_turn(after) == winner


def test_a_trick_scores_at_once_and_its_taker_leads_on() -> None:
    """Rule 6.3."""
    state = standing(leading("y1 g2", "y5 g1", "y9 g3", lead=1), 10, 20, 78)
    after = act(state, "play y5", "play y9", "play y1")

    assert on_turn(act(state, "play y5", "play y9")) == 0  # clockwise
    assert (after.table.markers, after.table.tricks) == ((10, 20, 43), (0, 0, 1))
    assert (on_turn(after), after.table.leader, after.table.trick) == (2, 2, ())
    assert after.table.last_trick == TrickTaken(Seat(1), tuple(map(parse_card, ("y5", "y9", "y1"))), Seat(2))


def test_a_round_has_eight_tricks() -> None:
    """Rule 6.4."""
    state = leading("y1 y2 y3 y4 y5 y6 y7 y8", "g1 g2 g3 g4 g5 g6 g7 g8", "b1 b2 b3 b4 b5 b6 b7 b8")

    assert rest_of_round(state).table.tricks == (8, 0, 0)


def ending(*markers: int, variant: bool = False, max_rounds: int = 0) -> VolltrefferState:
    """Round 1, one card before its end. Its markers will be on these squares."""
    seats = len(markers)
    state = leading(
        "y9", "y1", *["y2", "y3", "y4"][: seats - 2], options={"variant": variant, "max_rounds": max_rounds}
    )
    before = standing(state, markers[0] - 5, *markers[1:])
    return act(before, "play y9", "play y1", *["play y2", "play y3"][: seats - 3])


def ended(*markers: int, variant: bool = False, max_rounds: int = 0) -> VolltrefferState:
    """The end of round 1, with the markers on these squares."""
    return rest_of_round(ending(*markers, variant=variant, max_rounds=max_rounds))


@pytest.mark.parametrize(
    ("square", "variant", "is_over"),
    [
        *[(60, False, False), (61, False, True), (66, False, True), (70, False, True), (71, False, False)],
        *[(62, True, False), (63, True, True), (69, True, True), (70, True, False)],
    ],
)
def test_the_zone_is_61_to_70_and_in_the_variant_63_to_69(square: int, variant: bool, is_over: bool) -> None:
    """Rules 7.1 and 9.1."""
    state = ended(square, 10, 10, variant=variant)

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
        ((66, 71, 60, 40), (1, 2, 2, 4)),
        ((66, 62, 60, 71), (1, 2, 3, 3)),
        ((66, 61, 70, 80), (1, 2, 2, 4)),
        ((66, 0, 80, 55), (1, 4, 3, 2)),
    ],
)
def test_the_nearest_to_66_in_the_zone_wins_and_the_others_are_placed_by_their_distance_from_it(
    markers: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Rules 7.2, 7.4 and 7.5."""
    result = outcome(ended(*markers))

    assert (result.places, result.scores) == (places, markers)


def test_without_a_winner_another_round_is_played() -> None:
    """Rule 7.3."""
    state = act(ended(60, 71, 10), deck(1, "g7", "r8 g5 v9 y2"))

    assert (state.table.round, state.table.markers, state.table.tricks) == (2, (60, 71, 10), (0, 0, 0))


@pytest.mark.parametrize(("markers", "winners"), [((65, 67, 10), [0, 1]), ((60, 71, 10), [])])
def test_the_end_of_a_round_is_announced(markers: tuple[int, ...], winners: list[int]) -> None:
    """Rule 7.1."""
    state, events = watch(ending(*markers), "play y2")

    assert [event.to_record() for event in events] == [
        {"event": "trick", "winner": 0},
        {"event": "round", "markers": list(markers), "winners": winners},
    ]
    assert state.table.last_round == events[-1]


@pytest.mark.parametrize(
    ("markers", "places"),
    [((60, 71, 10), (2, 1, 3)), ((60, 72, 10), (1, 1, 3)), ((50, 80, 52), (3, 1, 1)), ((61, 71, 72), (1, 2, 3))],
)
def test_the_last_round_places_all_by_their_distance_from_66(markers: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Rule 8.1."""
    state = ended(*markers, max_rounds=1)

    assert outcome(state).places == places
    assert state.table.last_round is not None
    assert state.table.last_round.winners == tuple(Seat(seat) for seat in range(3) if places[seat] == 1)
    assert ended(60, 71, 10, max_rounds=2).outcome is None


def test_there_is_no_last_round_without_the_option() -> None:
    """Rule 8.2."""
    assert GAME.start(3, {}).table.max_rounds == 0
    assert ended(60, 71, 10).outcome is None


def test_the_variant_places_by_its_own_zone() -> None:
    """Rule 9.1."""
    assert outcome(ended(66, 62, 70, variant=True)).places == (1, 2, 2)
    assert outcome(ended(66, 61, 70, variant=True)).places == (1, 3, 2)


def test_a_turned_card_goes_into_the_gap_of_a_row_that_opened_by_value() -> None:
    """Rule 9.2."""
    assert legal(market("v8 g5 r8 y2", options=VARIANT)) == ["row g5 r8 v8 y2", "row g5 v8 r8 y2"]
    assert row(TURNED) == "g5 r2 y10 v4"


def test_after_a_purchase_two_cards_of_the_row_are_swapped() -> None:
    """Rule 9.3."""
    swapped, events = watch(TURNED, "swap r2 v4")

    assert on_turn(TURNED) == 0
    assert legal(TURNED) == ["swap r2 y10", "swap r2 g5", "swap r2 v4", "swap y10 g5", "swap y10 v4", "swap g5 v4"]
    assert (row(swapped), on_turn(swapped)) == ("g5 v4 y10 r2", 1)
    assert [event.to_record() for event in events] == [{"event": "row", "cards": ["g5", "v4", "y10", "r2"]}]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("swap g4 g5", "You are to swap two of the four cards in the row: g5 r2 y10 v4."),
        ("buy g5", "You have bought a card. Now swap two of: g5 r2 y10 v4."),
    ],
)
def test_nothing_else_is_done_after_a_purchase(text: str, reason: str) -> None:
    """Rule 9.3."""
    assert refused(TURNED, text) == reason


def test_after_the_very_last_purchase_nothing_is_swapped() -> None:
    """Rule 9.4."""
    state = bought("r1 y1 g1 b1 v1 y2 g2 b2", "r2 y3 g3 b3 v3 y4 g4 b4", "r3 y5 g5 b5 v5 y6 g6 b6", options=VARIANT)

    assert state.table.phase == "declare"


def test_the_variant_is_off_unless_asked_for() -> None:
    """Rule 9.5."""
    with pytest.raises(IllegalAction, match="You are to buy one of: g5 y10 v4 r2"):
        act(market("g5 g4 y10 v4 r2"), "buy g4", "swap r2 g5")
