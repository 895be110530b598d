"""The columns of a table's row that can change."""

from collections.abc import Mapping
from dataclasses import fields

from bot.tables.clock import SeatClock
from bot.tables.table import Hold, Table

_CLOCK = tuple(field.name for field in fields(SeatClock))


def changing(table: Table) -> dict[str, object]:
    """Their values, by name. Shape: JSON values for `clocks` and `hold`."""
    return {
        "capacity": table.capacity,
        "phase": table.phase,
        "host_id": table.host_id,
        "version": table.version,
        "changed_at": table.changed_at,
        "clocks": [_clock(clock) for clock in table.clocks],
        "hold": _hold(table.hold) if table.hold else None,
        "credited": table.credited,
    }


def _clock(clock: SeatClock) -> Mapping[str, object]:
    return {name: getattr(clock, name) for name in _CLOCK}  # as `asdict`, which copies each value


def _hold(hold: Hold) -> Mapping[str, object]:
    return {"until": hold.until, "gone_on": hold.gone_on}
