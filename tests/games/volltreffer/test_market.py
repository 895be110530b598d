"""Rules 1 to 3 of Volltreffer: cards, track, and buying, by their numbers in RULES.md."""

from random import Random

import pytest

from games.cards import OF_COLOUR, parse_card, to_text
from games.volltreffer import GAME
from games.volltreffer.melds import DECK
from games.volltreffer.track import advance
from tests.games.volltreffer.tables import (
    act,
    bought,
    deck,
    legal,
    market,
    on_turn,
    refused,
    rest_of_round,
    row,
    standing,
    watch,
)

PRINTED = market("g5 g4 y10 v4 r2")
"""The printed example: green is trump, so that the 5 and the 4 lie before the ten."""

EQUAL = market("v8 g5 r8 y2")
"""The dealer is to choose which of the two eights lies first."""


def test_three_to_five_play() -> None:
    """Rule 1.1."""
    assert list(GAME.seats) == [3, 4, 5]
    with pytest.raises(ValueError, match="volltreffer is for 3 to 5 players"):
        GAME.start(2, {})


def test_each_of_five_colours_has_ten_cards() -> None:
    """Rule 1.1."""
    assert [to_text(DECK & colour) for colour in OF_COLOUR] == [
        " ".join(f"{colour}{value}" for value in range(1, 11)) for colour in "rygbv"
    ]


@pytest.mark.parametrize(("seats", "square"), [(3, 25), (4, 25), (5, 30)])
def test_all_start_on_one_square(seats: int, square: int) -> None:
    """Rule 1.2."""
    assert GAME.start(seats, {}).table.markers == (square,) * seats


def test_a_lesson_can_start_on_another_square() -> None:
    """Rule 10.1."""
    assert [GAME.start(3, {"start": square}).table.markers for square in (55, 0)] == [(55,) * 3, (25,) * 3]


@pytest.mark.parametrize(("square", "gain", "then"), [(78, 5, 43), (80, 0, 80), (75, 5, 80), (76, 5, 41), (70, 20, 50)])
def test_after_80_the_track_goes_on_from_41(square: int, gain: int, then: int) -> None:
    """Rule 1.3."""
    assert advance(square, gain) == then


def test_the_turned_card_makes_trump_and_stays_out_of_play() -> None:
    """Rule 2.1."""
    state = market("r8 g5 v9 y2", trump="g7")

    assert state.table.trump.word == "green"
    assert not any(cards >> parse_card("g7") & 1 for cards in rest_of_round(state).table.bought)


def test_a_deck_has_every_card() -> None:
    """Rule 2.1."""
    drawn = GAME.start(3, {}).sample_chance(Random(1))

    assert sorted((drawn.trump_card, *drawn.cards)) == [parse_card(name) for name in to_text(DECK).split()]


def test_anyone_may_buy_first_in_round_1_and_then_the_next_player() -> None:
    """Rule 2.2."""
    start = GAME.start(4, {})
    state = rest_of_round(standing(market("r8 g5 v9 y2", first_buyer=2), 5, 5, 5))

    assert {start.sample_chance(Random(seed)).first_buyer for seed in range(40)} == {0, 1, 2, 3}
    assert on_turn(market("r8 g5 v9 y2", first_buyer=2)) == 2
    assert {state.sample_chance(Random(seed)).first_buyer for seed in range(20)} == {0}
    assert refused(state, deck(1, "g7", "g5")) == "Player 2 does not buy first, but one of: 1."


@pytest.mark.parametrize(("first_buyer", "dealer"), [(0, 2), (1, 0), (2, 1)])
def test_the_dealer_sits_before_the_first_buyer(first_buyer: int, dealer: int) -> None:
    """Rule 2.3."""
    assert market("r8 g5 v9 y2", first_buyer=first_buyer).table.dealer == dealer


def test_a_round_goes_from_buying_to_melds_to_tricks() -> None:
    """Rules 2.4 and 3.6."""
    state = standing(market("r8 g5 v9 y2"), 5, 5, 5)
    phases = [state.table.phase]
    while phases[-1] != "deal":
        state = act(state, state.default_action(min(state.to_act)).to_text())
        phases.append(state.table.phase)

    assert phases == ["buy"] * 24 + ["declare"] * 3 + ["play"] * 24 + ["deal"]


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("v4 y10 g4 g5", "g5 g4 y10 v4"),
        ("y1 r10 b3 v7", "r10 v7 b3 y1"),
        ("r10 g1 v9 b8", "g1 r10 v9 b8"),
        ("g1 g2 g10 g3", "g10 g3 g2 g1"),
        ("g8 r8 v9 y2", "g8 v9 r8 y2"),
    ],
)
def test_the_opening_row_lies_by_trump_and_value(drawn: str, expected: str) -> None:
    """Rule 3.1."""
    state = market(drawn)

    assert (row(state), state.table.phase) == (expected, "buy")


def test_the_dealer_orders_equal_cards() -> None:
    """Rules 3.2 and 3.5."""
    state = act(market("v8 g5 r8 y2 b8"), "row g5 v8 r8 y2")

    assert (on_turn(EQUAL), legal(EQUAL)) == (2, ["row g5 r8 v8 y2", "row g5 v8 r8 y2"])
    assert (on_turn(state), row(state)) == (0, "g5 v8 r8 y2")
    assert row(act(state, "buy y2")) == "g5 v8 r8 b8"


