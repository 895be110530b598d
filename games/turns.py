"""Turns, refusals and places, which all games have alike."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Protocol, TypeVar

from games.core import CHANCE, A, Action, Game, IllegalAction, Options, Outcome, Seat, View, complete

T = TypeVar("T")

MOST_SEATS: Final = 6

EVERY_SEAT: Final = tuple(map(Seat, range(MOST_SEATS)))
"""The seats of the largest table."""

ALONE: Final = tuple(frozenset({seat}) for seat in EVERY_SEAT)
"""One seat to act, by seat."""

EVERYONE: Final = tuple(frozenset(EVERY_SEAT[:seats]) for seats in range(MOST_SEATS + 1))
"""All seats, by how many there are."""


def left_of(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """Seat to the left, which plays, leads or deals after `seat`; with `steps`, that many seats further on."""
    return EVERY_SEAT[(seat + steps) % seats]


class Open(Protocol):
    """The open part of a table of any game."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """See `State.to_act`."""

    @property
    def decision(self) -> int:
        """See `State.decision`."""

    @property
    def outcome(self) -> Outcome | None:
        """The result once the match is over."""

    @property
    def hardness(self) -> float:
        """See `View.hardness`."""


class AtTable:
    """Properties that a state and a view take from their `table`, which lies open."""

    __slots__ = ()

    table: Open

    @property
    def to_act(self) -> frozenset[Seat]:
        """See `State.to_act`."""
        return self.table.to_act

    @property
    def decision(self) -> int:
        """See `State.decision`."""
        return self.table.decision

    @property
    def outcome(self) -> Outcome | None:
        """The result once the match is over."""
        return self.table.outcome

    @property
    def hardness(self) -> float:
        """See `View.hardness`."""
        return self.table.hardness

    @property
    def continues_turn(self) -> bool:
        """Whether the decision belongs to the turn before: in most games, everyone sees each before the next."""
        return False


def hardness_of_playing(lying: int, seats: int, left: int) -> float:
    """How hard it looks to play a card: hardest to lead, easier the more cards lie, and no choice with the last one.

    `lying` are the cards of the trick, `left` those in the player's hand.
    """
    return 0.0 if left <= 1 else 0.75 - 0.5 * lying / (seats - 1)


def settle(game: Game[Any, Any], seats: int, options: Options) -> dict[str, bool | int]:
    """Every option of a match with its value.

    Raises: ValueError if the game is not for this many players, or an option is not one of its own.
    """
    if seats not in game.seats:
        raise ValueError(f"{game.key} is for {game.seats[0]} to {game.seats[-1]} players")
    return complete(game.options(seats), options)


def places(results: Sequence[float]) -> tuple[int, ...]:
    """The place of each seat: one more than the number of better results.

    One a seat, from 1 on; the higher the result the better, and equal ones share the better place.
    """
    ranking = sorted(results, reverse=True)
    return tuple([1 + ranking.index(own) for own in results])


def put(row: tuple[T, ...], place: int, entry: T) -> tuple[T, ...]:
    """The row with another entry in one place."""
    return (*row[:place], entry, *row[place + 1 :])


def not_to_act(table: Open) -> IllegalAction:
    """The refusal for a seat that is not to act."""
    if table.outcome:
        return IllegalAction.impossible("The match is over: there is nothing left to play.")
    if CHANCE in table.to_act:
        return IllegalAction.impossible("The cards are being mixed: wait until they lie.")
    (seat,) = table.to_act
    return IllegalAction.impossible("It is not your turn: player {player} is to act.", player=seat + 1)


def not_due(action: Action, phase: str) -> IllegalAction:
    """The refusal for a chance move that is not due."""
    verb, _, _ = action.to_text().partition(" ")
    return IllegalAction.impossible("Chance has no {verb} to bring in the phase {phase}.", verb=verb, phase=phase)


def random(view: View[A], rng: Random) -> A:
    """A computer player of any game: every legal action is equally likely."""
    return rng.choice(view.legal_actions)
