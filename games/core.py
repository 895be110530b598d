"""The parts of every game: seats, actions, views, states, errors, replay.

PlayerError              its sentence is shown to the player (bot/errors.py goes on from here)
├─ MalformedAction       not an action of this game
└─ IllegalAction         an action, but not now
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, NamedTuple, NewType, Protocol, Self, TypeVar

from games.chance import Chance, Source, chance_of

Seat = NewType("Seat", int)
CHANCE: Final = Seat(-1)
"""Dice and shuffles are moves by this seat."""

NOBODY: Final[frozenset[Seat]] = frozenset()
CHANCE_ALONE: Final[frozenset[Seat]] = frozenset({CHANCE})

Options = Mapping[str, bool | int]


class PlayerError(Exception):
    """A sentence for the player: an English template (the gettext key) and the facts that fill it."""

    def __init__(self, template: str, **facts: str | int) -> None:
        super().__init__(template.format(**facts))
        self.template = template
        self.facts = facts

    @classmethod
    def impossible(cls, detail: str, **facts: str | int) -> Self:
        """A refusal of what no button offers: players read IMPOSSIBLE; the detail is for checking records."""
        error = cls(IMPOSSIBLE)
        error.args = (detail.format(**facts),)
        return error


class MalformedAction(PlayerError):
    """Not an action of this game."""


class IllegalAction(PlayerError):
    """An action of this game, but not now; says what is wrong and what would be right."""


IMPOSSIBLE: Final = IllegalAction("That isn't possible right now.").template
"""Answer to an action that no button offers: only a forged click or a bug gets here."""


class Action(Protocol):
    """Choice of a seat, or draw of chance. A value."""

    def to_text(self) -> str:
        """The one text form: a verb, then words separated by one space; a seat's at most 60 characters."""


class Event(Protocol):
    """A public fact about what happened."""

    def to_record(self) -> dict[str, object] | None:
        """The event as it stands in a record, or None where the record does not list it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a match.

    One entry a seat; places count from 1, and shared places repeat (1, 1, 3).
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: a switch (default is a bool) or a number from `low` to `high`.

    `for_lessons`: no table asks for it, and a record has it only where it is not the default.
    """

    key: str
    default: bool | int
    low: int = 0
    high: int = 1
    for_lessons: bool = False


A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class View(Protocol[A]):
    """Everything one seat may know; frozen, and built field by field, never cut down from a state."""

    @property
    def seat(self) -> Seat | None:
        """The seat whose view this is. None: a spectator's."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """See `State.to_act`."""

    @property
    def outcome(self) -> Outcome | None:
        """The result; None until the match is over."""

    @property
    def rounds_over(self) -> int:
        """How many rounds have been scored, the last one of a match included.

        It goes up by one with the action that ends a round; chance deals the next one, or the match is over.
        """

    @property
    def has_shown_all(self) -> bool:
        """Whether the round scored last has shown everyone all that anybody held, rolled or chose in it.

        Only then do people who watch a match see a round's hands before the match is over: as every player could work
        them out, nobody at the table can learn anything from somebody who watches. False before the first is over.
        """

    @property
    def continues_turn(self) -> bool:
        """Whether this decision and the one before it are one turn, as a bid and the dice shown with it are."""

    @property
    def still_in(self) -> frozenset[Seat]:
        """The seats that are not out of the match: nobody else will be asked to choose again."""

    @property
    def hardness(self) -> float:
        """How hard this decision looks to everyone at the table, whatever lies hidden.

        Computer players seem to think so long about it.
        From 0 for what needs no thought to 1, in a usual match 0.5 on average; the same in every seat's view.
        """

    @property
    def held(self) -> str:
        """Hand of this seat and whatever else it alone knows, in the words of records.

        Empty for a spectator, and where a seat holds nothing.
        """

    @property
    def legal_actions(self) -> tuple[A, ...]:
        """This seat's, in a fixed order; empty when it is not to act."""

    @property
    def public_actions(self) -> tuple[A, ...]:
        """Actions that a public message may offer: the same for every viewer."""

    @property
    def forced_action(self) -> A | None:
        """The action that may be played without asking: the only legal one, if playing it gives nothing away.

        The last card of a hand, and what open cards leave no choice about; None everywhere else, even where one
        action only is legal.
        """

    def check(self, action: A) -> None:
        """Raises: IllegalAction with its reason, unless `action` is one of `legal_actions`."""


V = TypeVar("V", bound=View[Any])
V_co = TypeVar("V_co", bound=View[Any], covariant=True)


