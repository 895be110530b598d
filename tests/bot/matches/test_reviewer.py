"""Choices are judged in a process of their own, which starts when it's needed and ends when it isn't."""

import os
from typing import Any

import pytest

from bot.matches import reviews
from bot.matches.reviews import NICENESS, Reviewer
from tests.faulty import has_ended


def whereabouts(*_: object) -> tuple[int, int]:
    """The process that judges, and how far it gives way."""
    return os.getpid(), os.nice(0)


async def test_the_process_gives_way_and_ends_when_there_is_nothing_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "judge", whereabouts)
    reviewer = Reviewer(1)
    judge: Any = reviewer.judge
    reviewer.rest()
    pid, niceness = await judge("bluff", None)

    assert niceness == min(os.nice(0) + NICENESS, 19)
    assert await judge("bluff", None) == (pid, niceness)
    reviewer.rest()
    assert await has_ended(pid)
    assert await judge("bluff", None) != (pid, niceness)
    reviewer.rest()
