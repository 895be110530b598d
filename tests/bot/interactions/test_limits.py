"""How often somebody may ask for something that costs much."""

import pytest

from bot.errors import NotAllowed
from bot.interactions.limits import Limit
from tests.clock import Clock


@pytest.fixture
def limit(clock: Clock) -> Limit:
    return Limit(clock, most=2, seconds=10, sentence="That was quick!")


def test_each_person_has_a_limit_of_their_own(limit: Limit) -> None:
    limit.take(1)
    limit.take(1)
    limit.take(2)

    with pytest.raises(NotAllowed, match="That was quick!"):
        limit.take(1)


def test_each_place_has_a_limit_of_its_own(limit: Limit) -> None:
    limit.take(1, 10)
    limit.take(1, 10)
    limit.take(1, 20)

    with pytest.raises(NotAllowed):
        limit.take(1, 10)
    limit.take(1, 20)


def test_patience_comes_back(limit: Limit, clock: Clock) -> None:
    limit.take(1)
    clock.now += 6
    limit.take(1)
    clock.now += 4

    limit.take(1)
    with pytest.raises(NotAllowed):
        limit.take(1)


def test_a_clock_that_was_set_back_refuses_nobody(limit: Limit, clock: Clock) -> None:
    limit.take(1)
    limit.take(1)
    clock.now -= 7200

    limit.take(1)


def test_somebody_forgotten_starts_from_scratch(limit: Limit) -> None:
    limit.take(1)
    limit.take(1)

    limit.forget(1)

    limit.take(1)
    limit.forget(2)


def test_people_are_forgotten_once_their_time_is_over(limit: Limit, clock: Clock) -> None:
    for person in range(100):
        limit.take(person)
    clock.now += 10

    limit.take(100)

    assert list(limit._taken) == [100]
