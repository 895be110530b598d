"""A daily match: the same chance and the same computer players for everyone who plays it.

What comes depends on the key, and on how often chance has drawn or anybody has moved before.
"""

from dataclasses import dataclass
from hmac import digest
from random import Random

from games.core import Options
from games.sealed import Seal


@dataclass(frozen=True, slots=True)
class Daily:
    """A match of about five minutes for one person against computer players.

    `level` is that of all computer players, and one that answers at once: a search never runs twice alike.
    """

    seats: int
    options: Options
    level: str = "medium"


def mind(seal: Seal, number: int) -> Random:
    """Source of a computer player's decisions where moves are equally good. `number` counts the moves before.

    Seeded by a number, a Random is the same in every process; seeded by a text, it need not be.
    """
    return Random(int.from_bytes(digest(seal.key, f"finte daily\ncomputer {number}\n".encode("ascii"), "sha256")))
