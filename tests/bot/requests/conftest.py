"""A limiter on time that only tests let pass."""

import pytest

from bot.requests.limiter import Limiter
from tests.bot.requests.timeline import Sender, Timeline


@pytest.fixture
def timeline() -> Timeline:
    return Timeline()


@pytest.fixture
def limiter(timeline: Timeline) -> Limiter:
    return Limiter(channel_seconds=1.1, clock=timeline, later=timeline.later)


@pytest.fixture
def sender(timeline: Timeline, limiter: Limiter) -> Sender:
    return Sender(timeline, limiter)
