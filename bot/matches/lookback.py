"""A match that is over, as one seat has lived it: each choice with what the seat knew then. Knows no game by name."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from bot.matches.replaying import options_of, replay_of
from bot.tables.table import Table
from games.catalogue import GAMES
from games.core import Move, Seat
from games.review import Decision, decisions


@dataclass(frozen=True, slots=True)
class Past:
    """What a seat has chosen, and its view of the end of the match."""

    decisions: tuple[Decision, ...]
    end: Any


def past_of(table: Table, log: Sequence[Move], seat: Seat, stood_in: Container[int]) -> Past:
    """The past of one seat, without the moves that the computer made in its player's place.

    Raises: whatever the game raises for a log it cannot replay.
    """
    game = GAMES[table.game].game
    chosen = decisions(game, table.capacity, options_of(table), log, seat, without=stood_in)
    return Past(tuple(chosen), replay_of(table, log).view(seat))
