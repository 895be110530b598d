"""A daily match's only page while it is played: the board and the player's choices. Pure; knows no game by name."""

from bot.matches.match import Match
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text
from bot.pages.size import joined
from bot.tables.periods import closes_at, noon
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.one_page import one_page, without_details
from cogs.parts.titles import short_title
from cogs.table.help_row import with_help_below
from games.core import Seat


def daily_parts(match: Match, seat: Seat, screens: Screens, say: Words, show: str) -> tuple[Part, ...]:
    """The player's page, from the first decision to the end, where a button leads to what it came to."""
    table = match.table
    if match.state is None or not (table.is_open or table.is_decided):
        return (Text(f"{_heading(table, screens, say)}\n{_closed(table, say)}"), Row((all_dailies(say),)))
    board = screens.board(table, match.view(None), say)
    if table.is_decided:
        compare = Button(say("How others did"), result_id("dailyend", table), "primary")
        return (Text(_heading(table, screens, say)), Row((compare, all_dailies(say))), *without_details(board))
    if not match.asks(table.host_id):
        go_on = Button(say("Go on"), CustomId("dailygo", table.id).to_text(), "primary")
        return (Text(_heading(table, screens, say)), Row((go_on, all_dailies(say))), *joined(board))
    view = match.view(seat)
    page = one_page(board, screens.panel(table, view, say, show), screens.hand(view, say))
    place = say("📅 Daily · {place}", place=page.place)
    until = say("One try, until {time}.", time=f"<t:{closes_at(match.table.day or 0)}:f>")
    below = () if match.rounds_over else (Text(f"-# {until}"),)
    head = Text(f"### {page.task}\n-# {place}")
    return joined((head, *page.table, *with_help_below(page.panel, table, say), *page.before, *below))


def _heading(table: Table, screens: Screens, say: Words) -> str:
    game = short_title(screens.title, say)
    return say("### 📅 Daily · {date} · {game}", date=date(table.day or 0), game=game)


def date(day: int) -> str:
    """A day as Discord writes it in the reader's language; of its noon, so that it's the same day in any time zone."""
    return f"<t:{noon(day)}:D>"


def result_id(verb: str, table: Table) -> str:
    """The custom_id of a button about what this match came to."""
    return about(verb, table.day or 0, table.game)


def about(verb: str, day: int, game: str, *more: int) -> str:
    """The custom_id of a button about a day's match of a game."""
    return CustomId(verb, text=" ".join(map(str, (day, game, *more)))).to_text()


def all_dailies(say: Words) -> Button:
    """The button that leads to the dailies of all games."""
    return Button(say("All dailies"), CustomId("daily").to_text())


def _closed(table: Table, say: Words) -> str:
    if table.phase == "outdated":
        return say("This match was played under older rules and can no longer be shown.")
    return say("This match wasn't played to the end, so it has no result.")
