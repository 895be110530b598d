"""The list of games: one line per game."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games import bluff, faehrte, tuecke, volltreffer
from games.core import Computer, Game, Search, TimeUp

LEVELS: Final = ("easy", "medium", "hard")
"""The computer players that people may sit down with, weakest first. The others are for measuring and for teaching."""

HARD: Final = "hard"
"""The level that thinks until its time is up; all others answer at once."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One game and its computer players: those that answer at once, by name, and the one that thinks."""

    game: Game[Any, Any]
    computers: Mapping[str, Computer[Any, Any]]
    search: Search[Any, Any]

    @property
    def levels(self) -> tuple[str, ...]:
        """Every computer player's name."""
        return (*self.computers, HARD)

    def choose(self, level: str, view: Any, rng: Random, is_time_up: TimeUp) -> Any:  # noqa: ANN401 - its game's own
        """What a computer player of this level does."""
        if level == HARD:
            return self.search(view, rng, is_time_up)
        return self.computers[level](view, rng)


GAMES: Final[Mapping[str, Listing]] = {
    listing.game.key: listing
    for listing in (
        Listing(bluff.GAME, bluff.COMPUTERS, bluff.SEARCH),
        Listing(faehrte.GAME, faehrte.COMPUTERS, faehrte.SEARCH),
        Listing(tuecke.GAME, tuecke.COMPUTERS, tuecke.SEARCH),
        Listing(volltreffer.GAME, volltreffer.COMPUTERS, volltreffer.SEARCH),
    )
}
