"""A match: its table, its state replayed from the log, and what follows from both."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from random import Random
from typing import Any, Final, Literal

from bot.errors import NotYourSeat, OutOfDate
from bot.store.results import First
from bot.tables.clock import PACES
from bot.tables.periods import has_closed
from bot.tables.ratings import Change
from bot.tables.table import Robot, Table
from games.catalogue import GAMES
from games.chance import Source
from games.core import CHANCE, Action, Move, Seat, State, complete, draws, replay
from games.figures import Played, RunningFigures, replayed
from games.sealed import Seal

Made = list[Played[Any, Any]]
"""Moves that were made and aren't stored yet, in order."""

STAND_IN = "medium"
"""The level that moves if a search can't, and for absent players: the best of those that answer at once."""


def quick(game: str, level: str, view: Any, rng: Random) -> Any:  # noqa: ANN401 - each game's own view and action
    """The action that a computer player of this level chooses without a search."""
    computers = GAMES[game].computers
    return computers.get(level, computers[STAND_IN])(view, rng)


def forced_move(state: State[Any, Any]) -> tuple[Seat, Action] | None:
    """The first seat with only one legal action, and that action; None if every seat has a choice."""
    for seat in sorted(state.to_act):
        action = state.view(seat).forced_action
        if action is not None:
            return seat, action
    return None


def play(state: State[Any, Any], seat: Seat, action: Action) -> Played[Any, Any]:
    """A move by this seat. Raises: IllegalAction."""
    return Played(state, seat, action, state.apply(seat, action))


def view_after(state: State[Any, Any], seat: Seat, actions: Sequence[Action]) -> Any:  # noqa: ANN401
    """View of this seat after these actions, before chance or anyone else acts."""
    for action in actions:
        state = state.apply(seat, action).state
    return state.view(seat)


def options_of(table: Table) -> dict[str, bool | int]:
    """Every option of the table's game with its value, defaults included."""
    return complete(GAMES[table.game].game.options(table.capacity), table.options)


def check_playable(draft: Table) -> None:
    """Raises: OutOfDate if the table could not be played: a client can send an outdated form of a command."""
    if draft.capacity not in GAMES[draft.game].game.seats or draft.pace not in PACES:
        raise OutOfDate
    try:
        options_of(draft)
    except ValueError as error:
        raise OutOfDate from error


def own_seat(table: Table, user_id: int) -> Seat:
    """The seat of this person. Raises: NotYourSeat if they have none."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotYourSeat
    return seat


def has_old_rules(table: Table) -> bool:
    """Whether the rules of its game have changed since it was opened, so that its log can't be replayed."""
    return table.rules_version != GAMES[table.game].game.rules_version


def new_state(table: Table) -> State[Any, Any]:
    """The state of the table's game before its first move."""
    return GAMES[table.game].game.start(table.capacity, options_of(table))


def replay_of(table: Table, log: Sequence[Move]) -> State[Any, Any]:
    """The state that the table's log leads to. Raises: whatever the game raises for a log it cannot replay."""
    return replay(GAMES[table.game].game, table.capacity, options_of(table), log)


def moves_of(table: Table, log: Iterable[Move]) -> Iterator[Played[Any, Any]]:
    """Plays the table's log again, move by move. Raises: as `replay_of`."""
    return replayed(GAMES[table.game].game, table.capacity, options_of(table), log)


def replay_with_figures(table: Table, log: Sequence[Move]) -> tuple[State[Any, Any], RunningFigures]:
    """As `replay_of`, with the figures of the match so far."""
    moves = list(moves_of(table, log))
    state = moves[-1].step.state if moves else new_state(table)
    return state, RunningFigures.start(table.capacity).after(GAMES[table.game].observe, moves)


@dataclass(frozen=True, slots=True)
class LastAction:
    """An action, and what its seat knew before taking it."""

    view: Any
    action: Action


