"""What a table's row holds that can change."""

from dataclasses import asdict

from bot.tables.table import Table


def changing(table: Table) -> dict[str, object]:
    """The columns of a table's row that can change."""
    return {
        "capacity": table.capacity,
        "phase": table.phase,
        "host_id": table.host_id,
        "version": table.version,
        "changed_at": table.changed_at,
        "clocks": [asdict(clock) for clock in table.clocks],
        "hold": asdict(table.hold) if table.hold else None,
        "credited": table.credited,
    }
