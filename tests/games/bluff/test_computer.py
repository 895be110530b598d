"""The computer players of Bluff."""

from fractions import Fraction
from random import Random

import pytest

from games.bluff.actions import LIFT, STAND, Bid, BluffAction, Dice, Expose
from games.bluff.computer import COMPUTERS, easy, probability, steady
from games.bluff.view import BluffView
from games.core import Seat
from games.turns import random
from tests.games.bluff.tables import act, is_first, table


@pytest.mark.parametrize("seats", [2, 6])
def test_steady_beats_random(seats: int) -> None:
    rng = Random(seats)

    assert sum(is_first(steady, random, seats, {"reroll": True}, rng) for _ in range(30)) >= 28


@pytest.mark.parametrize("seats", [2, 6])
def test_easy_beats_random(seats: int) -> None:
    rng = Random(seats)

    assert sum(is_first(easy, random, seats, {"reroll": True}, rng) for _ in range(50)) >= 40


def test_easy_makes_mistakes() -> None:
    view = act(table("1 2 3 / 1 2 3"), "bid 6x5").view(Seat(1))

    assert any(easy(view, Random(seed)) != steady(view, Random(seed)) for seed in range(50))


@pytest.mark.parametrize(
    ("bid", "seen", "unseen", "expected"),
    [
        (Bid(1, 3), (3,), 0, Fraction(1)),
        (Bid(2, 3), (1,), 1, Fraction(0)),
        (Bid(1, 3), (1,), 1, Fraction(1, 3)),
        (Bid(1, 6), (3,), 1, Fraction(1, 6)),
        (Bid(2, 3), (6,), 2, Fraction(5, 9)),
        (Bid(3, 6), (6, 6), 2, Fraction(11, 36)),
    ],
    ids=str,
)
def test_the_probability_of_a_bid(bid: Bid, seen: Dice, unseen: int, expected: Fraction) -> None:
    assert probability(bid, seen, unseen) == pytest.approx(float(expected))


def choice(view: BluffView) -> BluffAction:
    return steady(view, Random(1))


def test_steady_opens_with_what_it_holds() -> None:
    assert choice(table("5 5 5 5 5 / 1 2 3").view(Seat(0))) == Bid(5, 5)


def test_steady_doubts_what_is_unlikely() -> None:
    assert choice(act(table("1 2 3 / 1 2 3"), "bid 6x5").view(Seat(1))) == LIFT


def test_steady_doubts_what_cannot_be_raised() -> None:
    assert choice(act(table("* * / * *"), "bid 4x*").view(Seat(1))) == LIFT


def test_steady_raises_where_a_doubt_is_less_promising() -> None:
    assert choice(act(table("1 1 / 4"), "bid 1x5").view(Seat(1))) == Bid(2, 4)


def test_steady_shows_nothing_after_a_safe_bid() -> None:
    assert choice(act(table("1 4 4 4 4 / 1", reroll=True), "bid 4x4").view(Seat(0))) == STAND


def test_steady_shows_what_helps_a_daring_bid() -> None:
    assert choice(act(table("1 2 3 4 4 / 1", reroll=True), "bid 5x4").view(Seat(0))) == Expose((4, 4))


def test_steady_counts_shown_dice() -> None:
    shown = act(table("1 4 4 4 4 / 2 2", reroll=True), "bid 1x1", "expose 4 4 4 4", "reroll 1")

    assert choice(shown.view(Seat(1))) != LIFT


def test_the_players_are_listed_weakest_first() -> None:
    assert list(COMPUTERS) == ["random", "steady", "easy", "medium"]
