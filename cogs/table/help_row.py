"""The last row of a player's panel: the buttons that help them choose. Pure; knows no game by name."""

from collections.abc import Iterable

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Link, Part, Row
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.why import rules
from cogs.table.story_page import story_button


def with_help_below(panel: Iterable[Part], table: Table, say: Words) -> tuple[Part, ...]:
    """A panel with one row of help: what has happened, the rules, and why not, if the panel has a button for that.

    Shape: a panel's own button to the rules stays, because it opens the chapter that fits. The row comes last, and has
    a red button that would stand alone above it.
    """
    found: dict[str, Button | Link] = {"story": story_button(table.id, say), "rules": rules(table, say)}
    parts: list[Part] = []
    for part in panel:
        if not isinstance(part, Row):
            parts.append(part)
            continue
        helps = {verb: button for button in part.buttons if (verb := _verb(button)) in {"story", "rules", "why"}}
        found |= helps
        if others := tuple(button for button in part.buttons if button not in helps.values()):
            parts.append(Row(others))
    match parts:
        case [*above, Row((Button(style="danger") as alone,))]:
            return (*above, Row((alone, *found.values())))
    return (*parts, Row(tuple(found.values())))


def _verb(button: Button | Link) -> str:
    custom_id = CustomId.from_text(button.custom_id) if isinstance(button, Button) else None
    return custom_id.verb if custom_id else ""
