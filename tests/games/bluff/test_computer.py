"""Computer players of Bluff that answer at once."""

from fractions import Fraction
from random import Random

import pytest

from games.bluff.actions import Bid, Dice
from games.bluff.computer import Odds, _judge, _opposing_cups, medium, open_dice, probability, steady
from games.bluff.view import BluffView
from games.core import Seat
from tests.games.bluff.tables import act, table


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


def belief(view: BluffView) -> Odds:
    """How likely bids hold, for a medium player with this view."""
    return _judge(_opposing_cups(view), open_dice(view) + view.own_dice, 0)


def chance(bid: Bid, *actions: str) -> float:
    """How likely `bid` seems to player 3 after these actions."""
    state = act(table("1 2 3 / 1 2 3 / 1 2 3", reroll=True), *actions)
    return belief(state.view(Seat(2)))(bid)


def test_medium_raises_where_a_bid_is_to_be_believed() -> None:
    asked = act(table("1 2 3 4 5 / 2 2 2 5 5"), "bid 4x5").view(Seat(1))

    assert (medium(asked, Random(1)), steady(asked, Random(1))) == (Bid(5, 5), Bid(5, 2))
