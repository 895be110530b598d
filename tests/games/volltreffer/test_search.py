"""`hard` at Volltreffer finds the best play a few tricks ahead."""

from math import inf
from random import Random

import pytest

from games.core import Options, Seat
from games.search import after
from games.volltreffer import GAME
from games.volltreffer.actions import VolltrefferAction
from games.volltreffer.computer import medium
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.search import evaluate, hard
from games.volltreffer.view import VolltrefferView
from tests.games.switches import with_every_switch
from tests.games.volltreffer.playing import plays_through
from tests.games.volltreffer.tables import act, bought, leading, market, standing, view


def choice(state: VolltrefferState, worlds: int) -> str:
    return hard(view(state), Random(1), after(worlds)).to_text()


def briefly(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    return hard(view, rng, after(1))


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_matches_to_their_end(seats: int, switches: Options) -> None:
    assert plays_through(briefly, seats, {"max_rounds": 1, **switches}, Random(seats)).outcome


def test_it_asks_for_the_time_after_every_world() -> None:
    asked = []

    def is_time_up() -> bool:
        asked.append(1)
        return len(asked) == 7

    hard(market("g10 y3 b2 v1").view(Seat(0)), Random(1), is_time_up)

    assert len(asked) == 7


def test_the_same_generator_leads_to_the_same_purchase() -> None:
    state = market("g10 y10 b9 v4")

    assert choice(state, 20) == choice(state, 20)


@pytest.mark.parametrize(
    ("hands", "squares", "expected"),
    [
        # both tricks lead to 66: play the trump first, or g9 takes the last trick
        (("r1 g8", "y7 g9", "y2 y4"), (56, 40, 40), "play r1"),
        # even one trick leads out of the zone: the low card leaves both to the others
        (("y3 y9", "y4 g2", "y5 b9"), (66, 40, 40), "play y3"),
    ],
)
def test_it_sees_the_last_tricks_through(hands: tuple[str, ...], squares: tuple[int, ...], expected: str) -> None:
    assert choice(standing(leading(*hands), *squares), 200) == expected


def test_it_shows_no_melds_that_lead_out_of_the_zone() -> None:
    hands = ("y2 g2 b2 v2 y1 g1 b1 v3", "r3 y4 g5 b6 v7 y8 g9 b10", "r2 r4 y5 g6 b7 v8 y9 g10")

    assert choice(standing(bought(*hands), 61, 25, 25), 60) == "declare -"


def test_the_last_card_needs_no_thought() -> None:
    state = act(leading("y1 y2", "y7 g9", "y3 y4"), "play y1", "play y7", "play y3")

    assert choice(state, 0) == "play g9"


def test_it_swaps_for_the_worst_of_the_next_buyer() -> None:
    state = act(market("g9 y5 v4 b3 g10", options={"variant": True}), "buy b3")

    assert choice(state, 5) in {"swap g9 g10", "swap y5 g10"}


def test_without_time_it_does_what_the_rule_player_does() -> None:
    state = market("g10 y3 b2 v1", trump="g7")

    assert choice(state, 1) == medium(view(state), Random(1)).to_text()


@pytest.mark.parametrize(
    "state",
    [
        market("g10 y3 b2 v1"),
        bought("y2 g2 b2 v2 y1 g1 b1 v3", "r3 y4 g5 b6 v7 y8 g9 b10", "r2 r4 y5 g6 b7 v8 y9 g10"),
        leading("y3 y9", "y4 g2", "y5 b9"),
    ],
    ids=["a purchase", "melds", "a card"],
)
def test_every_action_is_judged_by_its_share_of_the_victory(state: VolltrefferState) -> None:
    judged = evaluate(view(state), Random(1), after(12))

    assert [one.action for one in judged] == list(view(state).legal_actions)
    assert all(0 <= one.value <= 1 and 0 <= one.error <= 1 and one.samples > 1 for one in judged)


def test_a_card_that_was_never_tried_has_no_value() -> None:
    first, second = evaluate(view(leading("y3 y9", "y4 g2", "y5 b9")), Random(1), after(1))

    assert (first.samples, first.error) == (1, inf)
    assert (second.value, second.error, second.samples) == (0.0, inf, 0)


def test_a_card_that_is_asked_about_is_tried_as_often_as_the_mean() -> None:
    state = standing(leading("y3 y9", "y4 g2", "y5 b9"), 66, 40, 40)
    wins, loses = view(state).legal_actions

    tried = {one.action: one for one in evaluate(view(state), Random(1), after(200), kept=loses)}
    usual = {one.action: one for one in evaluate(view(state), Random(1), after(200))}

    assert usual[loses].samples < 100 <= tried[loses].samples
    assert tried[wins].ahead > 0 == tried[loses].ahead
    assert usual[loses].ahead < 0 == usual[wins].ahead


def test_only_the_cards_that_are_asked_about_are_tried() -> None:
    state = view(leading("y3 y9", "y4 g2", "y5 b9"))
    (only,) = evaluate(state, Random(1), after(9), among=state.legal_actions[1:])

    assert (only.action, only.samples) == (state.legal_actions[1], 9)
