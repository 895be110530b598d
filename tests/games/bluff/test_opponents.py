"""What Bluff's search takes its opponents for."""

from math import inf
from random import Random

import pytest

from games.bluff.opponents import Choice, Opponent, choices, facing_after, likelihood
from games.bluff.ranks import COUNTED, DOUBT, NO_BID, NOTHING, NUMBER
from games.bluff.styles import Facing, Style
from games.core import Seat
from tests.games.bluff.tables import act, table

PLAIN = Style("nobody", 0.3, compares=False, safe=0.6)
CUP = COUNTED[1, 2, 5, 5, 5]


def mean_of_fives(*actions: str) -> float:
    """How many dice of the second player count for a bid on fives, by some guesses."""
    state = act(table("1 2 3 4 4 / 5 5 5 5 5 / 1 2 3 4 *"), *actions)
    opponent, rng = Opponent(state.view(Seat(2)), Seat(1)), Random(1)
    return sum(opponent.guess(rng).cup[5] for _ in range(600)) / 600


def test_nothing_is_known_of_who_has_not_bid() -> None:
    assert mean_of_fives("bid 1x1") == pytest.approx(5 / 3, abs=0.15)


def test_a_bid_makes_its_face_likelier() -> None:
    assert mean_of_fives("bid 1x1", "bid 4x5") > mean_of_fives("bid 1x1", "bid 4x2") + 0.2


def test_what_everybody_sees_follows_the_bids() -> None:
    state = act(table("1 2 2 / 5 5 / 3", reroll=True), "bid 1x2", "stand", "bid 2x5", "expose 5", "reroll 1")

    facing = facing_after(state.table.dice_counts, state.table.bids)

    assert facing == Facing(NUMBER[2, 5], 1, [1 << 2, 0, 0], [3, 1, 1], 6)


def test_a_bid_says_nothing_of_dice_rolled_after_it() -> None:
    state = act(table("1 2 2 / 5 5 / 3", reroll=True), "bid 1x2", "stand", "bid 2x5", "expose 5", "reroll 1")

    found = choices(state.table.dice_counts, state.table.bids)

    assert found == {Seat(0): (Choice(Seat(0), facing_after((3, 2, 1), ()), NOTHING, NUMBER[1, 2]),), Seat(1): ()}


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param([NUMBER[3, 5], NUMBER[4, 5]], id="on the same face"),
        pytest.param([NUMBER[4, 5], NUMBER[3, 2]], id="on another face"),
        pytest.param([NUMBER[3, 2], DOUBT], id="a doubt instead of a bid"),
    ],
)
def test_what_a_style_would_do_is_likelier_than_what_is_less_like_it(answers: list[int]) -> None:
    facing = Facing(NUMBER[1, 1], 1, [0, 2], [5, 1], 6)
    plain = Style("nobody", 0.3, compares=False, safe=inf)
    assert plain.answer(0, CUP, facing) == NUMBER[1, 2]
    more, less = (likelihood(PLAIN, CUP, Choice(Seat(0), facing, NOTHING, answer)) for answer in answers)

    assert PLAIN.answer(0, CUP, facing) == NUMBER[3, 5]
    assert more > less


def test_a_liar_explains_a_lie() -> None:
    liar = Style("nobody", 0.3, compares=False, safe=0.6, lies=0.3)
    lie = Choice(Seat(0), Facing(NO_BID, 0, [0, 0], [5, 5], 10), NOTHING, NUMBER[1, 3])

    assert likelihood(liar, CUP, lie) > likelihood(PLAIN, CUP, lie)