@pytest.mark.parametrize(
    ("drawn", "rows"), [("r5 y5 b5 v5", 24), ("r5 y5 b5 v4", 6), ("r5 y5 b4 v4", 4), ("r5 y5 g5 v4", 2)]
)
def test_every_order_of_equal_cards_can_be_chosen(drawn: str, rows: int) -> None:
    """Rule 3.2."""
    assert len(set(legal(market(drawn)))) == rows


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("row r8 g5 v8 y2", "r8 g5 v8 y2 is out of order: trumps lie first, then high values."),
        ("row g5 r8 v8 y3", "The row is to have the four cards that were drawn: g5 r8 v8 y2."),
    ],
)
def test_only_equal_cards_of_the_row_change_places(text: str, reason: str) -> None:
    """Rule 3.2."""
    assert refused(EQUAL, text).startswith(reason)


@pytest.mark.parametrize(("card", "square"), [("g5", 21), ("g4", 23), ("y10", 24), ("v4", 25)])
def test_a_card_costs_the_price_above_it(card: str, square: int) -> None:
    """Rule 3.3."""
    state = act(PRINTED, f"buy {card}")

    assert state.table.markers == (square, 25, 25)
    assert to_text(state.table.bought[0]) == card


def test_all_buy_in_turn() -> None:
    """Rule 3.3."""
    state = market("g10 g9 g8 r1 y1 b1 v1", first_buyer=1)
    buyers = [on_turn(state)]
    for card in ("r1", "y1", "b1"):
        state = act(state, f"buy {card}")
        buyers.append(on_turn(state))

    assert buyers == [1, 2, 0, 1]


@pytest.mark.parametrize(("square", "affordable"), [(4, 4), (3, 3), (2, 3), (1, 2), (0, 1)])
def test_nobody_buys_what_costs_more_than_the_square(square: int, affordable: int) -> None:
    """Rule 3.4."""
    cheapest = ["buy g5", "buy g4", "buy y10", "buy v4"][-affordable:]

    assert legal(standing(PRINTED, square, 25, 25)) == cheapest


def test_a_player_who_is_too_poor_is_told_the_price() -> None:
    """Rule 3.4."""
    assert refused(standing(PRINTED, 1, 25, 25), "buy g4") == "g4 costs 2, and you're on 1: buy a card for 1 or less."


@pytest.mark.parametrize(
    ("drawn", "card", "then"),
    [
        ("g5 g4 y10 v4 r2", "g4", "g5 y10 v4 r2"),
        ("y10 r8 b3 b2 v8", "y10", "r8 v8 b3 b2"),
        ("g5 g4 y10 v4 g8", "v4", "g8 g5 g4 y10"),
        ("y9 r8 b7 b6 v10", "b6", "v10 y9 r8 b7"),
        ("y9 r8 b7 b6 r7", "y9", "r8 b7 r7 b6"),
        ("y9 r8 b7 b6 v8", "b6", "y9 r8 v8 b7"),
    ],
)
def test_the_row_is_ordered_again_after_a_purchase(drawn: str, card: str, then: str) -> None:
    """Rule 3.5."""
    assert row(act(market(drawn), f"buy {card}")) == then


@pytest.mark.parametrize("seats", GAME.seats)
def test_buying_ends_with_eight_cards_each(seats: int) -> None:
    """Rule 3.6."""
    state = market("g5 g4 y10 v3", seats=seats)
    while state.table.phase == "buy":
        state = act(state, state.default_action(on_turn(state)).to_text())

    assert [cards.bit_count() for cards in state.table.bought] == [8] * seats
    assert state.table.phase == "declare"


def test_after_the_last_purchase_nothing_is_turned_and_the_rest_is_cleared_away() -> None:
    """Rule 3.6."""
    state = market("g10 g9 g8 g1", seats=3)
    while state.table.bought[2].bit_count() < 7 or on_turn(state) != 2:
        state = act(state, legal(state)[-1])

    _, events = watch(state, "buy g9")
    cleared = bought("r1 y1 g1 b1 v1 y2 g2 b2", "r2 y3 g3 b3 v3 y4 g4 b4", "r3 y5 g5 b5 v5 y6 g6 b6").table

    assert events[-1].to_record() == {"event": "row", "cards": ["g10", None, "g8", row(state).split()[3]]}
    assert (cleared.row, cleared.deck_left) == ((), 0)


def test_everyone_sees_what_is_bought_and_nobody_the_deck() -> None:
    """Rule 3.7."""
    one, other = market("g5 g4 y10 v4 r2 r3"), market("g5 g4 y10 v4 r3 r2")

    assert [to_text(cards) for cards in act(one, "buy g4").view(None).table.hands] == ["g4", "-", "-"]
    assert one.view(one.table.dealer) == other.view(one.table.dealer)
    assert (one.table.deck_left, act(one, "buy g4").table.deck_left, one != other) == (45, 44, True)
