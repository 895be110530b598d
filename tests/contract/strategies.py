"""Positions of any game, reached by legal actions. Knows no game by name."""

from collections.abc import Callable
from dataclasses import dataclass
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
    """A test of matches of all kinds. It looks for wrong lines, not for lines never reached: coverage is not measured.

    Measuring it would take five times as long as the test.
    """
    tried: Callable[..., None] = pytest.mark.unmeasured(given(data=st.data())(test))
    return tried


MOST_MOVES = 5_000
"""No match goes on for longer, however it is played."""

DRIFTING = 500
"""After so many moves at random every player makes the default one, since a match without a plan can drift for ever."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """How far a match has come. Shape: `candidates` are actions of this match, legal now or at another time."""

    game: Game[Any, Any]
    seats: int
    options: dict[str, bool | int]
    log: tuple[Move, ...]
    state: State[Any, Any]
    candidates: tuple[Action, ...]

    @property
    def everyone(self) -> tuple[Seat | None, ...]:
        """Every seat, and the spectators."""
        return (*(Seat(seat) for seat in range(self.seats)), None)


@st.composite
def playthroughs(draw: st.DrawFn, game: Game[Any, Any], *, finished: bool = False) -> Playthrough:
    """A match with any seats and options, stopped before any of its moves or at its end; with `finished`, at its end.

    Some players choose evenly among the legal actions, others prefer the first ones: else bids would leap.
    """
    seats = draw(st.sampled_from(game.seats))
    options = {option.key: draw(_values(option)) for option in game.options(seats)}
    bend = draw(st.sampled_from((1, 2, 8)))
    rng = Random(draw(st.integers(0, 2**32 - 1)))

    states = [game.start(seats, options)]
    moves: list[tuple[Seat, Action]] = []
    while states[-1].to_act and len(moves) < MOST_MOVES:
        moves.append(_choose(states[-1], bend, rng, drifting=len(moves) >= DRIFTING))
        states.append(states[-1].apply(*moves[-1]).state)

    stop = len(moves) if finished else draw(st.integers(0, len(moves)))
    near = states[max(stop - 3, 0) : stop + 4]
    candidates = [
        action for state in near for seat in state.to_act - {CHANCE} for action in state.view(seat).legal_actions
    ]
    return Playthrough(
        game=game,
        seats=seats,
        options=options,
        log=tuple(Move(seat, action.to_text()) for seat, action in moves[:stop]),
        state=states[stop],
        candidates=tuple(dict.fromkeys([*candidates, *(action for _, action in moves)])),
    )


def _values(option: Option) -> st.SearchStrategy[bool | int]:
    if isinstance(option.default, bool):
        return st.booleans()
    return st.integers(option.low, min(option.high, option.low + 5)) | st.just(option.default)


def _choose(state: State[Any, Any], bend: int, rng: Random, *, drifting: bool) -> tuple[Seat, Action]:
    seat = rng.choice(sorted(state.to_act))
    if seat == CHANCE:
        return seat, state.sample_chance(rng)
    if drifting:
        return seat, state.default_action(seat)
    legal = state.view(seat).legal_actions
    return seat, legal[int(len(legal) * rng.random() ** bend)]
