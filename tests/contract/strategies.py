"""Positions of any game, reached by legal actions. Knows no game by name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES
from games.core import CHANCE, Action, Game, Move, Option, Seat, State

every_listing = pytest.mark.parametrize("listing", GAMES.values(), ids=GAMES)
every_game = pytest.mark.parametrize("game", [listing.game for listing in GAMES.values()], ids=GAMES)


def anything(test: Callable[..., None]) -> Callable[..., None]:
    """A test of matches of all kinds."""
    tried: Callable[..., None] = given(data=st.data())(test)
    return tried


MOST_MOVES = 5_000
"""No match has more moves than this, however it's played."""

DRIFTING = 500
"""After this many random moves, every player makes the default one, since random play can drift for ever."""


MATCHES = 200
"""Different matches of each game. Each is played once, and each test looks at some of them at some moments."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match up to some moment. Shape: `states` are all from the start to now; `candidates` are actions of this match,
    legal now or at another time.
    """

    game: Game[Any, Any]
    seats: int
    options: dict[str, bool | int]
    log: tuple[Move, ...]
    states: tuple[State[Any, Any], ...]
    candidates: tuple[Action, ...]

    @property
    def state(self) -> State[Any, Any]:
        """The state now."""
        return self.states[-1]

    @property
    def everyone(self) -> tuple[Seat | None, ...]:
        """Every seat, and None for spectators."""
        return (*(Seat(seat) for seat in range(self.seats)), None)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A whole match. Shape: `states` has one entry more than `moves`."""

    seats: int
    options: dict[str, bool | int]
    moves: tuple[tuple[Seat, Action], ...]
    states: tuple[State[Any, Any], ...]


@st.composite
def playthroughs(draw: st.DrawFn, game: Game[Any, Any], *, finished: bool = False) -> Playthrough:
    """A match stopped before any of its moves or at its end; with `finished`, always at its end."""
    whole = _whole(game.key, draw(st.integers(0, MATCHES - 1)))
    stop = len(whole.moves) if finished else draw(st.integers(0, len(whole.moves)))
    near = whole.states[max(stop - 3, 0) : stop + 4]
    candidates = [
        action for state in near for seat in state.to_act - {CHANCE} for action in state.view(seat).legal_actions
    ]
    return Playthrough(
        game=game,
        seats=whole.seats,
        options=whole.options,
        log=tuple(Move(seat, action.to_text()) for seat, action in whole.moves[:stop]),
        states=whole.states[: stop + 1],
        candidates=tuple(dict.fromkeys([*candidates, *(action for _, action in whole.moves)])),
    )


def playthrough(game: Game[Any, Any], number: int) -> Playthrough:
    """The whole match of this number, below MATCHES."""
    whole = _whole(game.key, number)
    log = tuple(Move(seat, action.to_text()) for seat, action in whole.moves)
    return Playthrough(game, whole.seats, whole.options, log, whole.states, ())


@cache
def _whole(key: str, number: int) -> _Whole:
    """The match of this number: the higher it is, the more play.

    Some players choose evenly among the legal actions, others prefer the first ones: else bids would leap.
    """
    game, rng = GAMES[key].game, Random(number)
    seats = game.seats[number * len(game.seats) // MATCHES]
    options = {option.key: _value(option, rng) for option in game.options(seats)}
    bend = rng.choice((1, 2, 8))

    states = [game.start(seats, options)]
    moves: list[tuple[Seat, Action]] = []
    while states[-1].to_act and len(moves) < MOST_MOVES:
        moves.append(_choose(states[-1], bend, rng, drifting=len(moves) >= DRIFTING))
        states.append(states[-1].apply(*moves[-1]).state)
    return _Whole(seats, options, tuple(moves), tuple(states))


def _value(option: Option, rng: Random) -> bool | int:
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    return rng.choice((option.default, rng.randint(option.low, min(option.high, option.low + 5))))


def _choose(state: State[Any, Any], bend: int, rng: Random, *, drifting: bool) -> tuple[Seat, Action]:
    seat = rng.choice(sorted(state.to_act))
    if seat == CHANCE:
        return seat, state.sample_chance(rng)
    if drifting:
        return seat, state.default_action(seat)
    legal = state.view(seat).legal_actions
    return seat, legal[int(len(legal) * rng.random() ** bend)]
