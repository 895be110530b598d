"""What people do at a table that hasn't started, besides pressing its buttons."""

from localcord import Person
from tests.end_to_end.tables import Table, labels, said


async def forge(table: Table, person: Person, verb: str, text: str = "") -> str:
    """The answer to a click on a button that is disabled or gone."""
    return said(await person.raw_click(table.first_board_id, f"f1|{verb}|{table.match_id}|0|{text}"))


async def invite(table: Table, host: Person, *levels: str) -> str:
    """Adds computer players of these levels; returns the panel's text."""
    answer = await table.tap(host, "Add computer player…")
    for level in levels:
        answer = await table.tap(host, level)
    shown = said(answer)
    if "Done" in labels(table.panel(host)):
        await table.tap(host, "Done")
    return shown
