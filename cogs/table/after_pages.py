"""What a closed match offers to those who want to look back at it. Pure; knows no game by name."""

from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Row
from bot.words import Words
from cogs.table.sealed_pages import check_button


def after_row(match: Match, say: Words) -> tuple[Row, ...]:
    """The buttons about what was played. Shape: empty if nothing was, or it can no longer be replayed."""
    table = match.table
    if match.state is None or table.is_open or table.is_lesson:
        return ()
    replay = Button(say("Replay"), CustomId("replay", table.id).to_text())
    if table.phase != "over":
        return (Row((replay,)),)
    review = Button(say("Review my match"), CustomId("review", table.id).to_text())
    check = (check_button(table, say),) if table.fingerprint else ()
    return (Row((replay, review, *check)),)
