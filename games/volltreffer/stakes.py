"""What the values of Volltreffer's evaluation mean to somebody who looks back at a match."""

from typing import Final

from games.review import Stakes

STAKES: Final = Stakes("match", least=0.03)
