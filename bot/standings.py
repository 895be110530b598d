"""What a finished match counts for: the stated rule of the leaderboard, once. Knows no store and no Discord.

A match with two or more people counts for the ranking of people, and there only people count: places are taken
among the people alone, and each gets a point for every person who finished behind him. A match of one person counts
on the page *against the computer*: a point for every computer player who finished behind him. Whoever has the best
place, shared or not, has won. A lesson counts for nobody.
"""

from dataclasses import dataclass
from typing import Literal

from bot.table import Person, Table
from games.core import Outcome

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
    rivals = [
        place
        for sitter, place in zip(table.sitters, outcome.places, strict=True)
        if field == "computer" or isinstance(sitter, Person)
    ]
    return [
        Result(
            user_id=sitter.user_id,
            community_id=table.place.community_id,
            game=table.game,
            field=field,
            won=place == min(rivals),
            points=sum(place < other for other in rivals),
        )
        for sitter, place in zip(table.sitters, outcome.places, strict=True)
        if isinstance(sitter, Person)
    ]
