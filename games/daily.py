"""A daily match: the same chance and the same computer players for everyone who plays it. Knows no game, day or person.

What comes depends on the key, and on how often chance has drawn or anybody has moved before.
"""

from dataclasses import dataclass
from hmac import digest
from random import Random

from games.core import Options
from games.sealed import Seal


@dataclass(frozen=True, slots=True)
class Daily:
    """What one person plays against computer players in about five minutes.

    Shape: `level` is that of all computer players, and one that answers at once: a search never runs twice alike.
    """

    seats: int
    options: Options
    level: str = "medium"


def mind(seal: Seal, number: int) -> Random:
    """What a computer player decides by wherever two moves are equally good. Shape: `number` counts the moves before.

    Seeded by a number, a Random is the same in every process; seeded by a text, it need not be.
    """
    return Random(int.from_bytes(digest(seal.key, f"finte daily\ncomputer {number}\n".encode("ascii"), "sha256")))
