"""Computer players of Bluff that answer at once."""

from fractions import Fraction
from random import Random

import pytest

from games.bluff.actions import LIFT, STAND, Bid, BluffAction, Dice, Expose
from games.bluff.computer import COMPUTERS, Odds, _judge, _opposing_cups, easy, medium, open_dice, probability, steady
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


def belief(view: BluffView) -> Odds:
    """How likely bids hold, for a medium player with this view."""
    return _judge(_opposing_cups(view), open_dice(view) + view.own_dice, 0)


def medium_choice(cups: str, *actions: str, seat: int, reroll: bool = False) -> BluffAction:
    return medium(act(table(cups, reroll=reroll), *actions).view(Seat(seat)), Random(1))


def chance(bid: Bid, *actions: str) -> float:
    """How likely `bid` seems to player 3 after these actions."""
    state = act(table("1 2 3 / 1 2 3 / 1 2 3", reroll=True), *actions)
    return belief(state.view(Seat(2)))(bid)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("reroll", [False, True])
def test_medium_beats_random(seats: int, reroll: bool) -> None:
    rng = Random(seats)

    assert sum(is_first(medium, random, seats, {"reroll": reroll}, rng) for _ in range(10)) >= 9


def test_medium_beats_steady() -> None:
    rng = Random(1)

    assert sum(is_first(medium, steady, 2, {}, rng) for _ in range(50)) >= 33


def test_nothing_is_known_before_the_first_bid() -> None:
    first = belief(table("3 / 1 2 3").view(Seat(0)))

    assert first(Bid(2, 3)) == pytest.approx(1 - (2 / 3) ** 3)


def test_a_bid_makes_its_face_likelier() -> None:
    assert chance(Bid(4, 5), "bid 2x5", "stand") > chance(Bid(4, 5), "bid 2x4", "stand")


def test_a_bid_makes_stars_likelier() -> None:
    assert chance(Bid(2, 6), "bid 2x5", "stand") > chance(Bid(2, 6))


def test_a_bid_on_stars_speaks_of_no_number() -> None:
    assert chance(Bid(2, 6), "bid 1x*", "stand") > chance(Bid(2, 6), "bid 2x5", "stand")


def test_the_same_bid_again_says_nothing_new() -> None:
    once = act(table("1 2 3 / 1 2 3"), "bid 1x5", "bid 2x1")
    twice = act(table("1 2 3 / 1 2 3"), "bid 1x5", "bid 1x*", "bid 2x5", "bid 3x1")

    assert belief(once.view(Seat(1)))(Bid(4, 5)) == belief(twice.view(Seat(1)))(Bid(4, 5))


def test_dice_that_were_rolled_again_are_fair() -> None:
    assert chance(Bid(3, 4), "bid 1x5", "expose 1", "reroll 4 4") == chance(
        Bid(3, 4), "bid 1x3", "expose 1", "reroll 4 4"
    )


def test_what_is_seen_is_certain() -> None:
    assert chance(Bid(1, 3)) == 1.0


def test_what_cannot_be_is_impossible() -> None:
    assert chance(Bid(8, 4)) == 0.0


def test_medium_raises_where_a_bid_is_to_be_believed() -> None:
    asked = act(table("1 2 3 4 5 / 2 2 2 5 5"), "bid 4x5").view(Seat(1))

    assert (medium(asked, Random(1)), steady(asked, Random(1))) == (Bid(5, 5), Bid(5, 2))


def test_medium_doubts_what_cannot_be_raised() -> None:
    assert medium_choice("* * / * *", "bid 4x*", seat=1) == LIFT


def test_medium_doubts_what_is_unlikely() -> None:
    assert medium_choice("1 2 3 / 1 2 3", "bid 6x5", seat=1) == LIFT


def test_medium_shows_nothing_after_a_safe_bid() -> None:
    assert medium_choice("1 4 4 4 4 / 1", "bid 4x4", seat=0, reroll=True) == STAND


def test_medium_shows_what_helps_a_daring_bid() -> None:
    assert medium_choice("1 2 3 4 4 / 1", "bid 5x4", seat=0, reroll=True) == Expose((4, 4))
