"""The buttons of a closed match for those who want to look back at it. Pure; knows no game by name."""

from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.pages.page import Button
from bot.tables.table import Table
from bot.words import Words
from cogs.table.sealed_pages import check_button
from cogs.table.story_page import story_button


def past_buttons(match: Match, say: Words) -> tuple[Button, ...]:
    """The buttons to what was played in a closed match: perhaps what happened in public, and last the replay.

    Shape: empty if it never began, or can no longer be told. A replay tells everything about a match that was played to
    its end, but not about rounds that were broken off.
    """
    table = match.table
    if match.state is None or table.is_open or table.is_lesson:
        return ()
    replay = Button(say("Replay"), CustomId("replay", table.id).to_text())
    if table.phase == "over":
        return (replay,)
    return (story_button(table.id, say), replay)


def review_button(table: Table, say: Words) -> Button:
    """The button that reviews the decisions of whoever presses it."""
    return Button(say("Review my match"), CustomId("review", table.id).to_text())


def check_buttons(table: Table, say: Words) -> tuple[Button, ...]:
    """The button that checks the deals of a match that has ended with places. Shape: empty for one without a key."""
    return () if table.fingerprint is None else (check_button(table, say),)
