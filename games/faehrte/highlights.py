"""Turning points of Auf falscher Fährte, found when a round is scored: all cards lie open by then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import sub

from games.cards import Card, Colour, value_of
from games.core import Event, Seat
from games.faehrte.events import Kind, RoundScored, TrickTaken, TrumpNamed
from games.faehrte.rules import FaehrteState
from games.faehrte.table import MOST_OF_MINUS, OpenTable, points
from games.highlights import Moment, lateness, race
from games.turns import put


@dataclass(frozen=True, slots=True)
class Turned:
    """A change of trump: by whom, to what, and everyone's tricks before it."""

    seat: Seat
    trump: Colour
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewTrump(Moment):
    """Somebody who did worst changed trump, and took `more` of the `left` tricks after that for so many `points`."""

    round: int
    kind: Kind
    trump: Colour
    more: int
    left: int
    points: int


@dataclass(frozen=True, slots=True)
class LastTrick(Moment):
    """The last trick of a round took its taker from `before` to `after` points, if it had ended without it."""

    round: int
    kind: Kind
    trick: TrickTaken
    before: int
    after: int
    decides: bool


@dataclass(frozen=True, slots=True)
class Tipped(Moment):
    """The hidden cards made it Plus or Minus by so little that one's own card (`card`) was needed, and they won it."""

    round: int
    kind: Kind
    card: Card
    hidden: tuple[Card, ...]
    total: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Sweep(Moment):
    """So many tricks of `of` in a Plus round, or none in a Minus round."""

    round: int
    kind: Kind
    tricks: int
    of: int
    points: int


OfRound = NewTrump | LastTrick | Tipped | Sweep

Spotted = tuple[Sequence[Moment], Turned | None]
"""What is worth telling by a move, and the latest change of trump of the round, None without one."""


def spot(before: FaehrteState, after: FaehrteState, events: Sequence[Event], turned: Turned | None) -> Spotted:
    """Looks back at a round when it is scored."""
    for event in events:
        if isinstance(event, TrumpNamed) and event.changed:
            turned = Turned(event.seat, event.trump, before.table.tricks)
        elif isinstance(event, RoundScored):
            late = lateness(event.round, after.table.rounds)
            told = _of_round(event, before.hidden, after.table, turned)
            found: list[Moment] = [replace(one, weight=one.weight * late) for one in told]
            if after.outcome:
                found += race([result.totals for result in after.table.results], 2)
            return found, None
    return (), turned


def _of_round(
    scored: RoundScored, hidden: Sequence[Card | None], table: OpenTable, turned: Turned | None
) -> Iterator[OfRound]:
    yield from _last_trick(scored, table)
    yield from _sweeps(scored, table)
    best = max(scored.points)
    if scored.points.count(best) == 1:
        first = Seat(scored.points.index(best))
        yield from _tipped(scored, first, hidden)
    if turned is not None and scored.points[turned.seat] and not table.jokers:  # with jokers, anybody can change trump
        seat, left = turned.seat, sum(scored.tricks) - sum(turned.tricks)
        more = scored.tricks[seat] - turned.tricks[seat]
        if more == 0 if scored.kind == "minus" else more >= left - 1:
            gained = scored.points[seat]
            weight = 0.5 + 0.6 * gained + (1 if more in {0, left} else 0)
            yield NewTrump(seat, weight, scored.round, scored.kind, turned.trump, more, left, gained)


def _last_trick(scored: RoundScored, table: OpenTable) -> Iterator[LastTrick]:
    """What the last trick changed, for the one who took it."""
    trick = table.taken[-1]
    taker = trick.winner
    if taker is None:
        return
    without = points(scored.kind, put(scored.tricks, taker, scored.tricks[taker] - 1))
    before, after = without[taker], scored.points[taker]
    earlier = tuple(map(sub, scored.totals, scored.points))
    decides = table.outcome is not None and _first(earlier, without) != _first(earlier, scored.points)
    if before != after and (before < after) == (scored.kind == "plus"):
        weight = 0.7 * abs(after - before) + (4.5 if decides else 0)
        yield LastTrick(taker, weight, scored.round, scored.kind, trick, before, after, decides)


def _first(earlier: Sequence[int], points: Sequence[int]) -> set[int]:
    totals = [one + other for one, other in zip(earlier, points, strict=True)]
    return {seat for seat, total in enumerate(totals) if total == max(totals)}


def _tipped(scored: RoundScored, first: Seat, hidden: Sequence[Card | None]) -> Iterator[Tipped]:
    """The round's winner, if with a middling card of theirs the round would have been about the opposite."""
    card, seats = hidden[first], len(hidden)
    assert card is not None  # nobody plays before everyone has hidden one
    border = MOST_OF_MINUS[seats]
    off = scored.total - border if scored.kind == "plus" else border + 1 - scored.total
    middling = border / seats
    pull = value_of(card) - middling if scored.kind == "plus" else middling - value_of(card)
    if pull >= off:
        weight = 2.6 - 0.5 * (off - 1) + 0.2 * pull
        tricks = scored.tricks[first]
        yield Tipped(first, weight, scored.round, scored.kind, card, scored.hidden, scored.total, tricks)


def _sweeps(scored: RoundScored, table: OpenTable) -> Iterator[Sweep]:
    of, fair = table.tricks_in_round, table.tricks_in_round / table.seats
    for seat, tricks in enumerate(scored.tricks):
        gained = scored.points[seat]
        if scored.kind == "minus" and not tricks and scored.tricks.count(0) == 1:
            yield Sweep(Seat(seat), 2.4, scored.round, scored.kind, tricks, of, gained)
        elif scored.kind == "plus" and tricks >= 1.8 * fair and gained == max(scored.points):
            yield Sweep(Seat(seat), 0.5 + 1.4 * tricks / fair - 1, scored.round, scored.kind, tricks, of, gained)
