"""The periods that rankings are for: all time, seasons, and the last days. Pure; everything is in UTC."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from bot.tables.clock import DAY_SECONDS

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
    """Shape: `quarter` counts from 0."""
    return f"{year:04}Q{quarter + 1}"


def _parts(season: str) -> tuple[int, int]:
    """The year, and the quarter from 0."""
    year, quarter = (int(part) for part in season.split("Q"))
    if _season(year, quarter - 1) != season or not 1 <= quarter <= _QUARTERS:
        raise ValueError(f"{season} is not a season")
    return year, quarter - 1
