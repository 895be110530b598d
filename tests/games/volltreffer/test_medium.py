"""`medium` at Volltreffer does what is clearly right."""

from dataclasses import replace
from random import Random

import pytest

from games.core import Options, Seat
from games.volltreffer import GAME
from games.volltreffer.actions import LayRow
from games.volltreffer.computer import medium
from games.volltreffer.market import Row
from games.volltreffer.outlook import bargains
from games.volltreffer.rules import VolltrefferState
from tests.games.switches import with_every_switch
from tests.games.volltreffer.playing import plays_through
from tests.games.volltreffer.tables import act, bought, held, leading, market, standing, view

LOW = ("y2 g2 b2 v2 y1 g1 b1 v3", "r3 y4 g5 b6 v7 y8 g9 b10", "r2 r4 y5 g6 b7 v8 y9 g10")


def choice(state: VolltrefferState) -> str:
    return medium(view(state), Random(1)).to_text()


def holding(state: VolltrefferState, *hands: str) -> VolltrefferState:
    """The state after these cards have been bought."""
    cards = tuple(map(held, hands))
    return replace(state, table=replace(state.table, hands=cards, bought=cards))


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_matches_to_their_end(seats: int, switches: Options) -> None:
    assert plays_through(medium, seats, switches, Random(seats)).outcome


def test_it_pays_the_highest_price_for_one_more_trump() -> None:
    state = holding(market("r9 y10 v4 b2", trump="r10"), "r2 r3 r4", "y1 g3 v6", "b5 v7 y7")

    assert choice(standing(state, 45, 45, 45)) == "buy r9"


def test_it_buys_what_completes_a_meld() -> None:
    state = holding(market("r9 y8 g5 b3", trump="v10"), "y1 g1 b5 r5 y6 b7 r8", "y2 g2 b2 v1 v2 v3 v4", "")

    assert choice(standing(state, 50, 50, 50)) == "buy g5"


def test_it_buys_what_it_can_pay() -> None:
    assert choice(standing(market("g10 y3 b2 v1"), 0, 0, 0)) == "buy v1"


def test_it_goes_back_with_dear_cards_when_it_stands_too_far() -> None:
    state = holding(market("y10 g9 b8 v7", trump="r10"), "y1 g1 b2 v2 y3 g4 b5", "r1 r2 r3 r4 r5 r6 r7", "")

    assert choice(standing(state, 69, 25, 25)) == "buy y10"


def test_the_dealer_lays_the_row_worse_for_the_next_buyer() -> None:
    state = market("v8 g5 r8 y2")
    laid = act(state, choice(state)).table.row
    rows = [action.cards for action in view(state).legal_actions if isinstance(action, LayRow)]

    assert best(state, laid) == min(best(state, row) for row in rows)


def best(state: VolltrefferState, row: Row) -> float:
    """The most that the first buyer can make of this row."""
    return max(bargains(state.table, Seat(0), row).values())


def test_it_swaps_the_bargain_away() -> None:
    state = act(market("g9 y5 v4 b3 g10", options={"variant": True}), "buy b3")

    assert choice(state) == "swap g9 g10"


@pytest.mark.parametrize(
    ("square", "expected"),
    [(41, "declare four:2 three:1"), (56, "declare three:1"), (64, "declare -")],
)
def test_it_shows_what_leads_to_the_zone(square: int, expected: str) -> None:
    assert choice(standing(bought(*LOW), square, 40, 40)) == expected


@pytest.mark.parametrize(
    ("hands", "squares", "expected"),
    [
        (("y1 y8", "y7 g2", "y2 g4"), (56, 40, 40), "play y8"),
        (("y1 y8", "y7 g2", "y2 g4"), (66, 40, 40), "play y1"),
        (("y5", "y7", "y2"), (66, 40, 40), "play y5"),
    ],
)
def test_it_leads_what_serves_it(hands: tuple[str, ...], squares: tuple[int, ...], expected: str) -> None:
    assert choice(standing(leading(*hands), *squares)) == expected


def test_it_leaves_a_trick_that_leads_out_of_the_zone() -> None:
    state = standing(leading("y7 g1", "y5 y9", "y2 g3"), 40, 66, 40)

    assert choice(act(state, "play y7")) == "play y5"


def test_it_keeps_its_best_card_from_a_trick_it_cannot_take() -> None:
    state = standing(leading("r9 g1 b1", "y5 g9 b2", "y2 g3 b4"), 40, 40, 40)

    assert choice(act(state, "play r9")) != "play g9"
