"""Bluff's `hard` at larger tables, which tries its actions in sampled worlds."""

from random import Random

import pytest

from games.bluff import GAME
from games.bluff.actions import LIFT, Bid, BluffAction, Expose, Stand
from games.bluff.search import hard
from games.bluff.view import BluffView
from games.core import Options, Seat
from games.search import after
from games.turns import random
from tests.games.bluff.tables import act, is_first, table
from tests.games.switches import with_every_switch


def quick(view: BluffView, rng: Random) -> BluffAction:
    return hard(view, rng, after(2))


def choice(cups: str, *actions: str, seat: int, reroll: bool = False) -> BluffAction:
    return hard(act(table(cups, reroll=reroll), *actions).view(Seat(seat)), Random(1), after(30))


def test_hard_chooses_which_dice_to_show() -> None:
    assert isinstance(choice("1 2 / 3 4 5 5 / 5 5", "bid 2x5", seat=0, reroll=True), Expose | Stand)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@with_every_switch(GAME)
def test_hard_plays_at_every_table(seats: int, switches: Options) -> None:
    rng = Random(seats)

    assert sum(is_first(quick, random, seats, switches, rng) for _ in range(3)) >= 2


def test_hard_doubts_what_is_impossible() -> None:
    assert choice("1 2 / 3 4 / 5 5", "bid 6x*", seat=1) == LIFT


def test_hard_does_not_doubt_what_it_holds() -> None:
    assert choice("5 5 / 5 5 5 / 5", "bid 3x5", seat=1) != LIFT


def test_hard_opens_with_a_bid_where_all_are_safe() -> None:
    assert isinstance(choice("- / 1 2 3 4 * / -", "bid 1x1", seat=1, reroll=True), Bid)
