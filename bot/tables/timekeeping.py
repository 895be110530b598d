"""The clocks of a whole table, and of a shard. Callers pass in the time and everyone's quiet hours."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace

from bot.share import Served, shard_of
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


class ServiceClock:
    """How much time each shard has lost so far, because nobody could play on its servers.

    A table's times are stored as they were shown, with what its shard had lost by then. What it has lost since is added
    whenever the table is read, so no row is rewritten when the bot has been offline.
    """

    def __init__(self, *, now: Callable[[], int], reveal_ends: Callable[[], int], quiet: QuietHours) -> None:
        """Shape: `reveal_ends` tells how long the result of a round may stand at most."""
        self._now = now
        self._reveal_ends = reveal_ends
        self._quiet = quiet
        self.offsets = Counter[int]()
        """How many seconds each shard has lost so far."""
        self.count = 1
        """The number of all shards, of this process and of others."""

    def load(self, beats: Iterable[Served], count: int) -> None:
        """Goes on from the heartbeats of the last run."""
        self.offsets = Counter({beat.shard: beat.offset for beat in beats if beat.count == count})
        self.count = count

    def lose(self, seconds: Mapping[int, int]) -> None:
        """Notes that these shards have lost this many seconds: below 0 if the system's clock was set back."""
        self.offsets.update(seconds)

    def offset_in(self, guild_id: int) -> int:
        """How many seconds a server's shard has lost so far; 0 stands for direct messages."""
        return self.offsets[shard_of(guild_id, self.count)]

    def current(self, table: Table) -> Table:
        """The table, in the same version, with the time given back that its shard has lost since it was stored."""
        if not table.is_open or table.is_solo:
            return table
        offset = self.offset_in(table.place.guild_id)
        if offset != table.service_offset:
            given = give_time_back(table, offset - table.service_offset, self._now(), self._quiet)
            table = replace(given, service_offset=offset)
        if table.hold and table.hold.until > self._reveal_ends():  # the clock was set back, or the setting reduced
            table = replace(table, hold=replace(table.hold, until=self._reveal_ends()))
        return table


def give_time_back(table: Table, seconds: int, now: int, quiet: QuietHours) -> Table:
    """The table with this much time given back. If no clock runs, `changed_at` moves instead."""
    clocks = tuple(
        clock.later(seconds, _quiet_hours(table, Seat(seat), quiet)) for seat, clock in enumerate(table.clocks)
    )
    idle = seconds if clocks == table.clocks else 0
    changed_at = min(table.changed_at + idle, now)
    hold = table.hold and replace(table.hold, until=table.hold.until + seconds)
    return replace(table, clocks=clocks, changed_at=changed_at, hold=hold)


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
