"""Points and wins: the one place for the published rule of the leaderboard.

A match with two or more people counts for the ranking of people. Only people count there: places are taken among the
people alone, and each gets a point for every person who finished behind them. A match of one person counts on the
page *against the computer*: a point for every computer player who finished behind them. The best place wins, shared
or not.

A player who leaves a match has lost it: they finish behind all others without a point, even if it is not played to
its end. The same goes for a player who is away when it ends. Once somebody has left a match among people, the players
who remain can end it, several of them only if all agree. They then share the first place, ahead of those who left.

A cancelled or deserted match counts only for the players who have left it. The player who started a match leaves it
by cancelling it, except as a moderator, or after all others have left. A match of one person counts for nobody if it
is left or cancelled during its first round. A lesson never counts.
"""

from dataclasses import dataclass
from typing import Literal

from bot.tables.table import Person, Robot, Table
from games.core import Outcome, Seat

Field = Literal["people", "computer"]


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one match for one person.

    `is_quiet` if nobody is congratulated on such a win, and it isn't their first: the match was broken off, all people
    share the place, or a computer player came first.
    """

    user_id: int
    won: bool
    points: int
    is_quiet: bool = False

    @property
    def is_triumph(self) -> bool:
        """Whether to congratulate on it."""
        return self.won and not self.is_quiet


def field_of(table: Table) -> Field:
    """The ranking that a match at this table counts for."""
    return "people" if len(table.people) > 1 else "computer"


def results_of(table: Table, outcome: Outcome) -> list[Result]:
    """Result of each person, in the order of the seats; empty for a lesson."""
    if table.is_solo:
        return []
    field, places, last = field_of(table), places_of(table, outcome), _behind_all(outcome)
    rivals = [
        place
        for sitter, place in zip(table.sitters, places, strict=True)
        if field == "computer" or isinstance(sitter, Person)
    ]
    is_quiet = table.phase == "settled" or is_draw(table, outcome)
    return [
        Result(
            sitter.user_id,
            won=place == min(rivals) < last,
            points=sum(place < other for other in rivals),
            is_quiet=is_quiet or place > min(places),
        )
        for sitter, place in zip(table.sitters, places, strict=True)
        if isinstance(sitter, Person)
    ]


def is_draw(table: Table, outcome: Outcome) -> bool:
    """Whether all people, of whom there are several, share a place."""
    people = [place for sitter, place in zip(table.sitters, places_of(table, outcome), strict=True)
              if isinstance(sitter, Person)]  # fmt: skip
    return len(people) > 1 and len(set(people)) == 1


def places_of(table: Table, outcome: Outcome) -> list[int]:
    """The place of each seat as it counts: a person who has left, or is away at the end, is behind all others."""
    return [
        place if isinstance(sitter, Robot) or table.is_here(Seat(seat)) else _behind_all(outcome)
        for seat, (sitter, place) in enumerate(zip(table.sitters, outcome.places, strict=True))
    ]


def results_of_leavers(table: Table) -> list[Result]:
    """Results of a match that was closed early: a loss for each player who left."""
    return [
        Result(sitter.user_id, won=False, points=0)
        for seat, sitter in enumerate(table.sitters)
        if seat in table.leavers and isinstance(sitter, Person) and not table.is_solo
    ]


def plays_for_nobody(table: Table, seat: Seat) -> bool:
    """Whether the computer has finished the match in a person's seat: the seat's place then counts for nobody."""
    return isinstance(table.sitters[seat], Person) and not table.is_here(seat)


def winning_seats(table: Table, outcome: Outcome) -> tuple[Seat, ...]:
    """The seats to announce as winners: those in first place.

    If the computer came first in somebody's place, these are the people whom the match counts as winners, or else the
    computer players who came first. Empty if nobody has won.
    """
    first = tuple(Seat(seat) for seat, place in enumerate(outcome.places) if place == 1)
    if not any(plays_for_nobody(table, seat) for seat in first):
        return first
    return best_people(table, outcome) or tuple(seat for seat in first if isinstance(table.sitters[seat], Robot))


def best_people(table: Table, outcome: Outcome) -> tuple[Seat, ...]:
    """The seats of the people for whom the match counts as won."""
    counted = zip(table.seats_of_people, results_of(table, outcome), strict=False)
    return tuple(seat for seat, result in counted if result.won)


def can_be_settled(table: Table) -> bool:
    """Whether the remaining players may end the match: it is among people, and somebody has left it for good."""
    if table.phase != "playing" or not table.leavers or not table.remaining:
        return False
    return field_of(table) == "people" and not table.is_solo


def is_agreed(table: Table) -> bool:
    """Whether all remaining players wish to end the match."""
    return all(table.clock(seat).wish == "end" for seat in table.remaining)


def settled_outcome(table: Table) -> Outcome:
    """The places when the remaining players end a match: they share the first, and all other seats come behind."""
    behind = len(table.remaining) + 1
    places = tuple(1 if seat in table.remaining else behind for seat in range(len(table.sitters)))
    return Outcome((0,) * len(places), places)


def loses_by_cancelling(table: Table, user_id: int, rounds_over: int, *, moderator: bool) -> bool:
    """Whether the match counts as lost for this person if they cancel it."""
    seat = table.seat_of(user_id)
    if moderator or table.phase != "playing" or seat is None or not table.clock(seat).began:
        return False
    return loses_by_leaving(table, rounds_over) and (field_of(table) == "computer" or len(table.remaining) > 1)


def loses_by_leaving(table: Table, rounds_over: int) -> bool:
    """Whether leaving a match under way loses it: always, except alone in the first round, or in a lesson."""
    return not table.is_solo and (field_of(table) == "people" or rounds_over > 0)


def _behind_all(outcome: Outcome) -> int:
    return len(outcome.places) + 1
