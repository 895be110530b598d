"""What people read of their ratings at the end of a match."""

from dataclasses import replace

import pytest

from bot.matches.match import Match
from bot.pages.faces import TWINS
from bot.store import Change
from bot.tables.table import Robot, Sitter
from bot.words import ENGLISH
from cogs.table.ending_pages import outcome_of
from cogs.table.rating_lines import signed, told_to_all, told_to_player
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


def why(match: Match, seat: Seat) -> list[str]:
    """By how much the rating of this seat has changed and why: for all, and for the player."""
    outcome = outcome_of(match)
    both = (told_to_all(match, seat, ENGLISH)[0], told_to_player(match, outcome, seat, ENGLISH)[0])
    return [TWINS.text(text) for text in both]


@pytest.mark.parametrize(
    ("ratings", "seat", "to_player"),
    [
        ((1200, 1300, 1100), FIRST, " · you beat ② **Ben**, rated above you"),
        ((1200, 1100, 1150), FIRST, " · you beat ③ **Cleo**"),
        ((1200, 1300, 1250), LAST, " · ① **Ana**, rated below you, finished ahead"),
        ((1200, 1100, 1250), LAST, " · ① **Ana** finished ahead"),
    ],
    ids=["beat a stronger one", "beat weaker ones", "lost to a weaker one", "lost to stronger ones"],
)
def test_a_change_is_told_with_its_cause(ratings: tuple[int, ...], seat: Seat, to_player: str) -> None:
    points = {FIRST: 9, SECOND: 0, LAST: -9}
    changes = {
        person.user_id: rose(rating, points[Seat(number)])
        for number, (person, rating) in enumerate(zip((ANA, BEN, CLEO), ratings, strict=True))
    }
    points_shown = "**+9**" if seat == FIRST else "**−9**"
    assert why(over(changes), seat) == [f"rating {points_shown}", f"Rating {points_shown}{to_player}"]


@pytest.mark.parametrize(
    ("places", "points", "told"),
    [
        ((2, 2, 1), 9, "Rating **+9** · you shared a place with ② **Ben**, rated above you"),
        ((1, 2, 1), -9, "Rating **−9** · you shared a place with ③ **Cleo**, rated below you"),
    ],
    ids=["with a stronger one", "with a weaker one"],
)
def test_a_shared_place_is_a_cause_too(places: tuple[int, ...], points: int, told: str) -> None:
    changes = {ANA.user_id: rose(1200, points), BEN.user_id: rose(1300, 0), CLEO.user_id: rose(1100, 0)}
    told_to_ana, _ = told_to_player(over(changes), Outcome((0, 0, 0), places), FIRST, ENGLISH)
    assert TWINS.text(told_to_ana) == told


def test_no_change_has_no_cause() -> None:
    changes = {person.user_id: rose(1000, 0) for person in (ANA, BEN, CLEO)}
    assert why(over(changes), FIRST) == ["rating **±0**", "Rating **±0**"]


def test_against_the_computer_the_cause_is_a_computer_player() -> None:
    match = over({ANA.user_id: rose(1000, 50)}, ANA, Robot("hard", "Iris"), Robot("easy", "Otto"))
    assert why(match, FIRST)[1] == "Rating **+50** · you beat ② **🤖 Iris · hard**, rated above you"


def test_a_provisional_rating_says_so_and_has_no_rank() -> None:
    match = over({ANA.user_id: rose(1000, 50, is_provisional=True), BEN.user_id: rose(1000, -50)})
    outcome = outcome_of(match)
    assert told_to_all(match, FIRST, ENGLISH)[1:] == ("now 1050, still provisional",)
    assert told_to_player(match, outcome, LAST, ENGLISH)[1] == "now 950 · #1 on the leaderboard"


@pytest.mark.parametrize(
    ("rated", "opponents", "until"),
    [
        (1, 2, "provisional: 1 of 5 matches, 2 of 3 opponents"),
        (4, 3, "provisional: 4 of 5 matches"),
        (9, 2, "provisional: 2 of 3 opponents"),
        (1, None, "provisional: 1 of 5 matches"),
        (None, None, "still provisional"),
    ],
    ids=["both missing", "matches missing", "opponents missing", "against the computer", "counted by an older version"],
)
def test_a_player_reads_until_when_their_rating_is_provisional(
    rated: int | None, opponents: int | None, until: str
) -> None:
    change = Change(1100, 1150, 7, 7, is_provisional=True, rated=rated, opponents=opponents)
    match = over({ANA.user_id: change})

    now = told_to_player(match, outcome_of(match), FIRST, ENGLISH)[1]

    assert now.replace(" · ", ", ") == f"now 1150, {until}"


@pytest.mark.parametrize(("rank_before", "is_told"), [(None, True), (3, False)], ids=["first", "later"])
def test_after_the_first_match_a_player_reads_where_everyone_starts(rank_before: int | None, is_told: bool) -> None:
    match = over({ANA.user_id: Change(1000, 1150, rank_before, 7, is_provisional=True)})

    now = told_to_player(match, outcome_of(match), FIRST, ENGLISH)[1]

    assert now.endswith("everyone starts at 1000") == is_told


def test_people_without_a_change_are_passed_over() -> None:
    """They have been forgotten since the match, or it isn't counted yet."""
    match = over({ANA.user_id: rose(1200, 9), CLEO.user_id: rose(1100, -9)})
    assert why(match, FIRST)[0] == "rating **+9**"
    assert told_to_all(match, LAST, ENGLISH) == ()
    assert told_to_player(match, outcome_of(match), LAST, ENGLISH) == ()


@pytest.mark.parametrize(("points", "text"), [(12, "+12"), (-7, "−7"), (0, "±0")])
def test_every_change_has_a_sign(points: int, text: str) -> None:
    assert signed(points) == text
