"""The clock of a seat: its turn and reserve, quiet hours that don't count, and who is away."""

from dataclasses import replace

import pytest

from bot.tables.clock import AWAY_AFTER, DAY_SECONDS, PACES, Quiet, SeatClock

NOON = 20_000 * DAY_SECONDS + 12 * 3600
HOUR = 3600
TURN, BANK = PACES["live"].turn, PACES["live"].bank


def at_hours(begins: float, ends: float) -> Quiet:
    return Quiet(int(begins * 60), int(ends * 60))


def test_a_turn_is_up_once_its_time_and_the_bank_have_passed() -> None:
    asked, end = SeatClock(BANK).asked(NOON, "live"), NOON + TURN + BANK
    assert (asked.asked_at, asked.due_at) == (NOON, end)
    assert [asked.is_up(end - 1), asked.is_up(end), asked.stopped().is_up(end)] == [False, True, False]


def test_where_nobody_waits_no_clock_runs() -> None:
    asked = SeatClock(BANK).asked(NOON, None)
    assert (asked.asked_at, asked.due_at) == (NOON, None)
    assert asked.moved(NOON + 10 * HOUR).bank == BANK


@pytest.mark.parametrize(("taken", "left"), [(TURN, BANK), (TURN + 50, BANK - 50), (TURN + BANK + 5, 0)])
def test_what_is_taken_beyond_the_turn_is_off_the_bank(taken: int, left: int) -> None:
    assert SeatClock(BANK).asked(NOON, "live").moved(NOON + taken).bank == left


def test_a_players_first_move_fills_the_bank_and_a_missed_turn_does_not() -> None:
    fresh = SeatClock(reserve=BANK).asked(NOON, "live")
    assert fresh.due_at == NOON + TURN
    assert fresh.moved(NOON + TURN - 1) == SeatClock(BANK)
    missed = fresh.missed(7).asked(NOON, "live")
    assert (missed.due_at, missed.moved(NOON).bank) == (NOON + TURN, BANK)


def test_only_a_live_turn_that_draws_on_the_bank_becomes_long() -> None:
    asked = {pace: SeatClock(bank).asked(NOON, pace) for pace in PACES for bank in (PACES[pace].bank,)}
    assert {pace: clock.long_from(pace) for pace, clock in asked.items()} == dict.fromkeys(PACES) | {"live": NOON + 90}
    assert SeatClock(30).asked(NOON, "live").long_from("live") is None
    assert asked["live"].later(100).long_from("live") == NOON + 190
    long = replace(asked["live"], is_long=True)
    assert not any(clock.is_long for clock in (long.moved(NOON), long.missed(7), long.asked(NOON, "live")))


def test_a_player_who_misses_turns_in_a_row_is_away_until_they_come_back() -> None:
    clock = SeatClock(BANK)
    for turn in range(1, AWAY_AFTER + 1):
        clock = clock.asked(NOON, "live").missed(7)
        assert clock.presence == ("away" if turn == AWAY_AFTER else "here")
    assert (clock.bank, clock.missed_at, clock.asked_at) == (0, 7, None)
    assert clock.returned() == clock.moved(NOON) == SeatClock()


def test_time_that_does_not_count_moves_the_end_of_a_turn() -> None:
    asked = SeatClock(BANK).asked(NOON, "live")
    assert asked.later(100) == replace(asked, due_at=NOON + 100 + TURN + BANK)
    assert SeatClock(BANK).later(100) == SeatClock(BANK)


def test_if_the_systems_clock_is_set_back_the_turn_and_its_ping_begin_earlier() -> None:
    asked = SeatClock(asked_at=NOON, due_at=NOON + TURN, pinged=NOON)
    assert asked.later(-HOUR) == SeatClock(asked_at=NOON - HOUR, due_at=NOON + TURN - HOUR, pinged=NOON - HOUR)


def test_time_that_does_not_count_ends_no_turn_in_the_night() -> None:
    night = at_hours(22, 8)
    asked = SeatClock().asked(NOON, "correspondence", night)
    assert (asked.due_at, asked.later(3 * HOUR, night).due_at) == (NOON + 34 * HOUR, NOON + 47 * HOUR)


@pytest.mark.parametrize(
    ("quiet", "asked_at", "hours", "due"),
    [
        (at_hours(22, 7), 12, 10, 22),
        (at_hours(22, 7), 12, 11, 24 + 8),
        (at_hours(22, 7), 24 + 3, 1, 24 + 8),
        (at_hours(22, 7), 12, 24, 24 + 21),
        (at_hours(13, 14.5), 12, 2, 15.5),
        (at_hours(0, 8), 8, 17, 24 + 9),
        (at_hours(5, 5), 12, 48, 60),
    ],
    ids=str,
)
def test_quiet_hours_do_not_count(quiet: Quiet, asked_at: float, hours: int, due: float) -> None:
    midnight = NOON - 12 * HOUR
    assert (quiet.after(midnight + int(asked_at * HOUR), hours * HOUR) - midnight) / HOUR == due
