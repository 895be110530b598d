"""A table with the state of its game, as a value. Knows no store and no Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal

from bot.matches.choices import Choice
from bot.store import Rank
from bot.tables.table import Robot, Table
from bot.workers.thinking import STAND_IN
from games.core import CHANCE, Move, Seat, State

Mover = Literal["player", "clock", "computer"]
"""Who makes a move: the player, or the computer because the time was up or the player is away."""


@dataclass(frozen=True, slots=True)
class Match:
    """A table and, once it has started, the state of its game.

    Shape: `length` counts the moves of the log; `counted` has the decision that each seat has last made while this
    process ran, and `missed` the one that the computer has made in its place. `stood_in` has the texts of what the
    computer has done in the last turn of a seat that its player has missed: secrets of that seat. `ranks` are those of
    the people once the match has ended, by user id; empty where the leaderboard could not be asked. `choice` is the
    last of a lesson's learner.
    """

    table: Table
    state: State[Any, Any] | None = None
    length: int = 0
    counted: dict[Seat, int] = field(default_factory=dict, compare=False)
    missed: dict[Seat, int] = field(default_factory=dict, compare=False)
    stood_in: dict[Seat, tuple[str, ...]] = field(default_factory=dict, compare=False)
    ranks: dict[int, Rank] = field(default_factory=dict, compare=False)
    choice: Choice | None = field(default=None, compare=False)

    def view(self, seat: Seat | None) -> Any:  # noqa: ANN401 - each game has its own views
        """What this seat may know. Only of a match that has started."""
        assert self.state is not None
        return self.state.view(seat)

    def asks(self, user_id: int) -> bool:
        """Whether this person is asked to choose now, and the computer does not play for them."""
        seat = self.table.seat_of(user_id)
        return self.state is not None and seat in self.state.to_act and self.table.is_here(seat)

    def waits(self, user_id: int) -> bool:
        """Whether this person is here, and it may become their turn without a click of their own."""
        seat = self.table.seat_of(user_id)
        return seat is not None and self.table.is_here(seat) and not self.asks(user_id)

    def keeps(self, user_id: int, decision: int | None) -> bool:
        """Whether what this person has asked to see at that decision still stands. Shape: None: in the lobby."""
        if self.state is None:
            return decision is None
        return self.asks(user_id) and self.state.decision == decision

    @property
    def decision(self) -> int:
        """Which decision is asked for. Only of a match that has started."""
        assert self.state is not None
        return self.state.decision

    @property
    def readers(self) -> frozenset[Seat]:
        """Whom the next round waits for: those who are here and in it, or, if all of them are out, just here."""
        here = frozenset(self.table.present)
        return here & self.view(None).still_in or here

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored. Shape: 0 in the lobby."""
        if self.state is None:
            return 0
        scored: int = self.view(None).rounds_over
        return scored

    def level(self, seat: Seat) -> str:
        """How the computer plays this seat."""
        sitter = self.table.sitters[seat]
        return sitter.level if isinstance(sitter, Robot) else STAND_IN

    def stood_in_for(self, table: Table, seat: Seat, log: Sequence[Move], by: Mover) -> dict[Seat, tuple[str, ...]]:
        """What the computer has done for those who are here and missed a turn, once a seat has made these moves."""
        others = {other: done for other, done in self.stood_in.items() if other != seat}
        if by == "player" or not table.is_here(seat):
            return others
        done = tuple(move.text for move in log)
        return others | {seat: done if by == "clock" else (*self.stood_in.get(seat, ()), *done)}

    @property
    def robot_to_act(self) -> Seat | None:
        """The first seat asked to choose that the computer plays, or None; it stops where nobody is there to see it."""
        if self.state is None or self.table.phase != "playing" or self.table.hold or not self.table.present:
            return None
        return min((seat for seat in self.state.to_act if not self.table.is_here(seat)), default=None)

    @property
    def is_left_to_computers(self) -> bool:
        """Whether nobody is still in who has not left: the computer alone plays the match to its end."""
        if self.state is None or self.table.phase != "playing":
            return False
        return not self.view(None).still_in & set(self.table.remaining)

    def shows_first(self, state: State[Any, Any]) -> bool:
        """Whether this next state has a round's result that people are to read before chance goes on.

        A lesson waits for its learner anyway, and nobody reads the rounds that computers play alone.
        """
        is_watched = not self.table.is_lesson and not self.is_left_to_computers
        return is_watched and state.outcome is None and state.view(None).rounds_over > self.rounds_over

    def is_up(self, now: int) -> Seat | None:
        """The first seat whose time has run out, or None."""
        if self.table.phase != "playing":
            return None
        return next((Seat(seat) for seat, clock in enumerate(self.table.clocks) if clock.is_up(now)), None)


def missed_turns(table: Table, log: Sequence[Move]) -> dict[Seat, tuple[str, ...]]:
    """What the computer did for those who have missed their last turn."""
    missed = {Seat(seat): clock.missed_at for seat, clock in enumerate(table.clocks) if clock.missed_at is not None}
    return {seat: _turn(log[start:], seat) for seat, start in missed.items() if table.is_here(seat)}


def _turn(log: Sequence[Move], seat: Seat) -> tuple[str, ...]:
    """What a seat does at the beginning of this log."""
    return tuple(move.text for move in takewhile(lambda move: move.seat in {seat, CHANCE}, log) if move.seat == seat)
