"""The daily match of Volltreffer: two rounds at three seats."""

from typing import Final

from games.daily import Daily

DAILY: Final = Daily(seats=3, options={"max_rounds": 2})
