"""Looks back at what one seat has chosen in a match: what it was worth, and what would have been worth more.

Each choice is judged from the view that its seat had then, so that a review knows no more than its player did.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, inf
from random import Random
from typing import Any, Final, Literal, NamedTuple

from games.core import Game, Move, Options, Seat, TimeUp
from games.search import Evaluate, rank

FIRST_LOOK: Final = 0.35
"""The share of the time in which all actions are looked at; the rest is for what was played and the best others."""

RIVALS: Final = 2
"""How many other actions what was played is compared with in the end."""

CERTAINTY: Final = 2.0
"""Standard errors on each side of an interval that almost always holds the truth."""

COSTLIEST: Final = 3
"""How many mistakes a review shows one by one."""

SHORT_SECONDS: Final = 0.15
"""Time of a first look, less where half a review's time isn't enough for that."""

EXTRA_SECONDS: Final = 0.05
"""Time that a look takes beyond its own, since it ends between worlds, or batches of them."""

LONGER: Final = 3
LOOKS: Final = 3
"""How many times as long the next look at a choice takes as the one before, and how often a choice is looked at."""

Unit = Literal["match", "points"]
"""Unit of values: the share of a match that a seat wins, or points of a round above the others' mean."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """Meaning of the values of a game's evaluation.

    Units: a choice is only called a mistake if it cost at least `least`.
    """

    unit: Unit
    least: float


class Decision(NamedTuple):
    """One choice of a seat. `number` counts the moves of the log from 0; `view` is what the seat knew then."""

    number: int
    view: Any
    played: Any


class Rival(NamedTuple):
    """Another action that could have been chosen: its text, and by how much it is worth more than what was played.

    Units: those of the game's values; `error` is the standard error of `ahead`. `success` as in `Judged`.
    """

    text: str
    ahead: float
    error: float
    success: float | None = None


class Verdict(NamedTuple):
    """Verdict of the search on one choice. `rivals` are the best others, the best of them first."""

    number: int
    value: float
    error: float
    samples: int
    rivals: tuple[Rival, ...]

    @property
    def best(self) -> Rival | None:
        """The action that would have been better; None if nothing looks better."""
        return self.rivals[0] if self.rivals and self.rivals[0].ahead > 0 else None

    def is_mistake(self, least: float) -> bool:
        """Whether something else was better beyond what chance explains, and by at least this much."""
        best = self.best
        return best is not None and best.ahead >= least and best.ahead > CERTAINTY * best.error

    def to_json(self) -> list[Any]:
        """The verdict as lists and numbers; `from_json` reads it."""
        return [self.number, self.value, self.error, self.samples, [list(rival) for rival in self.rivals]]

    def is_decided(self, least: float) -> bool:
        """Whether a longer look would hardly change that it is a mistake, or that it is none."""
        if not self.rivals or self.is_mistake(least):
            return True
        first = self.rivals[0]
        return first.ahead + CERTAINTY * first.error < least

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "Verdict":
        """Reads what `to_json` has made."""
        number, value, error, samples, rivals = stored
        return cls(number, value, error, samples, tuple(Rival(*rival) for rival in rivals))


def decisions(
    game: Game[Any, Any], seats: int, options: Options, log: Iterable[Move], seat: Seat, *, without: Container[int] = ()
) -> Iterator[Decision]:
    """Every choice of one seat, in order, where there was one, `without` the moves of these numbers."""
    state = game.start(seats, options)
    for number, move in enumerate(log):
        action = game.parse_action(move.text)
        if move.seat == seat and number not in without:
            view = state.view(seat)
            if len(view.legal_actions) > 1:
                yield Decision(number, view, action)
        state = state.apply(move.seat, action).state


class Look(NamedTuple):
    """The next look of a review at a choice. Units: `seconds` of a processor."""

    decision: Decision
    seconds: float


def latest(verdicts: Iterable[Verdict]) -> dict[int, Verdict]:
    """The last verdict on each choice, by the number of its move."""
    return {verdict.number: verdict for verdict in verdicts}


def next_look(decisions: Sequence[Decision], verdicts: Sequence[Verdict], least: float, seconds: float) -> Look | None:
    """Where a review looks next: shortly at every choice, then longer where it's undecided, widest range first.

    Shape: `verdicts` are all so far, in the order found; None once all is decided or the time is used up.
    Units: `seconds` for the whole review, of a processor.
    """
    if not decisions:
        return None
    short = min(SHORT_SECONDS, seconds / 2 / len(decisions))
    times, now = Counter(verdict.number for verdict in verdicts), latest(verdicts)
    for decision in decisions:
        if not times[decision.number]:
            return Look(decision, short)
    looks = [short * LONGER**look for count in times.values() for look in range(count)]
    spent = sum(looks) + EXTRA_SECONDS * (len(looks) + 1)
    longer = {number: short * LONGER**count for number, count in times.items() if count < LOOKS}
    undecided = [
        one
        for one in decisions
        if not now[one.number].is_decided(least) and spent + longer.get(one.number, inf) <= seconds
    ]
    if not undecided:
        return None
    widest = max(undecided, key=lambda one: now[one.number].rivals[0].error)
    return Look(widest, longer[widest.number])


def examine(evaluate: Evaluate[Any, Any], decision: Decision, rng: Random, clock: Callable[[float], TimeUp]) -> Verdict:
    """Judges one choice: all actions for a short while, then what was played against the best others.

    The second look goes to worlds of its own, because what came out best in the first one was also lucky in it.
    `clock` begins to measure when it is called, with a share of the time.
    """
    played = decision.played
    first = evaluate(decision.view, rng, clock(FIRST_LOOK), kept=played)
    others = sorted((one for one in first if one.action != played), key=rank, reverse=True)[:RIVALS]
    among = (played, *(one.action for one in others))
    judged = evaluate(decision.view, rng, clock(1 - FIRST_LOOK), among=among, kept=played)
    own = next(one for one in judged if one.action == played)
    rivals = sorted((one for one in judged if one.action != played), key=lambda one: one.ahead, reverse=True)
    return Verdict(
        decision.number,
        own.value,
        _finite(own.error),
        own.samples,
        tuple(Rival(one.action.to_text(), one.ahead, _finite(one.ahead_error), one.success) for one in rivals),
    )


UNKNOWN: Final = 1e9
"""Stands for an error that a single world says nothing about, where a number has to be written down."""


def _finite(error: float) -> float:
    return UNKNOWN if error == inf else error


def costliest(verdicts: Iterable[Verdict], least: float) -> list[Verdict]:
    """The mistakes that cost most, dearest first; at most `COSTLIEST`."""
    mistakes = (verdict for verdict in verdicts if verdict.is_mistake(least))
    return sorted(mistakes, key=lambda verdict: -verdict.rivals[0].ahead)[:COSTLIEST]


def cost(verdicts: Iterable[Verdict], least: float) -> tuple[float, float]:
    """Cost of the mistakes together, and its standard error. Units: those of the game's values."""
    lost = [verdict.rivals[0] for verdict in verdicts if verdict.is_mistake(least)]
    return sum(rival.ahead for rival in lost), hypot(*(rival.error for rival in lost))


def interval(middle: float, error: float) -> tuple[float, float]:
    """Between what and what the true figure lies, almost certainly."""
    return middle - CERTAINTY * error, middle + CERTAINTY * error
