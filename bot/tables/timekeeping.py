"""The clocks of a whole table. Pure: callers pass in the time and everyone's quiet hours."""

from collections.abc import Callable, Set
from dataclasses import replace

from bot.tables.clock import Quiet, SeatClock
from bot.tables.table import Person, Table
from games.core import Seat

QuietHours = Callable[[int], Quiet | None]
"""Looks up a person's quiet hours by their user id."""


def wind(table: Table, waited: Set[Seat], to_act: Set[Seat], now: int, quiet: QuietHours) -> tuple[SeatClock, ...]:
    """The table's clocks once the seats `to_act` are asked. Seats that were already `waited` for keep their time."""
    clocks = []
    for seat, clock in enumerate(table.clocks):
        if seat not in to_act or not table.is_here(Seat(seat)):
            clocks.append(clock.stopped())
        elif seat in waited and clock.asked_at is not None:
            clocks.append(clock if table.enforced_pace else replace(clock, due_at=None))
        else:
            clocks.append(clock.asked(now, table.enforced_pace, _quiet_hours(table, Seat(seat), quiet)))
    return tuple(clocks)


def give_time_back(table: Table, seconds: int, now: int, quiet: QuietHours) -> Table:
    """The table with this much time given back. If no clock runs, `changed_at` moves instead."""
    clocks = tuple(
        clock.later(seconds, _quiet_hours(table, Seat(seat), quiet)) for seat, clock in enumerate(table.clocks)
    )
    idle = seconds if clocks == table.clocks else 0
    changed_at = min(table.changed_at + idle, now)
    return replace(table, clocks=clocks, changed_at=changed_at)


def may_await_computer(table: Table) -> bool:
    """Whether a computer player alone is to move, as far as the clocks tell.

    Shape: False also if it chooses at the same time as somebody who is asked, since the match can't go on without them.
    Tables that began before there were clocks count as well.
    """
    if table.phase != "playing" or table.hold or not table.present:
        return False
    return all(table.clock(seat).asked_at is None for seat in table.present)


def _quiet_hours(table: Table, seat: Seat, quiet: QuietHours) -> Quiet | None:
    """The hours in which this seat's clock stands still: only in correspondence matches."""
    sitter = table.sitters[seat]
    if table.pace != "correspondence" or not isinstance(sitter, Person):
        return None
    return quiet(sitter.user_id)
