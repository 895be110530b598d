"""What the values of Auf falscher Fährte's evaluation mean to somebody who looks back at a match."""

from typing import Final

from games.review import Stakes

STAKES: Final = Stakes("points", least=0.25)
