"""Seasons and days, in UTC."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import ALL_TIME, ROLLING, day_of, season_before, season_begins, season_of

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