def choice(table: Table, state: State[Any, Any], seat: Seat, action: Action) -> LastAction | None:
    """The choice of a lesson's learner; None for anyone else, and if only one action was possible."""
    if not table.is_lesson or seat not in table.seats_of_people:
        return None
    view = state.view(seat)
    return None if view.forced_action else LastAction(view, action)


def last_choice(table: Table, log: Iterable[Move]) -> LastAction | None:
    """The latest choice of the learner in this log, so that a restart does not lose it; None without one."""
    found = None
    for move in moves_of(table, log) if table.is_lesson else ():
        found = choice(table, move.before, move.seat, move.action) or found
    return found


NO_FIGURES: Final = RunningFigures(())
"""The figures of a match that has not begun."""

Mover = Literal["player", "clock", "computer"]
"""Author of a move: the player, the computer when time was up, or the computer while the player is away."""


@dataclass(frozen=True, slots=True)
class Match:
    """A table and, once the match has started, the state of its game.

    `length` counts the moves of the log. `counted` has each seat's latest decision made by its player while this
    process ran, `missed` the latest made by the computer in their place. `stood_in` has the texts of the computer's
    actions in the last turn a player missed; only that seat may see them. `changes` of ratings and ranks, by user id,
    and `firsts` are there once a match has been counted. `choice` is the latest of a lesson's learner. `seal` is what
    all chance comes from, None if the match is older than seals or has not begun; `drawn` counts the moves of chance.
    `figures` count for statistics once the match is over; nobody may see them before.
    """

    table: Table
    state: State[Any, Any] | None = None
    length: int = 0
    counted: dict[Seat, int] = field(default_factory=dict, compare=False)
    missed: dict[Seat, int] = field(default_factory=dict, compare=False)
    stood_in: dict[Seat, tuple[str, ...]] = field(default_factory=dict, compare=False)
    changes: dict[int, Change] = field(default_factory=dict, compare=False)
    firsts: dict[int, tuple[First, ...]] = field(default_factory=dict, compare=False)
    choice: LastAction | None = field(default=None, compare=False)
    seal: Seal | None = field(default=None, compare=False, repr=False)
    drawn: int = field(default=0, compare=False)
    figures: RunningFigures = field(default=NO_FIGURES, compare=False, repr=False)

    def view(self, seat: Seat | None) -> Any:  # noqa: ANN401 - each game has its own views
        """View of this seat, or of a spectator if it's None. Only for a match that has started."""
        assert self.state is not None
        return self.state.view(seat)

    def asks(self, user_id: int) -> bool:
        """Whether this person is asked to move now, and the computer does not play for them."""
        seat = self.table.seat_of(user_id)
        if self.state is None or self.table.pause:
            return False
        return seat in self.state.to_act and self.table.is_here(seat)

    def waits(self, user_id: int) -> bool:
        """Whether this person is here, and it can become their turn without a click of theirs."""
        seat = self.table.seat_of(user_id)
        return seat is not None and self.table.is_here(seat) and not self.asks(user_id)

    def keeps(self, user_id: int, decision: int | None) -> bool:
        """Whether a page that this person opened at that decision, None for the lobby, is still current."""
        if self.state is None:
            return decision is None
        return self.asks(user_id) and self.state.decision == decision

    @property
    def decision(self) -> int:
        """The number of the decision that is being asked for. Only for a match that has started."""
        assert self.state is not None
        return self.state.decision

    @property
    def readers(self) -> frozenset[Seat]:
        """The seats that the next round waits for: those here and still in, or everyone here if none of them is in."""
        here = frozenset(self.table.present)
        return here & self.view(None).still_in or here

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored; 0 in the lobby."""
        if self.state is None:
            return 0
        scored: int = self.view(None).rounds_over
        return scored

    def level(self, seat: Seat) -> str:
        """The level at which the computer plays this seat; for a person's seat, that of a stand-in."""
        sitter = self.table.sitters[seat]
        return sitter.level if isinstance(sitter, Robot) else STAND_IN

    def stood_in_for(self, table: Table, seat: Seat, log: Sequence[Move], by: Mover) -> dict[Seat, tuple[str, ...]]:
        """The next `stood_in`, once a seat has made these moves. A player's own move clears their seat's entry."""
        others = {other: done for other, done in self.stood_in.items() if other != seat}
        if by == "player" or not table.is_here(seat):
            return others
        done = tuple(move.text for move in log)
        return others | {seat: done if by == "clock" else (*self.stood_in.get(seat, ()), *done)}

    def longer_by(self, log: Sequence[Move]) -> "Match":
        """The match with these moves counted too."""
        drawn = sum(move.seat == CHANCE for move in log)
        return replace(self, length=self.length + len(log), drawn=self.drawn + drawn)

    @property
    def robot_to_act(self) -> Seat | None:
        """The first seat that a computer is asked to move for; None in a result or a pause, or if nobody is here."""
        if self.state is None or self.table.phase != "playing" or not self.table.present:
            return None
        if self.table.hold or self.table.pause:
            return None
        return min((seat for seat in self.state.to_act if not self.table.is_here(seat)), default=None)

    @property
    def is_left_to_computers(self) -> bool:
        """Whether only computers play on: nobody who is still in the game has stayed."""
        if self.state is None or self.table.phase != "playing":
            return False
        return not self.view(None).still_in & set(self.table.remaining)

    def shows_first(self, state: State[Any, Any]) -> bool:
        """Whether this next state has a round's result that people should read before chance goes on.

        A lesson waits for its learner anyway, and nobody reads the results of rounds that computers play alone.
        """
        is_watched = not self.table.is_solo and not self.is_left_to_computers
        return is_watched and state.outcome is None and state.view(None).rounds_over > self.rounds_over

    def run_on(self, state: State[Any, Any], made: Made, source: Source, *, pauses: bool) -> State[Any, Any]:
        """The state after everything that needs no player: chance, and forced moves if the table plays them.

        Appends these moves to `made`. If it pauses, chance waits once there is a result that people should read.
        """
        drawn = self.drawn
        while not (pauses and self.shows_first(state)):
            for draw in draws(state, source, drawn):
                drawn += 1
                made.append(Played(state, CHANCE, draw.action, draw.step))
                state = draw.step.state
            forced = forced_move(state) if self.table.plays_forced else None
            if forced is None:
                break
            made.append(play(state, *forced))
            state = made[-1].step.state
        return state

    @property
    def long_turns(self) -> frozenset[Seat]:
        """The seats for whose long turns the others may have the computer move."""
        if self.table.pause:
            return frozenset()
        return frozenset(seat for seat in self.table.present if self.table.clock(seat).is_long)

    def is_late(self, now: float) -> bool:
        """Whether this is a daily match that can't be played any more."""
        return self.table.day is not None and has_closed(self.table.day, now)

    def seat_out_of_time(self, now: int) -> Seat | None:
        """The first seat whose time has run out, or None."""
        if self.table.phase != "playing" or self.table.pause:
            return None
        return next((Seat(seat) for seat, clock in enumerate(self.table.clocks) if clock.is_up(now)), None)


def missed_turns(table: Table, log: Sequence[Move]) -> dict[Seat, tuple[str, ...]]:
    """Moves of the computer for each player who is here but missed their last turn."""
    missed = {Seat(seat): clock.missed_at for seat, clock in enumerate(table.clocks) if clock.missed_at is not None}
    return {seat: _turn(log[start:], seat) for seat, start in missed.items() if table.is_here(seat)}


def _turn(log: Sequence[Move], seat: Seat) -> tuple[str, ...]:
    """The texts of a seat's moves at the start of this log, up to the next move of another seat."""
    return tuple(move.text for move in takewhile(lambda move: move.seat in {seat, CHANCE}, log) if move.seat == seat)
