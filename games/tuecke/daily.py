"""The daily match of Mit List und Tücke: two rounds at four seats."""

from typing import Final

from games.daily import Daily

DAILY: Final = Daily(seats=4, options={"rounds": 2})
