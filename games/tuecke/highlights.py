"""Turning points of Mit List und Tücke, found in tricks that changed what piles were worth, and in rounds' results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.cards import Card, Cards
from games.core import Event, Seat
from games.highlights import Moment, lateness, race
from games.tuecke.actions import HAND_SIZE
from games.tuecke.events import Blocked, RoundEnded, TrickTaken
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import Pile, counts_of

LATE: Final = HAND_SIZE // 2
"""From the trick after this one on, a change of somebody's piles is told, if the round ended with it."""
DECIDING: Final = HAND_SIZE - 2
"""From the trick after this one on, little is left that could make up for it."""
LEAST: Final = 6
"""Points that a trick must have changed."""


@dataclass(frozen=True, slots=True)
class Swing(Moment):
    """A trick with which `owner` got these cards, and what their piles were worth before and after it.

    It's told of who chose the cards: the owner, or who left them the rest. It `decides` if the points before it would
    have changed who wins the match.
    """

    round: int
    number: int
    trick: TrickTaken
    owner: Seat
    cards: Cards
    before: Pile
    after: Pile
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Harvest(Moment):
    """The best round of the match; `second` is the best that anybody else had in it."""

    round: int
    pile: Pile
    points: int
    second: int


@dataclass(frozen=True, slots=True)
class Stopped(Moment):
    """Somebody couldn't play to this trick, and the round ended at once."""

    round: int
    number: int
    trick: tuple[tuple[Seat, Card], ...]


Swings = tuple[Swing, ...]

Spotted = tuple[Sequence[Moment], Swings]
"""What is worth telling by a move, and the changes of the round so far."""


def spot(before: TueckeState, after: TueckeState, events: Sequence[Event], swings: Swings | None) -> Spotted:
    """Notes every trick that changed much, and looks back at a round when it is scored."""
    swings = swings or ()
    for event in events:
        if isinstance(event, TrickTaken):
            swings += tuple(_swings(before, event))
        elif isinstance(event, RoundEnded):
            rounds = after.table.round.rounds
            found = [*_of_round(event, swings, before.table.round.tricks + 1, rounds)]
            if after.outcome:
                found += race([ended.totals for ended in after.table.round.ended], 6)
            return found, ()
    return (), swings


def _swings(before: TueckeState, trick: TrickTaken) -> Iterator[Swing]:
    so_far = before.table.round
    number = so_far.tricks + 1
    if number <= LATE:
        return
    for seat, cards in trick.shares:
        had, kept = before.taken[seat], so_far.kept[seat]
        old, new = Pile(counts_of(had), kept), Pile(counts_of(had | cards), kept)
        change = new.score.points - old.score.points
        if abs(change) >= LEAST:
            weight = (abs(change) - LEAST) / 4 + number / 7 - 1
            if seat == trick.first and change < 0:
                weight /= 2  # they had no choice, or made a mistake
            elif seat == trick.second and change > 0:
                weight /= 2  # nobody meant it
            yield Swing(trick.first, weight, trick.round, number, trick, seat, cards, old, new)


def _of_round(ended: RoundEnded, swings: Swings, number: int, rounds: int) -> Iterator[Moment]:
    late = lateness(ended.round, rounds)
    lasting = [_seen_later(swing, ended, is_last=ended.round == rounds) for swing in swings if _lasts(swing, ended)]
    if lasting:
        most = max(lasting, key=lambda swing: swing.weight)
        yield replace(most, weight=most.weight * late)
    best = max(ended.points)
    if ended.points.count(best) == 1:
        seat = Seat(ended.points.index(best))
        second = max(points for other, points in enumerate(ended.points) if other != seat)
        weight = (best / 16 + (best - second) / 20 - 0.5) * late
        yield Harvest(seat, weight, ended.round, ended.piles[seat], best, second)
    if isinstance(ended.blocked, Blocked):
        trick = ended.blocked.trick
        yield Stopped(ended.blocked.seat, (2.5 + (HAND_SIZE - number) / 4) * late, ended.round, number, trick)


def _lasts(swing: Swing, ended: RoundEnded) -> bool:
    """Whether nothing that came later in the round has made up for it."""
    end, old, new = ended.points[swing.owner], swing.before.score.points, swing.after.score.points
    return end <= new if new < old else end >= new


def _seen_later(swing: Swing, ended: RoundEnded, *, is_last: bool) -> Swing:
    """The change, and in the last round whether it has decided the match."""
    seat, totals = swing.owner, ended.totals
    without = totals[seat] - ended.points[seat] + swing.before.score.points
    others = max(total for other, total in enumerate(totals) if other != seat)
    decides = is_last and swing.number > DECIDING and (totals[seat] > others) != (without > others)
    return replace(swing, decides=decides, weight=swing.weight + 2) if decides else swing
