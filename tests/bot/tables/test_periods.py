"""Seasons, days and daily matches, in UTC."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import (
    Field,
    Run,
    closes_at,
    day_begins,
    day_of,
    has_closed,
    noon,
    season_before,
    season_begins,
    season_of,
    streak,
)


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("moment", "season"),
    [("2026-03-31T23:59:59", "2026Q1"), ("2026-04-01T00:00:00", "2026Q2"), ("2026-12-31T23:59:59", "2026Q4")],
)
def test_a_season_is_a_quarter_of_a_year(moment: str, season: str) -> None:
    assert season_of(at(moment)) == season


@given(st.integers(0, 32_503_680_000 - 1))  # up to the year 3000
def test_each_moment_is_in_one_season(moment: int) -> None:
    season = season_of(moment)
    assert season_begins(season) <= moment
    assert season_of(season_begins(season)) == season
    assert season_of(season_begins(season) - 1) == season_before(season)


@pytest.mark.parametrize("text", ["all", "2026Q0", "2026Q5", "26Q4", "2026Q04", "2026Q4 "])
def test_a_text_that_is_no_season_is_refused(text: str) -> None:
    for function in (season_begins, season_before):
        with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
            function(text)


def test_a_day_lasts_from_midnight_to_midnight_in_utc() -> None:
    assert day_begins(1) == DAY_SECONDS
    assert day_of(2 * DAY_SECONDS - 1) == 1
    assert noon(1) == DAY_SECONDS + DAY_SECONDS // 2


def test_what_was_begun_in_time_can_be_finished_within_an_hour() -> None:
    assert closes_at(1) == 2 * DAY_SECONDS + 3600
    assert [has_closed(1, 2 * DAY_SECONDS + seconds) for seconds in (3599, 3600)] == [False, True]


MAY = at("2026-05-01") // DAY_SECONDS
"""The first day of a month."""


@pytest.mark.parametrize(
    ("ended", "last", "length"),
    [
        ([], 10, 0),
        ([9], 10, 1),  # the tenth may be to come
        ([10, 9, 8], 10, 3),
        ([12, 11, 10, 9], 10, 2),
        ([10, 9, 7, 6, 4, 3], 10, 6),  # two missed days in May are free
        ([10, 8, 6, 4, 3], 10, 3),  # the third, the fifth, ends it
        ([10, 7, 6], 10, 3),
        ([6, 5], 10, 0),
        ([3, 1, 0, -1, -4, -5], 3, 6),  # April has two of its own
    ],
)
def test_two_missed_days_of_each_calendar_month_are_free(ended: list[int], last: int, length: int) -> None:
    assert streak([MAY - 1 + day for day in ended], MAY - 1 + last).days == length


def test_beside_a_streak_stand_the_days_of_the_last_thirty() -> None:
    assert streak([MAY + 1, MAY - 10, MAY - 29, MAY - 30], MAY) == Run(0, 2)


def test_those_level_with_somebody_are_not_behind_them() -> None:
    field = Field(worse=1, equal=1, better=1)
    assert (field.others, field.percent, Field().percent) == (3, 33, 0)
