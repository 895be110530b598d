"""What a review finds: choices with what was known then, mistakes only beyond chance."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, cast

import pytest

from games.catalogue import GAMES
from games.core import CHANCE, Move, Seat, draws
from games.review import (
    COSTLIEST,
    FIRST_LOOK,
    SHORT_SECONDS,
    UNKNOWN,
    Decision,
    Look,
    Rival,
    Verdict,
    cost,
    costliest,
    decisions,
    examine,
    latest,
    next_look,
)
from games.search import Judged

LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Do:
    """An action of no game."""

    text: str

    def to_text(self) -> str:
        return self.text


A, B, C, D = map(Do, "abcd")


class Evaluator:
    """Says in the first look what it's told to, and in the second the same with other figures; notes how it's asked."""

    def __init__(self, first: Sequence[Judged[Any]], second: Sequence[Judged[Any]]) -> None:
        self._answers = [tuple(first), tuple(second)]
        self.asked: list[tuple[object, object]] = []

    def __call__(self, *_: object, among: object = None, kept: object = None) -> tuple[Judged[Any], ...]:
        self.asked.append((among, kept))
        return self._answers.pop(0)


def verdict(ahead: float, error: float = 0.01, number: int = 0) -> Verdict:
    return Verdict(number, 0.5, 0.1, 100, (Rival("b", ahead, error),))


def played(game: str, seats: int, seed: int = 3) -> tuple[list[Move], Any]:
    """A match of medium players. Shape: its log, and its end."""
    listing, rng = GAMES[game], Random(seed)
    state, log = listing.game.start(seats, {}), []
    while True:
        for draw in draws(state, rng):
            state = draw.step.state
            log.append(Move(CHANCE, draw.action.to_text()))
        if state.outcome:
            return log, state
        seat = min(state.to_act)
        action = listing.computers["medium"](state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state


def test_every_choice_comes_with_what_was_known_then() -> None:
    log, _ = played("bluff", 3)

    found = list(decisions(GAMES["bluff"].game, 3, {}, log, Seat(1)))

    assert found
    for decision in found:
        assert log[decision.number] == Move(Seat(1), decision.played.to_text())
        assert decision.view.seat == 1
        decision.view.check(decision.played)
        assert len(decision.view.legal_actions) > 1


def test_what_somebody_else_chose_in_their_place_is_left_out() -> None:
    log, _ = played("bluff", 3)
    first, *others = decisions(GAMES["bluff"].game, 3, {}, log, Seat(1))

    assert [*decisions(GAMES["bluff"].game, 3, {}, log, Seat(1), without={first.number})] == others


def test_what_was_played_is_compared_with_the_best_others_in_worlds_of_their_own() -> None:
    looks: list[float] = []
    evaluator = Evaluator(
        [Judged(A, 0.3, 0.1, 9), Judged(B, 0.9, 0.1, 4), Judged(C, 0.4, 0.1, 9), Judged(D, 0.6, 0.1, 9)],
        [
            Judged(A, 0.35, 0.02, 50, 0.0, 0.0),
            Judged(D, 0.5, 0.02, 50, 0.15, 0.01),
            Judged(C, 0.6, 0.1, 1, 0.25, inf, 0.8),
        ],
    )

    def clock(share: float) -> Any:  # noqa: ANN401 - nobody asks it
        looks.append(share)

    found = examine(cast("Any", evaluator), Decision(7, None, A), Random(1), clock)

    assert looks == [FIRST_LOOK, 1 - FIRST_LOOK]
    assert evaluator.asked == [(None, A), ((A, D, C), A)]  # B was given up before the others
    assert found == Verdict(7, 0.35, 0.02, 50, (Rival("c", 0.25, UNKNOWN, 0.8), Rival("d", 0.15, 0.01)))


def test_a_mistake_costs_something_beyond_what_chance_explains() -> None:
    assert verdict(0.06, 0.02).is_mistake(LEAST)
    assert not verdict(0.04, 0.01).is_mistake(LEAST)
    assert not verdict(0.06, 0.03).is_mistake(LEAST)
    assert not verdict(-0.2).is_mistake(LEAST)
    assert not Verdict(0, 0.5, 0.1, 9, ()).is_mistake(LEAST)


def test_a_verdict_is_stored_as_lists_and_numbers() -> None:
    found = Verdict(3, 0.5, UNKNOWN, 2, (Rival("b", 0.1, 0.2, 0.3), Rival("c", -0.1, UNKNOWN)))

    assert Verdict.from_json(json.loads(json.dumps(found.to_json(), allow_nan=False))) == found


def test_the_dearest_mistakes_come_first() -> None:
    found = [verdict(ahead, number=number) for number, ahead in enumerate((0.1, 0.3, 0.01, 0.2, 0.4, 0.15))]

    assert [one.number for one in costliest(found, LEAST)] == [4, 1, 3]
    assert len(costliest(found, LEAST)) == COSTLIEST


def test_what_mistakes_cost_is_added_up_with_its_error() -> None:
    lost, error = cost([verdict(0.3, 0.03), verdict(0.2, 0.04), verdict(0.01)], LEAST)

    assert lost == 0.5
    assert error == pytest.approx(0.05)


THREE = [Decision(number, None, A) for number in (2, 5, 9)]


def test_a_review_looks_shortly_at_every_choice_first_and_then_longer_where_it_is_undecided_the_widest_first() -> None:
    found = list[Verdict]()
    looks = list[tuple[int, float]]()
    errors = {2: [0.02, 0.018, 0.015], 5: [0.04, 0.001], 9: [0.001]}
    while look := next_look(THREE, found, LEAST, 30):
        number, seconds = look.decision.number, look.seconds / SHORT_SECONDS
        looks.append((number, round(seconds)))
        found.append(verdict(0.02, errors[number].pop(0), number))

    assert looks == [(2, 1), (5, 1), (9, 1), (5, 3), (2, 3), (2, 9)]
    assert latest(found)[2].rivals[0].error == 0.015


def test_a_review_stops_before_its_time_is_used_up() -> None:
    found, seconds = list[Verdict](), 0.0
    while look := next_look(THREE, found, LEAST, 1.9):
        seconds += look.seconds
        found.append(verdict(0.02, 0.04 - 0.01 * look.seconds, look.decision.number))

    assert seconds == pytest.approx(SHORT_SECONDS * (3 + 2 * 3))  # each takes a little longer
    assert next_look([], [], LEAST, 3) is None


def test_first_looks_take_at_most_half_of_the_time() -> None:
    assert next_look(THREE, [], LEAST, 0.75) == Look(THREE[0], 0.125)


@pytest.mark.parametrize(
    ("found", "is_decided"),
    [
        (verdict(0.06, 0.02), True),  # a mistake
        (verdict(0.06, 0.04), False),
        (verdict(0.01, 0.015), True),  # less than a mistake
        (verdict(0.01, 0.025), False),
        (verdict(-0.01, 0.04), False),
        (Verdict(0, 0.5, 0.1, 9, ()), True),
    ],
)
def test_what_is_decided(found: Verdict, is_decided: bool) -> None:
    assert found.is_decided(LEAST) is is_decided
