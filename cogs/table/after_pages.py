"""What a closed match offers to those who want to look back at it. Pure; knows no game by name."""

from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Row
from bot.words import Words
from cogs.table.sealed_pages import check_button
from cogs.table.story_page import story_row


def past_rows(match: Match, say: Words) -> tuple[Row, ...]:
    """The buttons to what was played in a closed match. Shape: empty if it never began, or can no longer be told.

    A replay tells everything about a match that was played to its end, but not about rounds that were broken off.
    """
    if match.state is None:
        return ()
    told = () if match.table.phase == "over" else (story_row(match.table, say),)
    return (*told, *after_row(match, say))


def after_row(match: Match, say: Words) -> tuple[Row, ...]:
    """The buttons about what was played. Shape: empty if nothing was, or it can no longer be replayed."""
    table = match.table
    if match.state is None or table.is_open or table.is_lesson:
        return ()
    replay = Button(say("Replay"), CustomId("replay", table.id).to_text())
    if table.phase != "over":
        return (Row((replay,)),)
    review = Row((replay, Button(say("Review my match"), CustomId("review", table.id).to_text())))
    return (review,) if table.fingerprint is None else (review, Row((check_button(table, say),)))
