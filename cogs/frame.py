"""The pages around every game: the lobby, the board's frame, the panel's frame. Pure, and knows no game by name."""

from collections.abc import Callable, Mapping

from bot.buttons import CustomId
from bot.engine import options_of
from bot.live import Match
from bot.pages import Button, Link, Page, Part, Row, Text, rows
from bot.preferences import Preferences
from bot.screens import Screens
from bot.standings import field_of
from bot.table import Person, Robot, Sitter, Table
from bot.words import Words, words
from cogs.held import held_board, held_panel
from cogs.lesson import lesson
from cogs.names import LEVEL_NAMES, label, name
from cogs.presence import PACE_LABELS, absent, clock_lines, ending, ping, seats
from cogs.why import rules
from games.catalogue import GAMES, LEVELS
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
        """A player's private message; for anyone else, what he may do here."""
        screens = self._screens[match.table.game]
        return Page(self._panel(match, match.table.seat_of(user_id), words(language), show), screens.accent)

    def moved(self, table: Table) -> Page:
        """What is left of the public message when the table has moved to a new one."""
        screens, say = self._screens[table.game], self._say(table)
        line = say("{title}: the table has moved further down. [Go to the table]({address})",
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
            return self._lobby(table, say)
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
        there = (Link(say("Go to the table"), table.address),) if table.address else ()
        refresh = Row((Button(say("Refresh"), CustomId("hand", table.id).to_text()), *there))
        if table.is_lesson and seat is not None:
            return lesson(match, seat, screens, say, show)
        if table.phase == "lobby":
            if show in HOSTS_CHOICES and seat is not None and seat == table.seat_of(table.host_id):
                return HOSTS_CHOICES[show](table, say)
            return (Text(f"## {say(screens.title)}"), Text(_waiting(table, seat, say)), refresh)
        if not table.is_open and table.phase != "over":
            return (Text(f"## {say(screens.title)}"), Text(_closed(table, say)))
        if seat is None:
            return (Text(say("You are watching this table. Type /play to open one of your own.")),)
        if away := absent(table, seat, screens, say):
            return away
        if table.hold:
            return held_panel(match, seat, screens, say)
        parts = screens.panel(table, match.view(seat), say, show)
        is_asked = match.state is not None and seat in match.state.to_act
        return parts if is_asked or table.phase == "over" else (*parts, refresh)

    def _lobby(self, table: Table, say: Words) -> tuple[Part, ...]:
        screens, game = self._screens[table.game], GAMES[table.game].game
        seats = game.seats
        about = [say("{least}–{most} players", least=seats.start, most=seats.stop - 1)]
        about += [say(screens.option_labels[key], value=value) for key, value in options_of(table).items() if value]
        about += [] if table.plays_forced else [say("the last card of a hand takes a click, too")]
        if table.capacity - sum(isinstance(sitter, Robot) for sitter in table.sitters) > 1:
            about.append(say(PACE_LABELS[table.pace]))
        sitting = [_lobby_line(table, Seat(seat), say) for seat in range(len(table.sitters))]
        closes = table.changed_at + self._lobby_seconds
        taken = say(
            "{taken} of {seats} seats are taken · closes <t:{closes}:R> if nobody comes or goes",
            taken=len(table.sitters),
            seats=table.capacity,
            closes=closes,
        )
        return (
            Text(f"## {say(screens.title)}\n-# {' · '.join(about)}"),
            Text("\n".join(sitting)),
            Text(f"-# {taken}"),
            Row(
                (
                    Button(say("Join"), CustomId("join", table.id).to_text(), "good", disabled=table.is_full),
                    Button(say("Leave"), CustomId("leave", table.id).to_text()),
                    Button(
                        say("Start"),
                        CustomId("start", table.id).to_text(),
                        "primary",
                        disabled=len(table.sitters) < seats.start,
                    ),
                    rules(table, say),
                )
            ),
            Row(
                (
                    Button(say("Add computer player…"), CustomId("invite", table.id).to_text(), disabled=table.is_full),
                    Button(say("Remove…"), CustomId("ask", table.id).to_text()),
                    Button(say("Cancel"), CustomId("cancel", table.id).to_text(), "danger"),
                )
            ),
        )


def _invite(table: Table, say: Words) -> tuple[Part, ...]:
    """The choice of a computer player for a free seat."""
    buttons = [
        Button(say(LEVEL_NAMES[level]), CustomId("add", table.id, text=level).to_text(), disabled=table.is_full)
        for level in LEVELS
    ]
    taken = say("{taken} of {seats} seats are taken.", taken=len(table.sitters), seats=table.capacity)
    text = say("How strong should the next computer player be?")
    return (Text(f"{text}\n-# {taken}"), Row((*buttons, _done(table, say))))


def _remove(table: Table, say: Words) -> tuple[Part, ...]:
    """The choice of whose seat to empty."""
    buttons = [
        Button(label(sitter, say), CustomId("remove", table.id, text=who(sitter)).to_text(), "danger")
        for sitter in table.sitters
        if not (isinstance(sitter, Person) and sitter.user_id == table.host_id)
    ]
    text = say("Who is to leave the table?") if buttons else say("Nobody but you sits at the table.")
    return (Text(text), *rows((*buttons, _done(table, say))))


def _done(table: Table, say: Words) -> Button:
    return Button(say("Done"), CustomId("hand", table.id).to_text())


HOSTS_CHOICES: Mapping[str, Callable[[Table, Words], tuple[Part, ...]]] = {"invite": _invite, "remove": _remove}
"""What a host's panel can show in the lobby besides where he sits."""


def who(sitter: Sitter) -> str:
    """A sitter in a custom_id; `sitter_named` reads it."""
    return str(sitter.user_id) if isinstance(sitter, Person) else f"{sitter.level} {sitter.name}"


def sitter_named(text: str) -> Sitter:
    """Whom `who` has written. Buttons of before there were names have a computer player's level alone."""
    level, _, called = text.partition(" ")
    return Person(int(text), "") if text.isdecimal() else Robot(level, called)


def _lobby_line(table: Table, seat: Seat, say: Words) -> str:
    sitter = table.sitters[seat]
    line = name(table, seat, say)
    if isinstance(sitter, Person) and sitter.user_id == table.host_id:
        return say("{name} · host", name=line)
    return line


def _waiting(table: Table, seat: Seat | None, say: Words) -> str:
    if seat is None:
        return say("You do not sit at this table yet: press Join on its message.")
    if table.seat_of(table.host_id) == seat:
        return say("You are the host: press Start when everyone is here. This panel then wakes up by itself.")
    return say("You sit at {name}. This panel wakes up by itself when the host starts.", name=name(table, seat, say))


def _closed(table: Table, say: Words) -> str:
    if table.phase == "lapsed":
        return say("This table closed because nobody started it. Type /play to open a new one.")
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
        return say("This match was played by older rules than the bot has now, and cannot be shown any more.")
    if table.clocks:
        return say("This table was cancelled. Its match counts as lost for whoever has left it, and for nobody else.")
    return say("This table was cancelled; it counts for nobody. Type /play to open a new one.")
