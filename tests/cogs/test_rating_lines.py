"""What people read of their ratings at the end of a match."""

from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.pages.faces import TWINS
from bot.tables.ratings import Change
from bot.tables.table import Person, Robot, Sitter
from bot.words import ENGLISH
from cogs.table.endings import outcome_of, signed, told_to_all, told_to_player
from games.core import Outcome, Seat
from tests.bot.people import ANA, BEN, CLEO
from tests.cogs.tables import match_at
from tests.games.bluff.tables import act, table

FIRST, LAST, SECOND = Seat(0), Seat(1), Seat(2)
"""The seats in the order of their places: 1, 3 and 2."""


def over(changes: dict[int, Change], *sitters: Sitter) -> Match:
    """A match in which the first sitter came first, the second last, and the third second."""
    match = match_at(act(table("1 / - / 2"), "bid 1x1", "lift"), *(sitters or (ANA, BEN, CLEO)))
    return replace(match, changes=changes)


def rose(rating: int, by: int, **facts: bool) -> Change:
    """A change from this rating, of somebody who stays in first place."""
    return Change(rating, rating + by, 1, 1, **facts)


def told(match: Match, seat: Seat, outcome: Outcome | None = None) -> list[str]:
    """What a player reads of their rating."""
    lines = told_to_player(match, outcome or outcome_of(match), seat, ENGLISH)
    return [TWINS.text(line) for line in lines]


@pytest.mark.parametrize(
    ("ratings", "seat", "why"),
    [
        ((1200, 1300, 1100), FIRST, "Rating **+9** · you finished ahead of ③ **Cleo** and ② **Ben**"),
        ((1200, 1300, 1100), SECOND, "Rating **+2** · you finished ahead of ② **Ben**"),
        ((1200, 1100, 1250), LAST, "Rating **−9** · ① **Ana** and ③ **Cleo** finished ahead"),
    ],
    ids=["first", "second", "last"],
)
def test_a_change_is_told_with_all_who_explain_it(ratings: tuple[int, ...], seat: Seat, why: str) -> None:
    points = {FIRST: 9, SECOND: 2, LAST: -9}
    changes = {
        person.user_id: rose(rating, points[Seat(number)])
        for number, (person, rating) in enumerate(zip((ANA, BEN, CLEO), ratings, strict=True))
    }

    assert told(over(changes), seat)[0] == why
    assert told_to_all(over(changes), seat)[0] == f"**{signed(points[seat])}** → {ratings[seat] + points[seat]}"


CROWD = tuple(Person(number, f"Person {number}") for number in range(1, 7))


@pytest.mark.parametrize(
    ("places", "points", "reason"),
    [
        ((1, 2, 3, 4), 9, "you finished ahead of all 3"),
        ((6, 1, 2, 3, 4, 5), -9, "all 5 finished ahead"),
        ((2, 1, 3, 4, 5, 6), 9, "you finished ahead of 4 others"),
        ((5, 1, 2, 3, 4, 6), -9, "4 finished ahead"),
        ((4, 3, 1, 2, 5), -9, "③ **Person 3**, ④ **Person 4** and ② **Person 2** finished ahead"),
    ],
)
def test_a_reason_names_all_or_nobody(places: tuple[int, ...], points: int, reason: str) -> None:
    people = CROWD[: len(places)]
    state = act(table(" / ".join("1" for _ in places)), "bid 1x1")
    changes = {person.user_id: rose(1200, points if person.user_id == 1 else 0) for person in people}
    match = replace(match_at(state, *people), changes=changes)
    ended = replace(match, table=replace(match.table, phase="over"))

    (line, _) = told(ended, FIRST, Outcome((0,) * len(places), places))

    assert line.partition(" · ")[2] == reason


def test_a_settled_rating_against_the_computer_is_the_players_own_business() -> None:
    match = over({ANA.user_id: rose(1000, 50)}, ANA, Robot("hard", "Iris"), Robot("easy", "Otto"))

    assert told(match, FIRST)[0].startswith("Rating **+50** · you finished ahead of ③ **🤖 Otto · easy**")
    assert told_to_all(match, FIRST) == ()


@pytest.mark.parametrize(
    ("rated", "opponents", "missing"),
    [
        (1, 2, "Placement match 1 of 5"),
        (9, 2, "One more opponent and your rating shows"),
        (5, 1, "2 more opponents and your rating shows"),
        (None, None, "Your rating doesn't show yet"),
    ],
    ids=["both missing", "an opponent", "opponents", "of an older version"],
)
def test_a_provisional_rating_is_told_without_a_number(rated: int | None, opponents: int | None, missing: str) -> None:
    change = Change(1100, 985, 7, 7, is_provisional=True, rated=rated, opponents=opponents)
    match = over({ANA.user_id: change, BEN.user_id: rose(1000, -50)})

    assert told(match, FIRST) == [missing]
    assert told_to_all(match, FIRST) == ()
