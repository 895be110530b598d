"""Turning points of Auf falscher Fährte, found when a round is scored: all cards lie open by then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import sub
from typing import Final

from games.cards import Card, Colour, value_of
from games.core import Event, Seat
from games.faehrte.events import Kind, RoundScored, TrickTaken, TrumpNamed
from games.faehrte.rules import FaehrteState
from games.faehrte.table import MOST_OF_MINUS, OpenTable, points
from games.highlights import Moment, lateness, race
from games.turns import put

JUST: Final = 2
"""How many points of the hidden cards' total people still call just enough."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A change of trump: by whom, to what, and everyone's tricks before it."""

    seat: Seat
    trump: Colour
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewTrump(Moment):
    """Somebody who did worst changed trump, took `more` of the `left` tricks after that, and won the round."""

    round: int
    kind: Kind
    trump: Colour
    more: int
    left: int


@dataclass(frozen=True, slots=True)
class LastTrick(Moment):
    """The last trick of a match decided it: it took its taker from `before` to `after` points."""

    kind: Kind
    trick: TrickTaken
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Tipped(Moment):
    """The hidden cards just made it Plus or Minus, for which one's own card (`card`) was needed, and they won it."""

    round: int
    kind: Kind
    card: Card
    hidden: tuple[Card, ...]
    total: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Sweep(Moment):
    """Most tricks of `of` in a Plus round, or as the only one none in a Minus round."""

    round: int
    kind: Kind
    tricks: int
    of: int


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
        if turned is not None and turned.seat == first and not table.jokers:  # with jokers, anybody can change trump
            left, more = sum(scored.tricks) - sum(turned.tricks), scored.tricks[first] - turned.tricks[first]
            if more == 0 if scored.kind == "minus" else more >= left - 1:
                weight = 4.0 if more in {0, left} else 3.0
                yield NewTrump(first, weight, scored.round, scored.kind, turned.trump, more, left)


def _last_trick(scored: RoundScored, table: OpenTable) -> Iterator[LastTrick]:
    """The match's last trick, if the one who took it would have come out otherwise without it, and it decided."""
    trick = table.taken[-1]
    taker = trick.winner
    if taker is None:
        return
    without = points(scored.kind, put(scored.tricks, taker, scored.tricks[taker] - 1))
    before, after = without[taker], scored.points[taker]
    earlier = tuple(map(sub, scored.totals, scored.points))
    decides = table.outcome is not None and _first(earlier, without) != _first(earlier, scored.points)
    if decides and before != after and (before < after) == (scored.kind == "plus"):
        yield LastTrick(taker, 4.5 + 0.7 * abs(after - before), scored.kind, trick, before, after)


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
    if pull >= off and off <= JUST:
        weight = 2.6 - 0.5 * (off - 1) + 0.2 * pull
        tricks = scored.tricks[first]
        yield Tipped(first, weight, scored.round, scored.kind, card, scored.hidden, scored.total, tricks)


def _sweeps(scored: RoundScored, table: OpenTable) -> Iterator[Sweep]:
    of = table.tricks_in_round
    for seat, tricks in enumerate(scored.tricks):
        if scored.kind == "minus" and not tricks and scored.tricks.count(0) == 1:
            yield Sweep(Seat(seat), 2.4, scored.round, scored.kind, tricks, of)
        elif scored.kind == "plus" and 3 * tricks >= 2 * of:
            yield Sweep(Seat(seat), 4 * tricks / of, scored.round, scored.kind, tricks, of)
