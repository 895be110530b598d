"""A daily match's only page while it is played: the board and the player's choices. Pure; knows no game by name."""

from collections.abc import Iterable

from bot.matches.match import Match
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text
from bot.pages.size import joined
from bot.tables.dailies import closes_at, noon
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.why import rules
from cogs.table.story_page import story_row
from games.core import Seat


def daily_parts(match: Match, seat: Seat, screens: Screens, say: Words, show: str) -> tuple[Part, ...]:
    """The player's page, from the first decision to the end, where a button leads to what it came to."""
    table = match.table
    if match.state is None or not (table.is_open or table.is_decided):
        return (Text(f"{heading(table, say)}\n{_closed(table, say)}"), Row((all_dailies(say),)))
    view = match.view(seat)
    seen = joined(screens.board(table, match.view(None), say))
    if table.is_decided:
        compare = Button(say("How others did"), result_id("dailyend", table), "primary")
        return (*seen, Text(heading(table, say)), Row((compare, all_dailies(say))))
    if not match.asks(table.host_id):
        go_on = Button(say("Go on"), CustomId("dailygo", table.id).to_text(), "primary")
        return (*seen, Text(heading(table, say)), Row((go_on, all_dailies(say))))
    panel = screens.panel(table, view, say, show)
    help_with = () if _leads_to_rules(panel) else (rules(table, say),)
    footer = (Row((*help_with, all_dailies(say))), story_row(table, say))
    return (*seen, Text(heading(table, say)), *panel, *footer)


def _leads_to_rules(panel: Iterable[Part]) -> bool:
    """Whether a panel already has a button to the rules."""
    buttons = (button for part in panel if isinstance(part, Row) for button in part.buttons)
    ids = (CustomId.from_text(button.custom_id) for button in buttons if isinstance(button, Button))
    return any(found and found.verb == "rules" for found in ids)


def heading(table: Table, say: Words) -> str:
    """What the page is, and until when it can be played."""
    assert table.day is not None
    title = say("### 📅 Daily · {date} · only you can see this", date=date(table.day))
    if not table.is_open:
        return title
    until = say("One try, until {time}.", time=f"<t:{closes_at(table.day)}:f>")
    return f"{title}\n-# {until}"


def date(day: int) -> str:
    """A day as Discord writes it in the reader's language; of its noon, so that it's the same day in any time zone."""
    return f"<t:{noon(day)}:D>"


def result_id(verb: str, table: Table) -> str:
    """The custom_id of a button about what this match came to."""
    return about(verb, table.day or 0, table.game)


def about(verb: str, day: int, game: str, *more: int) -> str:
    """The custom_id of a button about a day's deal of a game."""
    return CustomId(verb, text=" ".join(map(str, (day, game, *more)))).to_text()


def all_dailies(say: Words) -> Button:
    """The button that leads to the deals of all games."""
    return Button(say("All dailies"), CustomId("daily").to_text())


def _closed(table: Table, say: Words) -> str:
    if table.phase == "outdated":
        return say("This match was played under older rules and can no longer be shown.")
    return say("This match wasn't played to the end, so it has no result.")
