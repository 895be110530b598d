"""The list of games: one line per game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games import bluff, faehrte, tuecke, volltreffer
from games.core import Computer, Game


@dataclass(frozen=True, slots=True)
class Listing:
    """One game and the computer players that can sit at it, weakest first."""

    game: Game[Any, Any]
    computers: Mapping[str, Computer[Any, Any]]


GAMES: Final[Mapping[str, Listing]] = {
    listing.game.key: listing
    for listing in (
        Listing(bluff.GAME, bluff.COMPUTERS),
        Listing(faehrte.GAME, faehrte.COMPUTERS),
        Listing(tuecke.GAME, tuecke.COMPUTERS),
        Listing(volltreffer.GAME, volltreffer.COMPUTERS),
    )
}
