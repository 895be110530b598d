"""The daily match of Bluff: a whole one at four seats."""

from typing import Final

from games.daily import Daily

DAILY: Final = Daily(seats=4, options={})
