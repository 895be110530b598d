"""The bot counts what it does, each bot for itself."""

import pytest

from bot.ops.metrics import MOST_REPORTED, RECENT_SECONDS, REPEAT_SECONDS, WRONG, Metrics, Outcome
from tests.clock import Clock


def sample(metrics: Metrics, name: str, **labels: str) -> float | None:
    """The value of a metric now."""
    return metrics.registry.get_sample_value(name, labels)


def test_an_interaction_is_counted_by_kind_and_outcome(clock: Clock) -> None:
    metrics = Metrics(clock)
    for outcome in ("answered", "answered", "stale"):
        metrics.arrived("click", clock()).ended(outcome)

    assert sample(metrics, "finte_interactions_total", kind="click", outcome="answered") == 2
    assert sample(metrics, "finte_interactions_total", kind="click", outcome="stale") == 1
    assert sample(metrics, "finte_answer_seconds_count", kind="click") == 3


def test_the_age_of_an_interaction_is_what_it_has_waited_before_it_came(clock: Clock) -> None:
    metrics = Metrics(clock)
    metrics.arrived("command", clock() - 1.25)
    metrics.arrived("command", clock() + 5)  # a clock that is behind Discord's

    assert sample(metrics, "finte_queue_age_seconds_sum", kind="command") == 1.25
    assert sample(metrics, "finte_queue_age_seconds_count", kind="command") == 2


def test_an_error_that_repeats_is_reported_once_a_minute_with_a_count(clock: Clock) -> None:
    metrics = Metrics(clock)
    reference, line = metrics.report("disk is full")
    assert line == f"reference {reference}: disk is full"

    other, other_line = metrics.report("no such table")
    assert (other != reference, bool(other_line)) == (True, True)
    for _ in range(3):
        clock.now += 1
        assert metrics.report("disk is full") == (reference, "")

    clock.now += REPEAT_SECONDS
    later, line = metrics.report("disk is full")
    assert line == f"reference {later}: disk is full; 3 more since reference {reference}"


def test_few_of_many_different_errors_are_remembered(clock: Clock) -> None:
    metrics = Metrics(clock)
    for number in range(3 * MOST_REPORTED):
        assert metrics.report(f"error {number}")[1]

    assert len(metrics._reported) <= MOST_REPORTED


def test_two_bots_count_for_themselves(clock: Clock) -> None:
    one, other = Metrics(clock), Metrics(clock)
    one.count("click", "answered")

    assert sample(one, "finte_interactions_total", kind="click", outcome="answered") == 1
    assert sample(other, "finte_interactions_total", kind="click", outcome="answered") is None


@pytest.mark.parametrize("outcome", sorted(WRONG))
def test_what_went_wrong_lately_is_forgotten_after_two_minutes(clock: Clock, outcome: Outcome) -> None:
    metrics = Metrics(clock)
    metrics.count("click", outcome)
    clock.now += RECENT_SECONDS / 2
    metrics.count("click", "refused")

    assert metrics.lately == (2, 1)

    clock.now += RECENT_SECONDS / 2 + 1
    assert metrics.lately == (1, 0)


def test_an_apology_counts_as_a_failure_and_as_an_error_of_a_kind(clock: Clock) -> None:
    metrics = Metrics(clock)
    metrics.failed("form", "database")

    assert sample(metrics, "finte_interactions_total", kind="form", outcome="failed") == 1
    assert sample(metrics, "finte_errors_total", kind="database") == 1


def test_a_gauge_is_read_when_somebody_asks() -> None:
    waiting = [1, 2]
    metrics = Metrics()
    metrics.pull("finte_edits_waiting", lambda: len(waiting))
    waiting.append(3)

    assert sample(metrics, "finte_edits_waiting") == 3
