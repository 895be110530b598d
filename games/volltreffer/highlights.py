"""Turning points of Volltreffer, found when a round is over, in where the markers stood before and after."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core import Event, Seat
from games.highlights import Moment
from games.volltreffer.events import MeldsShown, RoundOver, TrickTaken
from games.volltreffer.melds import Meld
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.table import OpenTable
from games.volltreffer.track import BULLSEYE, Markers, Square, off_bullseye

LONG: Final = 15
"""Squares in one round that are a long way."""
FIVE_EQUALS: Final = 15
"""What a meld scores that is told. Source: RULES.md 4.1."""


@dataclass(frozen=True, slots=True)
class LastTrick(Moment):
    """The last trick of a round took its taker from one square to another, and the win from one to the other.

    `winners` have won with it, if the match ended; `others` would have won without it.
    """

    round: int
    trick: TrickTaken
    start: Square
    end: Square
    winners: tuple[Seat, ...]
    others: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Bullseye(Moment):
    """The winner's marker stood on 66 exactly, and the next one there."""

    second: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class Closest(Moment):
    """Winner and second, both in the zone: one was so many squares nearer to 66."""

    own: Square
    second: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class Leap(Moment):
    """The winner's way in the last round; `is_farthest` if nobody was farther from the zone before it."""

    start: Square
    end: Square
    is_farthest: bool


@dataclass(frozen=True, slots=True)
class Shown(Moment):
    """Five equal cards in one meld."""

    round: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class Ducked(Moment):
    """The winner was in the zone before the tricks of the last round, and took none of them."""

    square: Square


class Notes(NamedTuple):
    """The round so far: where everyone began it, and the melds."""

    began: Markers
    shown: MeldsShown | None = None


Spotted = tuple[Sequence[Moment], Notes | None]


def spot(before: VolltrefferState, after: VolltrefferState, events: Sequence[Event], notes: Notes | None) -> Spotted:
    """Notes where the markers are, and looks back at a round when it is over."""
    old, new = before.table, after.table
    notes = notes or Notes(old.markers)
    for event in events:
        if isinstance(event, MeldsShown):
            notes = notes._replace(shown=event)
        elif isinstance(event, RoundOver):
            return [*_of_round(old, new, event, notes)], None
    return (), notes


def _shown(notes: Notes, over: RoundOver) -> Iterator[Shown]:
    for seat, melds in enumerate(notes.shown.melds if notes.shown else ()):
        for meld in melds:
            if meld.points == FIVE_EQUALS:
                yield Shown(Seat(seat), 4.5 if seat in over.winners else 2.5, over.round, meld)


def _of_round(old: OpenTable, new: OpenTable, over: RoundOver, notes: Notes) -> Iterator[Moment]:
    trick = new.last_trick
    assert trick is not None
    taker, markers = trick.winner, over.markers
    start, end = old.markers[taker], markers[taker]
    others = _winners(new, old.markers)
    if set(others) != set(over.winners):
        yield LastTrick(taker, 5.0 if over.winners else 3.0, over.round, trick, start, end, over.winners, others)
    yield from _shown(notes, over)
    if over.winners and markers[over.winners[0]] in new.zone:  # not after a last round that leads nobody there
        yield from _of_end(new, over, notes)


def _winners(table: OpenTable, markers: Markers) -> tuple[Seat, ...]:
    """Who would win if the round ended with these markers."""
    return tuple(Seat(seat) for seat, place in enumerate(table.ending(markers) or ()) if place == 1)


def _of_end(table: OpenTable, over: RoundOver, notes: Notes) -> Iterator[Moment]:
    markers, winner = over.markers, over.winners[0]
    own = markers[winner]
    rest = [Seat(seat) for seat in range(table.seats) if seat not in over.winners]
    near = sorted(rest, key=lambda seat: off_bullseye(markers[seat]))
    if own == BULLSEYE and near:
        yield Bullseye(winner, 3.4, near[0], markers[near[0]])
    elif near and markers[near[0]] in table.zone:
        lead = off_bullseye(markers[near[0]]) - off_bullseye(own)
        yield Closest(winner, 2.9 - 0.4 * lead, own, near[0], markers[near[0]])
    if not table.tricks[winner]:
        yield Ducked(winner, 2.7, own)
    began = notes.began[winner]
    is_farthest = over.round > 1 and off_bullseye(began) == max(map(off_bullseye, notes.began))
    if is_farthest or own - began >= LONG:
        yield Leap(winner, (1.7 if is_farthest else 0.3) + abs(own - began) / LONG, began, own, is_farthest)
