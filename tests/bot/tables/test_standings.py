"""What a finished match counts on the leaderboard, and who is rated against whom."""

from dataclasses import replace

import pytest

from bot.tables.clock import Presence, SeatClock
from bot.tables.match_result import ending_of
from bot.tables.ratings import Rated, rated_places
from bot.tables.standings import field_of, results_of, settled_outcome
from bot.tables.table import Person, Phase, Place, Sitter, Table
from games.core import Outcome
from games.figures import RunningFigures
from tests.bot.people import ANA, BEN, CLEO, STEADY, draft


def table_of(*sitters: Sitter, phase: Phase = "over", **presences: Presence) -> Table:
    """A table whose match has ended; `presences` by the names of the people who aren't there."""
    clocks = tuple(SeatClock(presence=presences.get(sitter.name.lower(), "here")) for sitter in sitters)
    return draft(*sitters, capacity=len(sitters), phase=phase, clocks=clocks)


def counted(*placed: tuple[Sitter, int]) -> dict[int, tuple[bool, int]]:
    """Whether each person has won, and their points, by user id."""
    sitters, places = zip(*placed, strict=True)
    outcome = Outcome(scores=(0,) * len(places), places=places)
    return {result.user_id: (result.won, result.points) for result in results_of(table_of(*sitters), outcome)}


@pytest.mark.parametrize(
    ("sitters", "field"), [((ANA, BEN, STEADY, STEADY), "people"), ((STEADY, ANA, STEADY), "computer")]
)
def test_two_people_make_a_match_of_people(sitters: tuple[Person, ...], field: str) -> None:
    assert field_of(table_of(*sitters)) == field


def test_a_point_for_every_person_behind() -> None:
    assert counted((ANA, 2), (BEN, 1), (CLEO, 3)) == {1: (False, 1), 2: (True, 2), 3: (False, 0)}


def test_nobody_climbs_by_beating_computer_players() -> None:
    assert counted((ANA, 1), (STEADY, 2), (STEADY, 3), (BEN, 4)) == {1: (True, 1), 2: (False, 0)}


def test_a_computer_player_in_front_costs_nothing_among_people() -> None:
    assert counted((STEADY, 1), (ANA, 2), (BEN, 3)) == {1: (True, 1), 2: (False, 0)}


def test_alone_against_computer_players_each_one_behind_counts() -> None:
    assert counted((ANA, 2), (STEADY, 1), (STEADY, 3), (STEADY, 4)) == {1: (False, 2)}
    assert counted((STEADY, 2), (ANA, 1)) == {1: (True, 1)}


def test_a_shared_place_is_a_win_if_its_the_best_and_nobodys_point() -> None:
    assert counted((ANA, 1), (BEN, 1), (CLEO, 3)) == {1: (True, 1), 2: (True, 1), 3: (False, 0)}
    assert counted((STEADY, 1), (ANA, 2), (BEN, 2)) == {1: (True, 0), 2: (True, 0)}


def test_where_everybody_is_away_nobody_has_won() -> None:
    away = table_of(ANA, BEN, ana="away", ben="left")
    assert [(one.won, one.points) for one in results_of(away, Outcome((5, 0), (1, 2)))] == [(False, 0), (False, 0)]


@pytest.mark.parametrize(("place", "community"), [(Place(10, 20), 10), (Place(0, 77), 77)], ids=["server", "chat"])
def test_a_match_counts_among_those_who_share_its_place(place: Place, community: int) -> None:
    table = replace(table_of(ANA, STEADY), place=place)
    result = ending_of(table, Outcome(scores=(1, 0), places=(1, 2)), RunningFigures.start(2))
    assert result
    assert (result.community_id, result.game, result.field) == (community, "bluff", "computer")


CONGRATULATED: dict[str, tuple[tuple[Sitter, ...], tuple[int, ...], list[bool]]] = {
    "first": ((ANA, BEN, CLEO), (1, 2, 3), [True, False, False]),
    "two of three share first place": ((ANA, BEN, CLEO), (1, 1, 3), [True, True, False]),
    "all share first place": ((ANA, BEN, STEADY), (1, 1, 3), [False, False]),
    "the best human": ((ANA, BEN, STEADY), (2, 3, 1), [False, False]),
    "level with the computer, alone": ((ANA, STEADY), (1, 1), [True]),
    "last, alone": ((ANA, STEADY), (2, 1), [False]),
}


def triumphs(table: Table, *places: int) -> list[bool]:
    """Whom to congratulate, in the order of the seats of people."""
    return [result.is_triumph for result in results_of(table, Outcome((0,) * len(places), places))]


@pytest.mark.parametrize(("sitters", "places", "expected"), CONGRATULATED.values(), ids=CONGRATULATED)
def test_only_who_came_first_is_congratulated_and_not_if_all_share(
    sitters: tuple[Sitter, ...], places: tuple[int, ...], expected: list[bool]
) -> None:
    assert triumphs(table_of(*sitters), *places) == expected


def test_a_win_over_those_who_left_is_a_triumph_only_if_the_match_was_played_out() -> None:
    assert triumphs(table_of(ANA, BEN, ben="left"), 2, 1) == [True, False]
    assert triumphs(table_of(ANA, BEN, phase="settled", ben="left"), 1, 2) == [False, False]


def rivals(table: Table, *places: int) -> Rated:
    return rated_places(table, Outcome((0,) * len(places), places))


def test_people_are_rated_among_themselves_by_their_places() -> None:
    assert rivals(table_of(STEADY, ANA, STEADY, BEN, CLEO), 1, 2, 3, 4, 4) == ((1, 3, 4), (1, 2, 2))


def test_one_person_is_rated_against_all_computer_players() -> None:
    assert rivals(table_of(STEADY, ANA, STEADY), 1, 2, 3) == ((0, 1, 2), (1, 2, 3))


def test_players_who_are_not_there_at_the_end_are_behind_all_others() -> None:
    assert rivals(table_of(ANA, BEN, CLEO, ana="left", ben="away"), 1, 2, 3).places == (2, 2, 1)
    assert rivals(table_of(ANA, STEADY, ana="away"), 1, 2).places == (2, 1)


def test_those_who_settle_a_match_share_the_first_place() -> None:
    table = table_of(ANA, STEADY, BEN, CLEO, phase="settled", ben="left")
    assert rated_places(table, settled_outcome(table)) == ((0, 2, 3), (1, 3, 1))


@pytest.mark.parametrize("phase", ["playing", "cancelled", "deserted"])
def test_a_match_without_final_places_is_not_rated(phase: Phase) -> None:
    assert rivals(table_of(ANA, BEN, phase=phase), 1, 2) == Rated((), ())


def test_a_lesson_counts_for_nobody_and_is_not_rated() -> None:
    lesson = replace(table_of(ANA, STEADY), is_lesson=True)
    assert (results_of(lesson, Outcome((1, 0), (1, 2))), rivals(lesson, 1, 2)) == ([], Rated((), ()))
