"""What actions add to the figures of any game, for tests."""

from collections.abc import Iterator
from typing import Any

from games.catalogue import Listing
from games.core import CHANCE, Action, IllegalAction, Seat, State
from games.figures import Played, RunningFigures
from games.turns import MOST_SEATS

Counted = tuple[dict[str, tuple[int, int]], ...]


def counted(listing: Listing, state: State[Any, Any], *texts: str) -> Counted:
    """The figures of these actions, each by the first seat that can take it.

    Shape: by seat, and six seats however many play; by the figures' keys, the total and the count.
    """
    figures = RunningFigures.start(MOST_SEATS).after(listing.observe, _played(listing, state, texts))
    return tuple({key: (tally.total, tally.count) for key, tally in found.items()} for found in figures.tallies)


def _played(listing: Listing, state: State[Any, Any], texts: tuple[str, ...]) -> Iterator[Played[Any, Any]]:
    for text in texts:
        action = listing.game.parse_action(text)
        seat = next(seat for seat in sorted(state.to_act) if _can(state, seat, action))
        step = state.apply(seat, action)
        yield Played(state, seat, action, step)
        state = step.state


def _can(state: State[Any, Any], seat: Seat, action: Action) -> bool:
    try:
        if seat != CHANCE:
            state.view(seat).check(action)
    except IllegalAction:
        return False
    return True


def by_default(state: State[Any, Any]) -> tuple[str, ...]:
    """Default actions by everyone, until chance is to act or the match is over."""
    texts: list[str] = []
    while state.to_act and CHANCE not in state.to_act:
        seat = min(state.to_act)
        action = state.default_action(seat)
        texts.append(action.to_text())
        state = state.apply(seat, action).state
    return tuple(texts)
