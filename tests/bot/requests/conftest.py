"""A budget on time that only tests let pass."""

import pytest

from bot.requests.budget import Budget
from tests.bot.requests.timeline import Sender, Timeline


@pytest.fixture
def timeline() -> Timeline:
    return Timeline()


@pytest.fixture
def budget(timeline: Timeline) -> Budget:
    return Budget(clock=timeline, later=timeline.later)


@pytest.fixture
def sender(timeline: Timeline, budget: Budget) -> Sender:
    return Sender(timeline, budget)