class State(Protocol[A, V_co]):
    """A whole match at one moment, secrets included. A value: `apply` returns a new one."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """Seats that are to choose: {CHANCE}, one seat, several (a simultaneous choice), or empty when over."""

    @property
    def decision(self) -> int:
        """Goes up whenever a new set of seats is asked to choose."""

    @property
    def outcome(self) -> Outcome | None:
        """The result; None until the match is over."""

    def view(self, seat: Seat | None) -> V_co:
        """View of `seat`. None: a spectator's."""

    def sample_chance(self, chance: Chance) -> A:
        """A draw of chance. Only where chance is to act.

        From a seal it is the same for everyone whose seal is the same.
        """

    def default_action(self, seat: Seat) -> A:
        """A legal action chosen without thought; a match in which everyone takes it comes to an end."""

    def apply(self, seat: Seat, action: A) -> "Step[A, V_co]":
        """The state after `action`, and what everyone saw happen.

        Raises: IllegalAction, with the state left as it was.
        """


@dataclass(frozen=True, slots=True)
class Step(Generic[A, V_co]):
    """Result of one action: the state after it, and the events."""

    state: "State[A, V_co]"
    events: tuple[Event, ...]


class Game(Protocol[A, V]):
    """The rules of one game."""

    @property
    def key(self) -> str:
        """Its name in commands, records and the database."""

    @property
    def rules_version(self) -> int:
        """Goes up when a stored match would no longer replay."""

    @property
    def seats(self) -> range:
        """How many seats a match may have."""

    def options(self, seats: int) -> tuple[Option, ...]:
        """The options of a match with this many seats, in the order in which they are shown."""

    def start(self, seats: int, options: Options) -> State[A, V]:
        """A match before its first move. Raises: ValueError when seats or options are not the game's."""

    def parse_action(self, text: str) -> A:
        """Raises: MalformedAction. `parse_action(a.to_text()) == a` for every action."""

    def redeal(self, view: V, rng: Random) -> State[A, V]:
        """A full state that agrees with all that `view` knows."""


Computer = Callable[[V, Random], A]
"""A computer player that answers at once: from what its seat may know to what it does."""

TimeUp = Callable[[], bool]
"""Whether a search has to answer now; it asks after each world that it has tried, at least one."""

Search = Callable[[V, Random, TimeUp], A]
"""A computer player that thinks until its time is up."""


class Move(NamedTuple):
    """One line of a match's log: who did what. With game, seats and options, the log is the match."""

    seat: Seat
    text: str


def complete(options: Iterable[Option], given: Options) -> dict[str, bool | int]:
    """Every option with its value: the given one or the default.

    Raises: ValueError for an unknown key, a wrong type or a number out of range.
    """
    values: dict[str, bool | int] = {}
    for option in options:
        value = given.get(option.key, option.default)
        if type(value) is not type(option.default) or not option.low <= value <= option.high:
            switch = isinstance(option.default, bool)
            wanted = "true or false" if switch else f"a number from {option.low} to {option.high}"
            raise ValueError(f"option {option.key} takes {wanted}, not {value}")
        values[option.key] = value
    if given.keys() - values.keys():
        raise ValueError(f"unknown option {min(given.keys() - values.keys())}")
    return values


def replay(game: Game[A, V], seats: int, options: Options, log: Iterable[Move]) -> State[A, V]:
    """The state that `log` leads to.

    Raises: MalformedAction, IllegalAction at the first move that the rules refuse.
    """
    state = game.start(seats, options)
    for move in log:
        if move.seat not in range(CHANCE, seats):
            raise IllegalAction(IMPOSSIBLE)
        state = state.apply(move.seat, game.parse_action(move.text)).state
    return state


class Draw(NamedTuple, Generic[A, V_co]):
    """One due chance move and what it made of the state."""

    action: A
    step: Step[A, V_co]


def draws(state: State[A, V_co], source: Source, drawn: int = 0) -> Iterator[Draw[A, V_co]]:
    """Every chance move that is due, one after the other, until a seat is to act or the match is over.

    `drawn` counts the chance moves before them.
    """
    while CHANCE in state.to_act:
        action = state.sample_chance(chance_of(source, drawn))
        drawn += 1
        step = state.apply(CHANCE, action)
        state = step.state
        yield Draw(action, step)


def play_out(
    game: Game[A, V],
    seats: int,
    options: Options,
    computer: Computer[V, A],
    rng: Random,
    *,
    source: Source | None = None,
) -> list[Move]:
    """The log of one match with `computer` in every seat. Chance draws from `rng` as well without a source."""
    state = game.start(seats, options)
    log: list[Move] = []
    drawn = 0
    while state.to_act:
        seat = min(state.to_act)  # of several who choose at the same time any may come first
        if seat == CHANCE:
            action = state.sample_chance(chance_of(source or rng, drawn))
            drawn += 1
        else:
            action = computer(state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return log
