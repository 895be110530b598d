"""The puzzles that ship with the bot, and which one is today's. Knows no game by name, and no page.

`python -m bench.puzzles GAME` makes the files, one for each game, with one puzzle on each line.
"""

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

from games.catalogue import GAMES
from games.core import Action, Move, Options, Seat, State, replay

FOLDER: Final = Path(__file__).parent

SECONDS_A_DAY: Final = 86_400


class Look(NamedTuple):
    """Lead of the best move over the next best, and its standard error. Units: those of the game's search."""

    margin: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position, and the move that is clearly best there.

    Shape: `log` leads to the position; `looks` are the search's and the strangers'; `reasons` are keys of the game's
    `GameUI.reasons`.
    """

    game: str
    seats: int
    options: Options
    log: tuple[Move, ...]
    seat: Seat
    best: str
    looks: tuple[Look, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name in buttons. Shape: `game number`.

        The number is made of the position: a button below a puzzle that's no longer kept never answers another one.
        """
        return f"{self.game} {crc32(repr((self.seats, self.seat, self.log)).encode())}"

    @property
    def state(self) -> State[Any, Any]:
        """The position. Shape: the seat is to act."""
        return replay(GAMES[self.game].game, self.seats, self.options, self.log)

    @property
    def answer(self) -> Action:
        """The best move."""
        action: Action = GAMES[self.game].game.parse_action(self.best)
        return action

    def to_line(self) -> str:
        """The line of a file; `from_line` reads it."""
        return json.dumps(asdict(self) | {"log": [[move.seat, move.text] for move in self.log]}, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> "Puzzle":
        """The puzzle on this line."""
        found = json.loads(line)
        log = tuple(Move(Seat(seat), text) for seat, text in found["log"])
        looks, reasons = tuple(Look(*look) for look in found["looks"]), tuple(found["reasons"])
        return cls(**found | {"log": log, "seat": Seat(found["seat"]), "looks": looks, "reasons": reasons})


def file_of(game: str) -> Path:
    """The path of a game's puzzles; there's no such file if it has none."""
    return FOLDER / f"{game}.jsonl"


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """A game's puzzles in the order in which they're shown. Shape: empty if it has none."""
    path = file_of(game)
    return tuple(map(Puzzle.from_line, path.read_text("utf-8").splitlines())) if path.exists() else ()


def with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles, in the order of the catalogue."""
    return tuple(game for game in GAMES if puzzles(game))


def of_the_day(game: str, now: float) -> Puzzle:
    """Everyone's puzzle on this day in UTC, one after the other until all were shown; `now` in seconds since 1970."""
    every = puzzles(game)
    return every[int(now // SECONDS_A_DAY) % len(every)]
