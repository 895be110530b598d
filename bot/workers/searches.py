"""Work of the games' searches: moves of hard computer players, and verdicts on people's choices for reviews."""

from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from games.catalogue import GAMES
from games.core import TimeUp
from games.review import Look, Verdict, examine


class FoundAction(NamedTuple):
    """Result of a search, and the time it left unused: how long it took must not tell what it knew."""

    action: Any
    spare_seconds: float


def search(game: str, view: Any, seed: int, seconds: float) -> FoundAction:  # noqa: ANN401 - each game's own view
    """The action that the game's own search finds for the seat of this view."""
    begun = perf_counter()
    action = GAMES[game].search(view, Random(seed), _within(perf_counter, seconds))
    return FoundAction(action, max(0.0, seconds - (perf_counter() - begun)))


def judge(game: str, look: Look) -> Verdict:
    """Verdict of the game's search on a choice.

    The processor's time counts, so that the answer is as good on a busy machine. The same look always tries the same
    worlds, and a longer one others.
    """
    rng = Random(f"{look.decision.number} {look.seconds}")
    seconds = look.seconds
    return examine(GAMES[game].evaluate, look.decision, rng, lambda share: _within(process_time, share * seconds))


def _within(clock: Callable[[], float], seconds: float) -> TimeUp:
    """A function that tells whether this many seconds have passed on the clock since this call."""
    end = clock() + seconds
    return lambda: clock() >= end
