"""The pages around every game: the lobby, the board's frame, the panel's frame. Pure, and knows no game by name."""

from collections.abc import Mapping

from bot.buttons import CustomId
from bot.live import Match
from bot.pages import Button, Page, Part, Row, Text
from bot.preferences import Preferences
from bot.screens import Screens
from bot.standings import field_of
from bot.table import Table
from bot.words import Words, words
from cogs import gathering
from cogs.held import held_board, held_panel
from cogs.lesson import lesson
from cogs.presence import absent, clock_lines, ending, ping, seats
from cogs.why import rules
from games.core import Seat


class Frame:
    """The pages of a table, from the lobby to the result.

    Units: an idle lobby closes after `lobby_minutes`, an idle match after `idle_minutes`.
    """

    def __init__(
        self, screens: Mapping[str, Screens], preferences: Preferences, *, lobby_minutes: float, idle_minutes: float
    ) -> None:
        self._screens = screens
        self._preferences = preferences
        self._lobby_seconds = int(lobby_minutes * 60)
        self._idle_seconds = int(idle_minutes * 60)

    def board(self, match: Match) -> Page:
        """The public message of a table."""
        return Page(self._board(match, self._say(match.table)), self._screens[match.table.game].accent)

    def panel(self, match: Match, user_id: int, language: str, show: str = "") -> Page:
        """A player's private message; for anyone else, what they can do here."""
        screens = self._screens[match.table.game]
        return Page(self._panel(match, match.table.seat_of(user_id), words(language), show), screens.accent)

    def moved(self, table: Table) -> Page:
        """What is left of the public message when the table has moved to a new one."""
        screens, say = self._screens[table.game], self._say(table)
        line = say("{title}: this table is now further down. [Go to the table]({address})",
                   title=say(screens.title), address=table.address or "")  # fmt: skip
        return Page((Text(line),), screens.accent)

    def ping(self, table: Table, user_id: int) -> Page:
        """What calls a player who keeps the others waiting."""
        screens = self._screens[table.game]
        return Page(ping(table, user_id, screens, self._say(table)), screens.accent)

    def seats(self, match: Match, user_id: int, language: str, *, moderator: bool, leaves: Seat | None = None) -> Page:
        """What somebody may do about the seats of a match under way. Private."""
        screens = self._screens[match.table.game]
        parts = seats(match, user_id, screens, words(language), moderator=moderator, leaves=leaves)
        return Page(parts, screens.accent)

    def _say(self, table: Table) -> Words:
        """The words for what everyone sees of a table."""
        return words(self._preferences.language(table))

    def _board(self, match: Match, say: Words) -> tuple[Part, ...]:
        table = match.table
        screens = self._screens[table.game]
        if table.phase == "lobby":
            return gathering.board(table, screens, self._lobby_seconds, say)
        if not table.is_open and table.phase != "over":
            return (Text(f"## {say(screens.title)}"), Text(_closed(table, say)))
        hand = Button(say(screens.hand_label), CustomId("hand", table.id).to_text(), "primary")
        chairs = Button(say("Seats…"), CustomId("seats", table.id).to_text())
        footer = Row((hand, rules(table, say), chairs))
        if table.phase == "over":
            footer = Row(
                (
                    Button(say("Rematch"), CustomId("rematch", table.id).to_text(), "good"),
                    Button(
                        say("Leaderboard"), CustomId("rank", text=f"{table.game} all {field_of(table)} 0").to_text()
                    ),
                )
            )
        if table.hold:
            return (*held_board(match, screens, say), footer)
        below = ending(match, say) if table.phase == "over" else (clock_lines(table, self._idle_seconds, say),)
        return (*screens.board(table, match.view(None), say), *below, footer)

    def _panel(self, match: Match, seat: Seat | None, say: Words, show: str) -> tuple[Part, ...]:
        table = match.table
        screens = self._screens[table.game]
        if table.is_lesson and seat is not None:
            return lesson(match, seat, screens, say, show)
        if table.phase == "lobby":
            return gathering.panel(table, seat, screens, say, show)
        if not table.is_open and table.phase != "over":
            return (Text(f"## {say(screens.title)}"), Text(_closed(table, say)))
        if seat is None:
            return (Text(say("You're watching this table. Type /play to open your own.")),)
        if away := absent(table, seat, screens, say):
            return away
        if table.hold:
            return held_panel(match, seat, screens, say)
        parts = screens.panel(table, match.view(seat), say, show)
        is_asked = match.state is not None and seat in match.state.to_act
        return parts if is_asked or table.phase == "over" else (*parts, gathering.refresh(table, say))


def _closed(table: Table, say: Words) -> str:
    if table.phase == "lapsed":
        return say("This table closed before anyone started it. Type /play to open a new one.")
    if table.phase == "deserted" and table.present:
        return say(
            "Nobody has played here for so long that the match was closed. "
            "It counts as lost for whoever has left it, and for nobody else."
        )
    if table.phase == "deserted":
        return say(
            "Nobody was left at this table. Its match counts as lost for whoever has left it, and for nobody else."
        )
    if table.phase == "outdated":
        return say("This match was played under older rules and can no longer be shown.")
    if table.clocks:
        return say("This table was cancelled. Its match counts as lost for whoever has left it, and for nobody else.")
    return say("This table was cancelled; it counts for nobody. Type /play to open a new one.")
