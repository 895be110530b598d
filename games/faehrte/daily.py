"""The daily match of Auf falscher Fährte: two rounds at four seats."""

from typing import Final

from games.daily import Daily

DAILY: Final = Daily(seats=4, options={"rounds": 2})
