"""The limits of what somebody may ask for that costs much."""

import pytest

from bot.errors import NotAllowed
from bot.interactions.limits import Limit
from tests.clock import Clock


@pytest.fixture
def limit(clock: Clock) -> Limit:
    return Limit(clock, most=2, seconds=10, sentence="That was quick!")


def is_refused(limit: Limit, *who: int) -> bool:
    """Whether this person, in this place, asks too often."""
    try:
        limit.take(*who)
    except NotAllowed as refusal:
        return str(refusal) == "That was quick!"
    return False


def test_each_person_and_place_has_a_limit_of_its_own_until_it_is_forgotten(limit: Limit) -> None:
    for who in ((1,), (2,), (1, 10), (1, 20)):
        assert [is_refused(limit, *who) for _ in range(3)] == [False, False, True]
    limit.forget(1)
    limit.forget(3)

    assert not is_refused(limit, 1)


def test_patience_comes_back_even_if_the_clock_is_set_back(limit: Limit, clock: Clock) -> None:
    found = []
    for seconds in (0, 6, 4, 0, -7200):
        clock.now += seconds
        found.append(is_refused(limit, 1))

    assert found == [False, False, False, True, False]


def test_people_are_forgotten_once_their_time_is_over(limit: Limit, clock: Clock) -> None:
    for person in range(100):
        limit.take(person)
    clock.now += 10
    limit.take(100)

    assert list(limit._taken) == [100]
