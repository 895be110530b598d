"""Which moment of a match is told, and how the lead changed in games that count points."""

from games.core import Seat
from games.highlights import FromBehind, Moment, Narrow, StartToFinish, lateness, race, turning_point

ANA, BEN, CLEO = Seat(0), Seat(1), Seat(2)


def run(*totals: tuple[int, ...]) -> dict[type, Moment]:
    """How the lead changed over these totals, by kind."""
    return {type(one): one for one in race(totals, 2)}


def test_the_weightiest_moment_is_told_and_what_winners_did_weighs_more() -> None:
    bens, cleos = Moment(BEN, 3.0), Moment(CLEO, 2.1)

    assert turning_point([bens, cleos], {ANA}) is bens
    assert turning_point([bens, cleos], {CLEO}) is cleos
    assert turning_point([], {ANA}) is None


def test_of_moments_with_as_much_to_tell_the_last_is_told() -> None:
    first, last = Moment(ANA, 1.0), Moment(ANA, 1.0)

    assert turning_point([first, last], ()) is last


def test_the_last_round_weighs_twice_the_first_ones() -> None:
    assert lateness(8, 8) > 2 * lateness(1, 8)


def test_a_finish_that_was_not_close_is_no_story() -> None:
    assert Narrow in run((4, 0), (9, 7))
    assert Narrow not in run((4, 0), (9, 6))


def test_who_was_behind_before_the_last_round_has_come_from_there() -> None:
    told = run((4, 0, 3), (6, 3, 3), (6, 7, 3))[FromBehind]

    assert isinstance(told, FromBehind)
    assert (told.seat, told.behind, told.round, told.left, told.leader, told.ahead) == (BEN, 3, 2, 1, ANA, 1)


def test_being_behind_early_is_no_story() -> None:
    assert FromBehind not in run((4, 0, 3), (4, 9, 3), (6, 12, 3))


def test_who_led_after_every_round_led_from_start_to_finish() -> None:
    assert run((4, 0), (6, 3), (9, 7)).keys() == {Narrow, StartToFinish}
    assert StartToFinish not in run((4, 4), (6, 3), (9, 7))


def test_a_shared_win_is_level() -> None:
    told = run((4, 0), (7, 7), (9, 9))[Narrow]

    assert isinstance(told, Narrow)
    assert (told.ahead, told.second) == (0, BEN)
