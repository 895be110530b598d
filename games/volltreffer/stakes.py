"""What the values of Volltreffer's evaluation mean to somebody who looks back at a match."""

from typing import Final

from games.review import Stakes, victory

STAKES: Final = Stakes("match", least=0.03, gained=victory)
