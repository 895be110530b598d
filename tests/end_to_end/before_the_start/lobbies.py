"""What people do at a table that hasn't started, besides pressing its buttons."""

from localcord import Person
from tests.end_to_end.tables import Table, said


async def forge(table: Table, person: Person, verb: str, text: str = "") -> str:
    """The answer to a click on a button that is disabled or gone."""
    return said(await person.raw_click(table.first_board_id, f"f1|{verb}|{table.match_id}|0|{text}"))


async def invite(table: Table, host: Person, *levels: str) -> str:
    """Adds computer players of these levels, at least one; returns the panel's text."""
    return [said(await table.tap(host, level)) for level in levels][-1]
