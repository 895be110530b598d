"""What a finished match counts for: the stated rule of the leaderboard, once. Knows no store and no Discord.

A match with two or more people counts for the ranking of people, and there only people count: places are taken
among the people alone, and each gets a point for every person who finished behind him. A match of one person counts
on the page *against the computer*: a point for every computer player who finished behind him. Whoever has the best
place, shared or not, has won. Whoever leaves a match has lost it: he finishes behind all others, without a point, also
where it is not played to its end. So does who is away when it ends. A match that is cancelled or deserted counts for
those alone who have left it: its host leaves it by cancelling, unless he is a moderator. A lesson counts for nobody.
"""

from dataclasses import dataclass
from typing import Literal

from bot.table import Person, Robot, Table
from games.core import Outcome, Seat

Field = Literal["people", "computer"]


@dataclass(frozen=True, slots=True)
class Result:
    """What one match counted for one person."""

    user_id: int
    community_id: int
    game: str
    field: Field
    won: bool
    points: int


def field_of(table: Table) -> Field:
    """Which ranking a match at this table counts for."""
    return "people" if len(table.people) > 1 else "computer"


def results_of(table: Table, outcome: Outcome) -> list[Result]:
    """What the match counts. Shape: one entry a person, in the order of the seats; none for a lesson."""
    if table.is_lesson:
        return []
    field = field_of(table)
    last = len(outcome.places) + 1
    places = [
        place if isinstance(sitter, Robot) or table.is_here(Seat(seat)) else last
        for seat, (sitter, place) in enumerate(zip(table.sitters, outcome.places, strict=True))
    ]
    rivals = [
        place
        for sitter, place in zip(table.sitters, places, strict=True)
        if field == "computer" or isinstance(sitter, Person)
    ]
    return [
        _result(table, sitter, won=place == min(rivals) < last, points=sum(place < other for other in rivals))
        for sitter, place in zip(table.sitters, places, strict=True)
        if isinstance(sitter, Person)
    ]


def results_of_leavers(table: Table) -> list[Result]:
    """What a match that is not played to its end counts: a defeat for everyone who has left it."""
    return [
        _result(table, sitter, won=False, points=0)
        for seat, sitter in enumerate(table.sitters)
        if isinstance(sitter, Person) and table.clock(Seat(seat)).presence == "left" and not table.is_lesson
    ]


def _result(table: Table, person: Person, *, won: bool, points: int) -> Result:
    return Result(person.user_id, table.place.community_id, table.game, field_of(table), won=won, points=points)
