"""The frame around every game's pages: the lobby, the board, the panel, the end. Pure; knows no game by name."""

from collections.abc import Mapping

from bot.matches.match import Match
from bot.messages.preferences import Preferences
from bot.messages.screens import Asks, Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Row, Text
from bot.pages.size import joined
from bot.tables.table import Table
from bot.words import Words, phrase, words
from cogs.parts.names import name, short_title
from cogs.parts.panel import rules, story_button, with_help_below
from cogs.table import endings
from cogs.table import lobby_pages as gathering
from cogs.table.absence_pages import absence_parts, clock_lines, missed_turn_line, ping_parts, seat_parts, waiting_parts
from cogs.table.daily import daily_parts
from cogs.table.endings import first_parts
from cogs.table.lesson_page import lesson_parts
from games.core import Seat


class GamePages:
    """Draws every page of a table. Idle lobbies close after `lobby_minutes`, idle matches after `idle_minutes`."""

    def __init__(
        self, screens: Mapping[str, Screens], preferences: Preferences, *, lobby_minutes: float, idle_minutes: float
    ) -> None:
        self._screens = screens
        self._preferences = preferences
        self._lobby_seconds = int(lobby_minutes * 60)
        self._idle_seconds = int(idle_minutes * 60)

    def board(self, match: Match) -> Page:
        """The public message of a table."""
        return self._page(match.table, self._board(match, self._say(match.table)))

    def result(self, match: Match, language: str, back: str) -> Page:
        """The public message of a closed table, for one reader. Shape: `back` is the custom_id of the way back."""
        say = words(language)
        way_back = (Button(say("Back to the history"), back),)
        return self._page(match.table, (*self._closed(match, say), *endings.board_rows(match, say, way_back)))

    def panel(self, match: Match, user_id: int, language: str, show: str = "") -> Page:
        """A player's private panel; for others, what they can do here. Shape: `show` is what its buttons asked for."""
        return self._page(match.table, self._panel(match, user_id, words(language), show))

    def moved(self, table: Table) -> Page:
        """The page that is left where a table's message used to be, with a link to the new one."""
        say = self._say(table)
        line = say("{title}: this table is now further down. [Go to the table]({address})",
                   title=say(self._screens[table.game].title), address=table.address or "")  # fmt: skip
        return self._page(table, (Text(line),))

    def ping(self, table: Table, user_id: int) -> Page:
        """The message that pings a player who keeps the others waiting."""
        return self._page(table, ping_parts(table, user_id, self._screens[table.game], self._say(table)))

    def waiting(self, table: Table, user_id: int) -> Page:
        """The message in place of a ping to somebody who isn't in the table's thread. It mentions nobody."""
        return self._page(table, waiting_parts(table, user_id, self._screens[table.game], self._say(table)))

    def seats(self, match: Match, user_id: int, language: str, *, moderator: bool, asks: Asks = None) -> Page:
        """The private page about the seats of a match under way. Shape: `asks` as for the function `seat_parts`."""
        screens = self._screens[match.table.game]
        parts = seat_parts(match, user_id, screens, words(language), moderator=moderator, asks=asks)
        return self._page(match.table, parts)

    def _page(self, table: Table, parts: tuple[Part, ...]) -> Page:
        return Page(parts, self._screens[table.game].accent)

    def _say(self, table: Table) -> Words:
        return words(self._preferences.language(table))

    def _board(self, match: Match, say: Words) -> tuple[Part, ...]:
        table = match.table
        screens = self._screens[table.game]
        if table.phase == "lobby":
            return gathering.board(table, screens, say)
        if not table.is_open:
            return (*self._closed(match, say), *endings.board_rows(match, say))
        hand = Button(say(screens.hand_label), CustomId("hand", table.id).to_text(), "primary")
        chairs = Button(say("Seats"), CustomId("seats", table.id).to_text())
        footer = (*endings.open_offer(table, say), Row((hand, story_button(table.id, say), rules(table, say), chairs)))
        if table.hold:
            return (*held_board(match, screens, say), *footer)
        clocks = clock_lines(table, self._idle_seconds, say)
        return (*screens.board(table, match.view(None), say), *clocks, *footer)

    def _closed(self, match: Match, say: Words) -> tuple[Part, ...]:
        table, screens = match.table, self._screens[match.table.game]
        if not table.is_decided:
            return (Text(f"## {say(screens.title)}"), Text(endings.closed_sentence(table, say)))
        settled = table.phase == "settled"
        end = endings.settled_board(match, screens, say) if settled else screens.board(table, match.view(None), say)
        return joined((*end, *endings.result_parts(match, say), *first_parts(match, screens, say)))

    def _panel(self, match: Match, user_id: int, say: Words, show: str) -> tuple[Part, ...]:
        table, seat = match.table, match.table.seat_of(user_id)
        screens = self._screens[table.game]
        if table.is_lesson and seat is not None:
            return lesson_parts(match, seat, screens, say, show)
        if table.day is not None and seat is not None:
            return daily_parts(match, seat, screens, say, show)
        if table.phase == "lobby":
            return gathering.panel(table, user_id, screens, say, lobby_seconds=self._lobby_seconds, show=show)
        if not table.is_open and not table.is_decided:
            why = Text(endings.closed_sentence(table, say, seat))
            return (Text(f"## {say(screens.title)}"), why, *endings.board_rows(match, say))
        if seat is None:
            return (Text(say("You're watching this table. Type /play to open your own.")),)
        if table.is_decided:
            return endings.panel(match, seat, screens, say)
        if away := absence_parts(table, seat, screens, say):
            return away
        if endings.is_offered(table, seat):
            return endings.offer(table, screens, say)
        if table.hold:
            return held_panel(match, seat, screens, say)
        missed = missed_turn_line(match, seat, screens, say)
        above = (Text(missed),) if missed else ()
        return (*above, *with_help_below(screens.panel(table, match.view(seat), say, show), table, say))


NEXT_ROUND = phrase("The next round begins in a moment.")


def held_board(match: Match, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The public message while the result stands."""
    follows = (Text(f"-# {say(NEXT_ROUND)}"),) if match.table.hold_ends is not None else ()
    return (_title(match, screens, say), *screens.scored(match.table, match.view(None), say), *follows)


def held_panel(match: Match, seat: Seat, screens: Screens, say: Words) -> tuple[Part, ...]:
    """A player's panel while the result stands, with the button to go on."""
    table = match.table
    assert table.hold is not None
    has_read = seat in table.hold.gone_on
    button = Button(
        say("Go on"), CustomId("go", table.id, match.decision).to_text(), "plain" if has_read else "primary",
        disabled=has_read,
    )  # fmt: skip
    follows = say(NEXT_ROUND)
    if has_read:
        names = " · ".join(name(table, other, say) for other in sorted(match.readers - set(table.hold.gone_on)))
        follows = say("The next round begins in a moment, or as soon as these players press *Go on*: {names}",
                      names=names)  # fmt: skip
    elif len(match.readers) > 1:
        follows = say("The next round begins in a moment, or as soon as everyone presses *Go on*.")
    return (
        _title(match, screens, say),
        *screens.scored(table, match.view(seat), say),
        *((Text(f"-# {follows}"),) if table.hold_ends is not None else ()),
        Row((button, story_button(table.id, say), rules(table, say))),
    )


def _title(match: Match, screens: Screens, say: Words) -> Text:
    game = short_title(screens.title, say)
    return Text(say("## {title} · round {round} is over", title=game, round=match.rounds_over))
