"""Who is rated against whom: the people at a table, or one person and the computer players."""

from dataclasses import replace

import pytest

from bot.tables.clock import Presence, SeatClock
from bot.tables.ratings import Rated, rated_places
from bot.tables.standings import settled_outcome
from bot.tables.table import Phase, Sitter, Table
from games.core import Outcome, Seat
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY

NOBODY = Rated((), ())


def table_of(*sitters: Sitter, phase: Phase = "over", **presences: Presence) -> Table:
    """A table whose match has ended. Shape: `presences` by the names of the people who are not there."""
    return Table(
        id=1,
        game="bluff",
        rules_version=1,
        options={},
        capacity=len(sitters),
        phase=phase,
        place=HERE,
        host_id=ANA.user_id,
        changed_at=0,
        sitters=sitters,
        clocks=tuple(SeatClock(presence=presences.get(sitter.name.lower(), "here")) for sitter in sitters),
    )


def rivals(table: Table, *places: int) -> Rated:
    return rated_places(table, Outcome((0,) * len(places), places))


def test_people_are_rated_by_their_places() -> None:
    assert rivals(table_of(ANA, BEN, CLEO), 3, 1, 2) == ((0, 1, 2), (3, 1, 2))


def test_computer_players_among_people_are_left_out() -> None:
    assert rivals(table_of(STEADY, ANA, STEADY, BEN), 1, 2, 3, 4) == ((1, 3), (1, 2))


def test_one_person_is_rated_against_all_computer_players() -> None:
    assert rivals(table_of(STEADY, ANA, STEADY), 1, 2, 3) == ((0, 1, 2), (1, 2, 3))


def test_a_shared_place_stays_shared() -> None:
    assert rivals(table_of(ANA, BEN, CLEO), 1, 1, 3).places == (1, 1, 3)


@pytest.mark.parametrize("presence", ["left", "away"])
def test_a_player_who_is_not_there_at_the_end_is_behind_all_others(presence: Presence) -> None:
    assert rivals(table_of(ANA, BEN, CLEO, ana=presence), 1, 2, 3).places == (3, 1, 2)
    assert rivals(table_of(ANA, STEADY, ana=presence), 1, 2).places == (2, 1)


def test_players_who_are_not_there_share_the_last_place() -> None:
    assert rivals(table_of(ANA, BEN, CLEO, ana="left", ben="away"), 1, 2, 3).places == (2, 2, 1)


def test_those_who_settle_a_match_share_the_first_place() -> None:
    table = table_of(ANA, STEADY, BEN, CLEO, phase="settled", ben="left")
    seats, places = rated_places(table, settled_outcome(table))

    assert seats == (Seat(0), Seat(2), Seat(3))
    assert places[0] == places[2] < places[1]


@pytest.mark.parametrize("phase", ["lobby", "playing", "cancelled", "lapsed", "deserted", "outdated"])
def test_a_match_without_final_places_is_not_rated(phase: Phase) -> None:
    assert rivals(table_of(ANA, BEN, phase=phase), 1, 2) == NOBODY


def test_a_lesson_is_not_rated() -> None:
    assert rivals(replace(table_of(ANA, STEADY), is_lesson=True), 1, 2) == NOBODY
