"""Days, streaks and comparisons of daily matches, as values."""

import pytest

from bot.tables.dailies import Field, closes_at, day_begins, has_closed, noon, streak
from bot.tables.periods import day_of

DAY = 86_400


def test_a_day_lasts_from_midnight_to_midnight_in_utc() -> None:
    assert day_begins(1) == DAY
    assert day_of(2 * DAY - 1) == 1
    assert noon(1) == DAY + DAY // 2


def test_what_was_begun_in_time_can_be_finished_within_an_hour() -> None:
    assert closes_at(1) == 2 * DAY + 3600
    assert not has_closed(1, 2 * DAY + 3599)
    assert has_closed(1, 2 * DAY + 3600)


@pytest.mark.parametrize(
    ("ended", "length"),
    [
        ([], 0),
        ([10], 1),
        ([9], 1),
        ([8], 0),
        ([10, 9, 8], 3),
        ([9, 8, 6], 2),
        ([10, 8], 1),
    ],
    ids=["never", "today", "yesterday", "before", "three", "today is to come", "a gap"],
)
def test_a_streak_ends_with_today_or_with_yesterday(ended: list[int], length: int) -> None:
    assert streak(ended, 10) == length


def test_a_streak_of_a_past_day_knows_nothing_of_later_ones() -> None:
    assert [streak([13, 12, 10, 9], day) for day in (13, 12, 10, 9)] == [2, 1, 2, 1]


def test_those_level_with_somebody_are_not_behind_them() -> None:
    field = Field(worse=1, equal=1, better=1)

    assert field.others == 3
    assert field.percent == 33


def test_nobody_is_better_than_no_one() -> None:
    assert Field().percent == 0
