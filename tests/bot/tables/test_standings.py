"""What a finished match counts on the leaderboard."""

from dataclasses import replace

import pytest

from bot.tables.clock import SeatClock
from bot.tables.match_result import ending_of
from bot.tables.standings import field_of, results_of
from bot.tables.table import Person, Place, Robot, Sitter, Table
from games.core import Outcome
from games.figures import RunningFigures
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY


def table_of(*sitters: Sitter) -> Table:
    return Table(
        id=1,
        game="bluff",
        rules_version=1,
        options={},
        capacity=len(sitters),
        phase="over",
        place=HERE,
        host_id=ANA.user_id,
        changed_at=0,
        sitters=sitters,
    )


def counted(*placed: tuple[Sitter, int]) -> dict[int, tuple[bool, int]]:
    """Whether each person has won, and their points. Shape: by user id."""
    sitters, places = zip(*placed, strict=True)
    outcome = Outcome(scores=(0,) * len(places), places=places)
    return {result.user_id: (result.won, result.points) for result in results_of(table_of(*sitters), outcome)}


@pytest.mark.parametrize(
    ("sitters", "field"),
    [
        ((ANA, BEN), "people"),
        ((ANA, BEN, STEADY, STEADY), "people"),
        ((ANA, STEADY), "computer"),
        ((STEADY, ANA, Robot("random")), "computer"),
    ],
)
def test_two_people_make_a_match_of_people(sitters: tuple[Sitter, ...], field: str) -> None:
    assert field_of(table_of(*sitters)) == field


def test_a_point_for_every_person_behind() -> None:
    assert counted((ANA, 2), (BEN, 1), (CLEO, 3)) == {1: (False, 1), 2: (True, 2), 3: (False, 0)}


def test_nobody_climbs_by_beating_computer_players() -> None:
    assert counted((ANA, 1), (STEADY, 2), (STEADY, 3), (BEN, 4)) == {1: (True, 1), 2: (False, 0)}


def test_a_computer_player_in_front_costs_nothing_among_people() -> None:
    assert counted((STEADY, 1), (ANA, 2), (BEN, 3)) == {1: (True, 1), 2: (False, 0)}


def test_alone_against_computer_players_each_one_behind_counts() -> None:
    assert counted((ANA, 2), (STEADY, 1), (STEADY, 3), (STEADY, 4)) == {1: (False, 2)}


def test_a_player_who_beats_all_computer_players_has_won() -> None:
    assert counted((STEADY, 2), (ANA, 1)) == {1: (True, 1)}


def test_a_shared_place_is_nobodys_point() -> None:
    assert counted((ANA, 1), (BEN, 2), (CLEO, 2)) == {1: (True, 2), 2: (False, 0), 3: (False, 0)}


def test_where_everybody_is_away_nobody_has_won() -> None:
    away = replace(table_of(ANA, BEN), clocks=(SeatClock(presence="away"), SeatClock(presence="left")))

    assert [(one.won, one.points) for one in results_of(away, Outcome((5, 0), (1, 2)))] == [(False, 0), (False, 0)]


def test_a_player_who_shares_the_best_place_has_won() -> None:
    assert counted((ANA, 1), (BEN, 1), (CLEO, 3)) == {1: (True, 1), 2: (True, 1), 3: (False, 0)}


def test_people_who_share_a_place_behind_a_computer_player_have_both_won() -> None:
    assert counted((STEADY, 1), (ANA, 2), (BEN, 2)) == {1: (True, 0), 2: (True, 0)}


def test_a_result_says_where_and_what_was_played() -> None:
    result = ending_of(table_of(ANA, STEADY), Outcome(scores=(1, 0), places=(1, 2)), RunningFigures.start(2))

    assert result
    assert (result.community_id, result.game, result.field) == (HERE.guild_id, "bluff", "computer")


def test_computer_players_have_no_results() -> None:
    assert list(counted((STEADY, 1), (Person(7, "Gil"), 2))) == [7]


def test_a_match_in_a_direct_message_counts_among_those_who_share_it() -> None:
    here = replace(table_of(ANA, STEADY), place=Place(guild_id=0, channel_id=77))
    result = ending_of(here, Outcome((5, 0), (1, 2)), RunningFigures.start(2))

    assert result
    assert result.community_id == 77


LEFT = SeatClock(presence="left")


def triumphs(table: Table, *places: int) -> list[bool]:
    """Whom to congratulate, in the order of the seats of people."""
    return [result.is_triumph for result in results_of(table, Outcome((0,) * len(places), places))]


@pytest.mark.parametrize(
    ("sitters", "places", "expected"),
    [
        ((ANA, BEN, CLEO), (1, 2, 3), [True, False, False]),
        ((ANA, BEN, CLEO), (1, 1, 3), [True, True, False]),
        ((ANA, BEN, CLEO), (1, 1, 1), [False, False, False]),
        ((ANA, BEN, STEADY), (2, 2, 1), [False, False]),
        ((ANA, BEN, STEADY), (1, 1, 3), [False, False]),
        ((ANA, BEN, STEADY), (2, 3, 1), [False, False]),
        ((ANA, STEADY), (1, 2), [True]),
        ((ANA, STEADY), (1, 1), [True]),
        ((ANA, STEADY), (2, 1), [False]),
    ],
    ids=[
        "first", "two of three share first place", "all share first place", "all people share last place",
        "all people share first place", "the best human", "first, alone", "level with the computer", "last, alone",
    ],
)  # fmt: skip
def test_only_who_came_first_is_congratulated_and_not_if_all_share(
    sitters: tuple[Sitter, ...], places: tuple[int, ...], expected: list[bool]
) -> None:
    assert triumphs(table_of(*sitters), *places) == expected


def test_nobody_is_congratulated_on_a_match_that_was_broken_off() -> None:
    taken = replace(table_of(ANA, BEN), phase="settled", clocks=(SeatClock(), LEFT))

    assert results_of(taken, Outcome((0, 0), (1, 2)))[0].won
    assert triumphs(taken, 1, 2) == [False, False]


def test_who_stays_to_the_end_is_congratulated_on_coming_before_those_who_left() -> None:
    played_out = replace(table_of(ANA, BEN), clocks=(SeatClock(), LEFT))

    assert triumphs(played_out, 2, 1) == [True, False]
