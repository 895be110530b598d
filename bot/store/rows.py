"""The columns of a table's row."""

from collections.abc import Mapping
from dataclasses import fields

from bot.tables.clock import SeatClock
from bot.tables.table import Hold, Table

_CLOCK = tuple(field.name for field in fields(SeatClock))


def new(draft: Table) -> dict[str, object]:
    """The values of a new row, by name. Shape: as for `changing`, without `credited`, which the database sets."""
    values = {
        "game": draft.game,
        "rules_version": draft.rules_version,
        "options": dict(draft.options),
        "guild_id": draft.place.guild_id,
        "channel_id": draft.place.channel_id,
        "plays_forced": draft.plays_forced,
        "rematch_of": draft.rematch_of,
        "is_lesson": draft.is_lesson,
        "pace": draft.pace,
        "locale": draft.locale,
        "day": draft.day,
        "is_drawn": draft.is_solo,  # it has no public message
        **changing(draft),
    }
    del values["credited"]
    return values


def changing(table: Table) -> dict[str, object]:
    """The values that can change, by name. Shape: JSON values for `clocks` and `hold`."""
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
