"""The days of daily matches, as values: when one begins and ends, and how somebody did. Pure; everything is in UTC."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import day_of

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


def earliest_open(now: float) -> int:
    """The earliest day whose matches can still be played."""
    return day_of(int(now) - GRACE_SECONDS)


def streak(ended: Iterable[int], last: int) -> int:
    """How many days in a row somebody has finished a daily match, up to this day, or the one before if it's to come.

    Shape: `ended` are the days on which they have, each once, latest first; those after the last day don't count.
    """
    length, due = 0, last
    for day in ended:
        if day > last:
            continue
        if not length and day == last - 1:
            due = day
        if day != due:
            break
        length, due = length + 1, day - 1
    return length


@dataclass(frozen=True, slots=True)
class DailyScore:
    """How somebody's daily match ended. Shape: a better place counts first, then more points."""

    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Field:
    """How everyone else has done with the same deal. Shape: how many did worse, as well, and better."""

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
