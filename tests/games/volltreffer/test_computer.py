"""Computer players of Volltreffer that answer at once."""

from dataclasses import replace
from random import Random

import pytest

from games.cards import Colour, parse_card
from games.core import CHANCE, Computer, Options, Seat
from games.turns import random
from games.volltreffer import COMPUTERS, GAME
from games.volltreffer.actions import LayRow, VolltrefferAction
from games.volltreffer.computer import medium, steady, worth
from games.volltreffer.market import Row
from games.volltreffer.outlook import bargains
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.view import VolltrefferView
from tests.games.switches import with_every_switch
from tests.games.volltreffer.playing import plays_through
from tests.games.volltreffer.tables import act, bought, held, leading, market, standing, view


def is_first(player: Computer[VolltrefferView, VolltrefferAction], seats: int, options: Options, rng: Random) -> bool:
    """Whether `player` in a random seat wins against `random` in all others."""
    own = rng.randrange(seats)
    state = GAME.start(seats, options)
    while not state.outcome:
        seat = min(state.to_act)
        computer = player if seat == own else random
        action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
        state = act(state, action.to_text())
    return state.outcome.places[own] == 1


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("level", ["steady", "easy", "medium"])
def test_every_level_beats_random(level: str, seats: int, switches: Options) -> None:
    rng = Random(seats)

    assert sum(is_first(COMPUTERS[level], seats, switches, rng) for _ in range(20)) >= 17


def choice(state: VolltrefferState) -> str:
    return steady(view(state), Random(1)).to_text()


def test_a_trump_is_worth_more_than_another_card() -> None:
    assert worth(0, parse_card("r1"), Colour.RED) > worth(0, parse_card("y10"), Colour.RED)


def test_a_card_is_worth_more_to_whoever_has_two_like_it() -> None:
    assert worth(held("y3 g3"), parse_card("b3"), Colour.RED) > worth(0, parse_card("b3"), Colour.RED) + 3


def test_steady_takes_a_high_trump_for_the_highest_price() -> None:
    assert choice(market("g10 y3 b2 v1", trump="g7")) == "buy g10"


def test_steady_pays_nothing_for_low_cards() -> None:
    assert choice(market("y4 b3 v2 r1", trump="g7")) == "buy r1"


def test_steady_buys_what_it_can_pay() -> None:
    assert choice(standing(market("g10 y3 b2 v1", trump="g7"), 0, 0, 0)) == "buy v1"


def test_steady_lays_some_row() -> None:
    assert choice(market("v8 g5 r8 y2")) in {"row g5 r8 v8 y2", "row g5 v8 r8 y2"}


def test_steady_swaps_the_bargain_away() -> None:
    state = act(market("g9 y5 v4 b3 g10", options={"variant": True}), "buy b3")

    assert choice(state) == "swap y5 g10"  # with the nine at 4 and the ten at 2, nothing good is cheap


def test_steady_shows_all_it_can() -> None:
    state = bought("y9 g9 b9 v9 y10 g10 b10 v10", "r1 y1 g1 b1 v1 y2 g2 b2", "r2 v2 y3 g4 b5 v6 y7 g8")

    assert choice(state) == "declare four:10 four:9"


@pytest.mark.parametrize(
    ("hands", "square", "expected"),
    [
        (("y1 y8 y10", "y9 g1 g2", "y2 g3 g4"), 40, "play y10"),  # the lowest that no other card beats
        (("y1 y6 y10", "y5 g1 g2", "y2 g3 g4"), 40, "play y6"),
        (("y1 y6 b3", "r5 g1 g2", "y7 b4 g4"), 40, "play y1"),  # none takes the trick, so play the weakest
        (("y1 y6 y10", "y5 g1 g2", "y2 g3 g4"), 66, "play y1"),  # five more would lead out of the zone
        (("y1 y6 r9", "y5 g1 g2", "y2 g3 g4"), 55, "play y6"),
    ],
)
def test_steady_leads_what_serves_it(hands: tuple[str, ...], square: int, expected: str) -> None:
    assert choice(standing(leading(*hands), square, 40, 40)) == expected


