from collections.abc import Iterable, Sequence
from math import hypot, inf, sqrt

import pytest

from games.search import Judged, after, best_of, candidates, compare, judge, surest_of


def best(gains: Iterable[tuple[float, Sequence[float]]], worlds: int, halve_after: int = 0) -> int:
    """The best action in worlds with these weights and gains."""
    drawn = [((weight, values), weight) for weight, values in gains]
    left = iter(drawn)
    actions = range(len(drawn[0][0][1]))
    chosen = best_of(
        judge(actions, lambda: next(left), lambda world, action: world[1][action], after(worlds), halve_after)
    )
    assert len(list(left)) == len(drawn) - worlds
    return chosen


def test_a_world_counts_by_its_weight() -> None:
    assert best([(1, (1, 0)), (3, (0, 1)), (1, (1, 0)), (0, (9, 0))], worlds=4) == 1


def test_what_is_given_up_is_not_tried_any_more() -> None:
    tried: list[list[int]] = [[], [], []]
    worlds = iter(range(3))

    def value(world: int, action: int) -> float:
        tried[world].append(action)
        return action

    chosen = best_of(judge(range(12), lambda: (next(worlds), 1.0), value, after(3), halve_after=1))

    assert chosen == 11
    assert tried == [[*range(12)], [*range(6, 12)], [9, 10, 11]]


def test_a_judgement_has_its_error_and_its_samples() -> None:
    worlds = iter([((4.0, 1.0), 1.0), ((2.0, 1.0), 1.0), ((0.0, 9.0), 0.0)])

    judged = judge([0, 1], lambda: next(worlds), lambda world, action: world[action], after(3))

    assert judged == (Judged(0, 3.0, sqrt(2) / 2, 2, 0.0, 0.0), Judged(1, 1.0, 0.0, 2, -2.0, sqrt(2) / 2))


@pytest.mark.parametrize(("weight", "samples"), [(0.0, 0), (2.0, 1)])
def test_fewer_than_two_samples_leave_the_value_open(weight: float, samples: int) -> None:
    (judged,) = judge(["act"], lambda: (None, weight), lambda _world, _action: 5.0, after(1))

    assert judged == Judged("act", 5.0 * samples, inf, samples, 0.0, 0.0)


def test_what_is_to_be_kept_is_tried_to_the_end() -> None:
    worlds = iter(range(3))

    judged = judge(
        range(12), lambda: (next(worlds), 1.0), lambda _world, action: action, after(3), halve_after=1, kept=0
    )

    assert [one.samples for one in judged] == [3, *[1] * 5, *[2] * 2, *[3] * 4]


def test_an_action_that_was_given_up_is_compared_in_the_worlds_in_which_it_was_tried() -> None:
    worlds = iter([(0, 1, 2, 3, 4, 5), (9, 9, 9, 9, 9, 0), (9, 9, 9, 9, 9, 1)])

    judged = judge(range(6), lambda: (next(worlds), 1.0), lambda world, action: world[action], after(3), 1, kept=5)

    assert [one.ahead for one in judged] == [-5, -4, -3, pytest.approx(5), pytest.approx(16 / 3), 0]
    assert [one.ahead_error == inf for one in judged] == [True, True, True, False, False, False]


def test_errors_add_up_where_actions_were_tried_apart() -> None:
    judged = [Judged("a", 4.0, 0.3, 10), Judged("b", 3.0, 0.4, 5), Judged("c", 9.0, inf, 1)]

    assert [(one.ahead, one.ahead_error) for one in compare(judged)] == [(0, 0), (-1, hypot(0.3, 0.4)), (5, inf)]
    assert [one.ahead for one in compare(judged, kept="b")] == [1, 0, 6]


def test_without_actions_there_is_nothing_to_judge() -> None:
    assert judge([], lambda: (None, 1.0), lambda _world, _action: 0.0, after(1)) == ()


@pytest.mark.parametrize(
    ("among", "kept", "expected"),
    [(None, None, "ab"), ("bc", None, "bc"), (None, "c", "abc"), ("ab", "b", "ab"), ((), "c", "c")],
)
def test_what_is_asked_about_is_tried(among: Sequence[str] | None, kept: str | None, expected: str) -> None:
    assert candidates("ab", among, kept) == tuple(expected)


@pytest.mark.parametrize(("ahead", "chosen"), [(0.1, "usual"), (0.3, "other")])
def test_what_is_usual_is_kept_unless_another_action_is_ahead_by_more_than_its_error(ahead: float, chosen: str) -> None:
    usual = Judged("usual", 0.5, 0.2, 9, 0.0, 0.0)

    assert (
        surest_of([usual, Judged("given up", 0.9, 0.0, 8, 0.4, 0.1), Judged("other", 0.5 + ahead, 0.2, 9, ahead, 0.2)])
        == chosen
    )
