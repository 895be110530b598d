"""Seasons, days and daily matches, in UTC."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import (
    ALL_TIME,
    ROLLING,
    Field,
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

MOMENTS = st.integers(0, 32_503_680_000 - 1)  # up to the year 3000


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("moment", "season"),
    [
        ("2026-01-01T00:00:00", "2026Q1"),
        ("2026-03-31T23:59:59", "2026Q1"),
        ("2026-04-01T00:00:00", "2026Q2"),
        ("2026-09-30T23:59:59", "2026Q3"),
        ("2026-10-01T00:00:00", "2026Q4"),
        ("2026-12-31T23:59:59", "2026Q4"),
        ("2027-01-01T00:00:00", "2027Q1"),
    ],
)
def test_a_season_is_a_quarter_of_a_year(moment: str, season: str) -> None:
    assert season_of(at(moment)) == season


def test_the_season_before_may_be_in_the_year_before() -> None:
    assert (season_before("2026Q4"), season_before("2026Q1")) == ("2026Q3", "2025Q4")


def test_a_season_begins_with_the_first_day_of_its_quarter() -> None:
    assert season_begins("2026Q4") == at("2026-10-01T00:00:00")


@given(MOMENTS)
def test_each_moment_is_in_one_season(moment: int) -> None:
    season = season_of(moment)

    assert season_begins(season) <= moment
    assert season_of(season_begins(season)) == season
    assert season_of(season_begins(season) - 1) == season_before(season)


@pytest.mark.parametrize("text", ["", "all", "2026", "2026Q0", "2026Q5", "2026q4", "26Q4", "2026Q04", "2026Q4 "])
def test_a_text_that_is_no_season_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        season_begins(text)
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        season_before(text)


@given(MOMENTS)
@example(DAY_SECONDS - 1)
def test_a_day_begins_at_midnight_in_utc(moment: int) -> None:
    day = datetime.fromtimestamp(day_of(moment) * DAY_SECONDS, UTC)

    assert (day.hour, day.minute, day.second) == (0, 0, 0)
    assert day.date() == datetime.fromtimestamp(moment, UTC).date()


def test_a_period_has_one_name() -> None:
    assert {ALL_TIME, *ROLLING} == {"all", "30d", "7d"}
    assert not {ALL_TIME, *ROLLING} & {season_of(day * DAY_SECONDS) for day in range(20_000)}


def test_a_day_lasts_from_midnight_to_midnight_in_utc() -> None:
    assert day_begins(1) == DAY_SECONDS
    assert day_of(2 * DAY_SECONDS - 1) == 1
    assert noon(1) == DAY_SECONDS + DAY_SECONDS // 2


def test_what_was_begun_in_time_can_be_finished_within_an_hour() -> None:
    assert closes_at(1) == 2 * DAY_SECONDS + 3600
    assert not has_closed(1, 2 * DAY_SECONDS + 3599)
    assert has_closed(1, 2 * DAY_SECONDS + 3600)


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
