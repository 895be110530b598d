"""What the values of Mit List und Tücke's evaluation mean to somebody who looks back at a match."""

from typing import Final

from games.review import Stakes

STAKES: Final = Stakes("round", least=0.03)
