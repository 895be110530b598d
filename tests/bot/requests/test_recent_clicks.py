"""How much tables are looked at."""

import pytest

from bot.messages import boards
from bot.messages.boards import HALF_LIFE_SECONDS, RecentClicks
from tests.clock import Clock


def test_clicks_count_for_less_as_time_passes(clock: Clock) -> None:
    seen = RecentClicks(clock)
    seen.note(1)
    seen.note(1)
    at_once = seen.at(1)
    clock.now += HALF_LIFE_SECONDS

    assert (at_once, seen.at(1), seen.at(2)) == (2, 1, 0)


def test_only_so_many_tables_are_remembered(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MOST_KEPT", 2)
    seen = RecentClicks(clock)
    for match_id in (1, 2, 1, 3):
        seen.note(match_id)

    assert [seen.at(match_id) for match_id in (1, 2, 3)] == [2, 0, 1]
