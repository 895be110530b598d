"""Periods of rankings, and days of daily matches with how somebody did. Everything is in UTC."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.tables.clock import DAY_SECONDS
from bot.tables.table import Table

ALL_TIME: Final = "all"

ROLLING: Final[Mapping[str, int]] = {"30d": 30, "7d": 7}
"""Periods that end today. Units: days, today included."""

_QUARTERS: Final = 4
_MONTHS: Final = 3
"""How many months there are in a quarter."""


def season_of(moment: int) -> str:
    """The season of a moment, a quarter of a year: "2026Q4". Units: seconds since 1970."""
    when = datetime.fromtimestamp(moment, UTC)
    return _season(when.year, (when.month - 1) // _MONTHS)


def season_before(season: str) -> str:
    """The season before this one. Raises: ValueError if the text is not a season."""
    year, quarter = _parts(season)
    return _season(year, quarter - 1) if quarter else _season(year - 1, _QUARTERS - 1)


def season_begins(season: str) -> int:
    """The first moment of a season. Units: seconds since 1970. Raises: ValueError if the text is not a season."""
    year, quarter = _parts(season)
    return int(datetime(year, 1 + quarter * _MONTHS, 1, tzinfo=UTC).timestamp())


def day_of(moment: int) -> int:
    """The day of a moment. Units: seconds since 1970; days since 1970."""
    return moment // DAY_SECONDS


def _season(year: int, quarter: int) -> str:
    """The name of a season; `quarter` counts from 0."""
    return f"{year:04}Q{quarter + 1}"


def _parts(season: str) -> tuple[int, int]:
    """The year, and the quarter from 0."""
    year, quarter = (int(part) for part in season.split("Q"))
    if _season(year, quarter - 1) != season or not 1 <= quarter <= _QUARTERS:
        raise ValueError(f"{season} is not a season")
    return year, quarter - 1


GRACE_SECONDS: Final = 3600
"""How long a daily match that was begun in time can still be finished once its day is over."""


def day_begins(day: int) -> int:
    """The first moment of a day. Units: days and seconds since 1970."""
    return day * DAY_SECONDS


def noon(day: int) -> int:
    """The middle of a day: almost everywhere on earth, its date is that of the day in UTC."""
    return day_begins(day) + DAY_SECONDS // 2


def closes_at(day: int) -> int:
    """From when on a day's matches can't be played any more."""
    return day_begins(day + 1) + GRACE_SECONDS


def has_closed(day: int, now: float) -> bool:
    """Whether a day's matches can't be played any more."""
    return now >= closes_at(day)


def is_still_played(table: Table, now: float) -> bool:
    """Whether others can still play this daily match, so that nothing of it may be given away."""
    return table.day is not None and not has_closed(table.day, now)


def earliest_open(now: float) -> int:
    """The earliest day whose matches can still be played."""
    return day_of(int(now) - GRACE_SECONDS)


FREE_DAYS: Final = 2
"""How many days of a calendar month may be missed without ending a run."""

RECENT_DAYS: Final = 30
"""How many days, the last one included, stand beside a run."""


@dataclass(frozen=True, slots=True)
class Run:
    """A streak: on how many days something was done in it, and on how many of the last `RECENT_DAYS`."""

    days: int
    recent: int


NO_RUN: Final = Run(0, 0)


def streak(ended: Iterable[int], last: int) -> Run:
    """The longest stretch up to this day in which no calendar month misses more than `FREE_DAYS`.

    `ended` are the days on which something was done, each once, latest first; those after the last day don't count,
    and the last day itself isn't missed: it may be to come.
    """
    days = [day for day in ended if day <= last]
    recent = sum(day > last - RECENT_DAYS for day in days)
    missed, due = Counter[tuple[int, int]](), last - 1
    for length, day in enumerate(days):
        for gap in range(due, day, -1):
            missed[month := _month(gap)] += 1
            if missed[month] > FREE_DAYS:
                return Run(length, recent)
        due = day - 1
    return Run(len(days), recent)


def _month(day: int) -> tuple[int, int]:
    """The year and month of a day."""
    when = datetime.fromtimestamp(day_begins(day), UTC)
    return when.year, when.month


@dataclass(frozen=True, slots=True)
class DailyScore:
    """How somebody's daily match ended. A better place counts first, then more points."""

    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Field:
    """How many others did worse, as well, and better with the same deal."""

    worse: int = 0
    equal: int = 0
    better: int = 0

    @property
    def others(self) -> int:
        """How many others have finished."""
        return self.worse + self.equal + self.better

    @property
    def percent(self) -> int:
        """How many of the others did worse, in percent, rounded down. Those level with somebody aren't behind them."""
        return 100 * self.worse // self.others if self.others else 0
