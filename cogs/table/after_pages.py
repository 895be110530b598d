"""What a closed match offers to those who want to look back at it. Pure; knows no game by name."""

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Row
from bot.tables.table import Table
from bot.words import Words


def after_row(table: Table, say: Words) -> tuple[Row, ...]:
    """The buttons about what was played. Shape: empty for a table at which nobody has, and for lessons."""
    if table.phase != "over" or table.is_lesson:
        return ()
    return (Row((Button(say("Review my match"), CustomId("review", table.id).to_text()),)),)
