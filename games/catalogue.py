"""The list of games: one line per game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games import bluff, faehrte, tuecke, volltreffer
from games.core import Computer, Game, Move, Options, Search, TimeUp
from games.daily import Daily
from games.figures import Figure, Observer, Tally, fold
from games.review import Stakes
from games.search import Evaluate

LEVELS: Final = ("easy", "medium", "hard")
"""The computer players that people may sit down with, weakest first. The others are for measuring and for teaching."""

HARD: Final = "hard"
"""The level that thinks until its time is up; all others answer at once."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One game, its computer players and its figures.

    `computers` are those that answer at once, by name; `search` is the one that thinks, and `evaluate`
    what it thinks of each action; `stakes` tell what that means in a review. `observe` finds what `figures` count.
    `daily` is what `/daily` plays.
    Units: `ratings` are how strong every level is, in the units in which people are rated (`bot/tables/ratings.py`).
    """

    game: Game[Any, Any]
    computers: Mapping[str, Computer[Any, Any]]
    search: Search[Any, Any]
    evaluate: Evaluate[Any, Any]
    stakes: Stakes
    ratings: Mapping[str, float]
    figures: tuple[Figure, ...]
    observe: Observer[Any, Any]
    daily: Daily

    @property
    def levels(self) -> tuple[str, ...]:
        """Every computer player's name."""
        return (*self.computers, HARD)

    def choose(self, level: str, view: Any, rng: Random, is_time_up: TimeUp) -> Any:  # noqa: ANN401 - its game's own
        """Action of a computer player of this level."""
        if level == HARD:
            return self.search(view, rng, is_time_up)
        return self.computers[level](view, rng)

    def tallies(self, seats: int, options: Options, log: Iterable[Move]) -> tuple[Mapping[str, Tally], ...]:
        """Additions of a closed match to the figures of every seat. See `games.figures.fold`."""
        return fold(self.game, self.observe, seats, options, log)


GAMES: Final[Mapping[str, Listing]] = {
    game.GAME.key: Listing(
        game.GAME,
        game.COMPUTERS,
        game.hard,
        game.evaluate,
        game.STAKES,
        game.RATINGS,
        game.FIGURES,
        game.observe,
        game.DAILY,
    )
    for game in (bluff, faehrte, tuecke, volltreffer)
}