def test_steady_throws_off_high_cards_where_a_trick_harms() -> None:
    state = standing(leading("y7 g1", "y1 y5 y9", "y2 g3"), 40, 66, 40)

    assert choice(act(state, "play y7")) == "play y5"


def test_the_players_are_listed_weakest_first() -> None:
    assert list(COMPUTERS) == ["random", "steady", "easy", "medium"]


def test_a_computer_player_knows_its_seat() -> None:
    assert view(market("g10 y3 b2 v1")).seat == Seat(0)


LOW = ("y2 g2 b2 v2 y1 g1 b1 v3", "r3 y4 g5 b6 v7 y8 g9 b10", "r2 r4 y5 g6 b7 v8 y9 g10")


def medium_choice(state: VolltrefferState) -> str:
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

    assert medium_choice(standing(state, 45, 45, 45)) == "buy r9"


def test_it_buys_what_completes_a_meld() -> None:
    state = holding(market("r9 y8 g5 b3", trump="v10"), "y1 g1 b5 r5 y6 b7 r8", "y2 g2 b2 v1 v2 v3 v4", "")

    assert medium_choice(standing(state, 50, 50, 50)) == "buy g5"


def test_it_buys_what_it_can_pay() -> None:
    assert medium_choice(standing(market("g10 y3 b2 v1"), 0, 0, 0)) == "buy v1"


def test_it_goes_back_with_dear_cards_when_it_stands_too_far() -> None:
    state = holding(market("y10 g9 b8 v7", trump="r10"), "y1 g1 b2 v2 y3 g4 b5", "r1 r2 r3 r4 r5 r6 r7", "")

    assert medium_choice(standing(state, 69, 25, 25)) == "buy y10"


def test_the_dealer_lays_the_row_worse_for_the_next_buyer() -> None:
    state = market("v8 g5 r8 y2")
    laid = act(state, medium_choice(state)).table.row
    rows = [action.cards for action in view(state).legal_actions if isinstance(action, LayRow)]

    assert best(state, laid) == min(best(state, row) for row in rows)


def best(state: VolltrefferState, row: Row) -> float:
    """The most that the first buyer can make of this row."""
    return max(bargains(state.table, Seat(0), row).values())


def test_it_swaps_the_bargain_away() -> None:
    state = act(market("g9 y5 v4 b3 g10", options={"variant": True}), "buy b3")

    assert medium_choice(state) == "swap g9 g10"


@pytest.mark.parametrize(
    ("square", "expected"),
    [(41, "declare four:2 three:1"), (56, "declare three:1"), (64, "declare -")],
)
def test_it_shows_what_leads_to_the_zone(square: int, expected: str) -> None:
    assert medium_choice(standing(bought(*LOW), square, 40, 40)) == expected


@pytest.mark.parametrize(
    ("hands", "squares", "expected"),
    [
        (("y1 y8", "y7 g2", "y2 g4"), (56, 40, 40), "play y8"),
        (("y1 y8", "y7 g2", "y2 g4"), (66, 40, 40), "play y1"),
        (("y5", "y7", "y2"), (66, 40, 40), "play y5"),
    ],
)
def test_it_leads_what_serves_it(hands: tuple[str, ...], squares: tuple[int, ...], expected: str) -> None:
    assert medium_choice(standing(leading(*hands), *squares)) == expected


def test_it_leaves_a_trick_that_leads_out_of_the_zone() -> None:
    state = standing(leading("y7 g1", "y5 y9", "y2 g3"), 40, 66, 40)

    assert medium_choice(act(state, "play y7")) == "play y5"


def test_it_keeps_its_best_card_from_a_trick_it_cannot_take() -> None:
    state = standing(leading("r9 g1 b1", "y5 g9 b2", "y2 g3 b4"), 40, 40, 40)

    assert medium_choice(act(state, "play r9")) != "play g9"
