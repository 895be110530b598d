"""The columns of a table's row."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Final

from bot.tables.clock import SeatClock
from bot.tables.table import RevealPause, Table

_CLOCK = tuple(field.name for field in fields(SeatClock))


def _clock(clock: SeatClock) -> Mapping[str, object]:
    return {name: getattr(clock, name) for name in _CLOCK}  # as `asdict`, which copies each value


def _hold(hold: RevealPause) -> Mapping[str, object]:
    return {"until": hold.until, "gone_on": hold.gone_on}


Values = Mapping[str, Callable[[Table], object]]
"""Functions that return the values of columns, by the columns' names."""

_SET_BY_BOT: Final[Values] = {
    "capacity": attrgetter("capacity"),
    "phase": attrgetter("phase"),
    "host_id": attrgetter("host_id"),
    "version": attrgetter("version"),
    "changed_at": attrgetter("changed_at"),
    "clocks": lambda table: [_clock(clock) for clock in table.clocks],
    "removed": attrgetter("removed"),
    "hold": lambda table: _hold(table.hold) if table.hold else None,
}

CHANGING: Final[Values] = {**_SET_BY_BOT, "credited": attrgetter("credited")}
"""The columns that can change."""

NEW: Final[Values] = {
    "game": attrgetter("game"),
    "rules_version": attrgetter("rules_version"),
    "options": lambda draft: dict(draft.options),
    "guild_id": attrgetter("place.guild_id"),
    "channel_id": attrgetter("place.channel_id"),
    "plays_forced": attrgetter("plays_forced"),
    "rematch_of": attrgetter("rematch_of"),
    "is_lesson": attrgetter("is_lesson"),
    "pace": attrgetter("pace"),
    "locale": attrgetter("locale"),
    "day": attrgetter("day"),
    "is_drawn": attrgetter("is_solo"),  # a lesson or a daily match has no public message
    **_SET_BY_BOT,
}
"""The columns of a new row, without `credited`, which the database sets."""


def new(draft: Table) -> dict[str, object]:
    """The values of a new row, by name. Shape: as for `changing`."""
    return {name: value(draft) for name, value in NEW.items()}


def changing(table: Table) -> dict[str, object]:
    """The values that can change, by name. Shape: JSON values for `clocks` and `hold`."""
    return {name: value(table) for name, value in CHANGING.items()}
