"""The frame around every game's pages: the lobby, the board, the panel, seats, the end. Pure; knows no game by name."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.errors import MatchOver
from bot.matches.lobby import PRIVATE_TABLE
from bot.matches.match import Match
from bot.messages.boards import CALLED
from bot.messages.game_ui import Asks, GameUI
from bot.messages.preferences import Preferences
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, PersonSelect, Row, Style, Text, rows
from bot.pages.size import clipped, joined
from bot.tables.clock import Pace
from bot.tables.standings import can_be_settled, loses_by_leaving
from bot.tables.table import Person, Robot, Sitter, Table
from bot.words import Words, phrase, words
from cogs.parts.names import LEVEL_NAMES, badge, label, name, plain_name, short_title, sitter_name
from cogs.parts.panel import below_moves, rules, story_button, with_help_below
from cogs.parts.scores import headline, joined_names
from cogs.table import endings
from cogs.table.daily import daily_parts
from cogs.table.endings import first_parts
from cogs.table.lesson_page import lesson_parts
from cogs.table.sealed_pages import seal_button
from games.catalogue import GAMES, LEVELS
from games.core import Seat

MOST_IN_NAME = 100
"""Characters that Discord allows in a thread's name."""


class GamePages:
    """Draws every page of a table. Idle lobbies close after `lobby_minutes`, idle matches after `idle_minutes`."""

    def __init__(
        self, game_uis: Mapping[str, GameUI], preferences: Preferences, *, lobby_minutes: float, idle_minutes: float
    ) -> None:
        self._game_uis = game_uis
        self._preferences = preferences
        self._lobby_seconds = int(lobby_minutes * 60)
        self._idle_seconds = int(idle_minutes * 60)

    def board(self, match: Match, watching: int = 0) -> Page:
        """The public message of a table, which so many people watch."""
        return self._page(match.table, self._board(match, self._say(match.table), watching))

    def watch(self, match: Match, language: str) -> Page:
        """What everyone sees of a match that has begun, for one person who watches it."""
        say, table = words(language), match.table
        if not table.is_open:
            return self._page(table, (*self._closed(match, say), *endings.board_rows(match, say)))
        return self._page(table, (*self._live(match, say), watchers_row(match, say)))

    def unwatched(self, match: Match, language: str) -> Page:
        """The page in its place when it's unknown whether that person may still see the match. Tells nothing of it."""
        say, table = words(language), match.table
        return self._page(
            table, (Text(say("Press *Refresh* to go on watching.")), Row((watch_button(table, say, again=True),)))
        )

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
                   title=say(self._game_uis[table.game].title), address=table.address or "")  # fmt: skip
        return self._page(table, (Text(line),))

    def way_in(self, match: Match) -> Page:
        """The page in the channel of a table that is in a thread: the way there, and in the end the result."""
        table, say = match.table, self._say(match.table)
        title = short_title(self._game_uis[table.game].title, say)
        if table.is_open:
            names = ", ".join(sitter_name(sitter, say) for sitter in table.sitters)
            return self._page(table, (Text(f"## {title}\n{names}"), Row(endings.way(table, say))))
        if not table.is_decided:
            return self._page(table, (Text(f"## {title}\n{endings.closed_sentence(table, say)}"),))
        won = Text(headline(title, table, endings.outcome_of(match), say))
        return self._page(table, (won, Row((endings.rematch(table, say), *endings.way(table, say)))))

    def thread_name(self, table: Table) -> str:
        """The name of a table's own thread."""
        say = self._say(table)
        names = ", ".join(plain_name(person, say) for person in table.people)
        return clipped(f"{short_title(self._game_uis[table.game].title, say)} · {names}", MOST_IN_NAME)

    def ping(self, table: Table, user_id: int) -> Page:
        """The message that pings a player who keeps the others waiting."""
        return self._page(table, ping_parts(table, user_id, self._game_uis[table.game], self._say(table)))

    def call(self, table: Table, user_ids: Sequence[int]) -> Page:
        """The message that calls people to a lobby."""
        return self._page(table, call_parts(table, user_ids, self._game_uis[table.game], self._say(table)))

    def waiting(self, table: Table, user_id: int) -> Page:
        """The message in place of a ping to somebody who isn't in the table's thread. It mentions nobody."""
        return self._page(table, waiting_parts(table, user_id, self._game_uis[table.game], self._say(table)))

    def seats(self, match: Match, user_id: int, language: str, *, moderator: bool, asks: Asks = None) -> Page:
        """The private page about the seats of a match under way. Shape: `asks` as for the function `seat_parts`."""
        ui = self._game_uis[match.table.game]
        parts = seat_parts(match, user_id, ui, words(language), moderator=moderator, asks=asks)
        return self._page(match.table, parts)

    def _page(self, table: Table, parts: tuple[Part, ...]) -> Page:
        return Page(parts, self._game_uis[table.game].accent)

    def _say(self, table: Table) -> Words:
        return words(self._preferences.language(table))

    def _board(self, match: Match, say: Words, watching: int) -> tuple[Part, ...]:
        table = match.table
        ui = self._game_uis[table.game]
        if table.phase == "lobby":
            return lobby_board(table, ui, say)
        if not table.is_open:
            return (*self._closed(match, say), *endings.board_rows(match, say))
        hand = Button(say(ui.hand_label), CustomId("hand", table.id).to_text(), "primary")
        chairs = Button(say("Seats"), CustomId("seats", table.id).to_text())
        first = go_on_button(table, say) if table.pause else hand
        # Five would wrap on a phone; whoever plays or watches has the rules on their own page
        more = rules(table, say) if table.place.is_private else watch_button(table, say)
        buttons = Row((first, story_button(table.id, say), more, chairs))
        return (*self._live(match, say, watching), *endings.open_offer(table, say), buttons)

    def _live(self, match: Match, say: Words, watching: int = 0) -> tuple[Part, ...]:
        """The part of a match under way that lies open, and who's late or away."""
        table, ui = match.table, self._game_uis[match.table.game]
        pause = pause_lines(table, say)
        if table.hold:
            return (*held_board(match, ui, say), *pause)
        clocks = clock_lines(table, self._idle_seconds, say, watching)
        return (*ui.board(table, match.view(None), say), *clocks, *pause)

    def _closed(self, match: Match, say: Words) -> tuple[Part, ...]:
        table, ui = match.table, self._game_uis[match.table.game]
        if not table.is_decided:
            return (Text(f"## {say(ui.title)}"), Text(endings.closed_sentence(table, say)))
        settled = table.phase == "settled"
        end = endings.settled_board(match, ui, say) if settled else ui.board(table, match.view(None), say)
        return joined((*end, *endings.result_parts(match, say), *first_parts(match, ui, say)))

    def _panel(self, match: Match, user_id: int, say: Words, show: str) -> tuple[Part, ...]:
        table, seat = match.table, match.table.seat_of(user_id)
        ui = self._game_uis[table.game]
        if table.is_lesson and seat is not None:
            return lesson_parts(match, seat, ui, say, show)
        if table.day is not None and seat is not None:
            return daily_parts(match, seat, ui, say, show)
        if table.phase == "lobby":
            return lobby_panel(table, user_id, ui, say, lobby_seconds=self._lobby_seconds, show=show)
        if not table.is_open and not table.is_decided:
            why = Text(endings.closed_sentence(table, say, seat))
            return (Text(f"## {say(ui.title)}"), why, *endings.board_rows(match, say))
        if seat is None:
            return (Text(say("You don't play in this match.")), Row((watch_button(table, say),)))
        if table.is_decided:
            return endings.panel(match, seat, ui, say)
        return self._at_play(match, seat, ui, say, show)

    def _at_play(self, match: Match, seat: Seat, ui: GameUI, say: Words, show: str) -> tuple[Part, ...]:
        """The panel of a player during a match."""
        table = match.table
        if away := absence_parts(table, seat, ui, say):
            return away
        if endings.is_offered(table, seat):
            return endings.offer(table, ui, say)
        if table.pause:
            own = go_on_button(table, say, seat)
            buttons = Row((own, story_button(table.id, say), rules(table, say)))
            return (Text(f"## {say(ui.title)}"), *pause_lines(table, say), buttons)
        if table.hold:
            return held_panel(match, seat, ui, say)
        panel = with_help_below(ui.panel(table, match.view(seat), say, show), table, say)
        if missed := missed_turn_line(match, seat, ui, say):
            panel = below_moves(missed, panel, say)
        skip = skip_row(match, seat, say)
        return (*(panel[:-1] if skip else panel), *skip)  # the board has the help too


def pause_lines(table: Table, say: Words) -> tuple[Text, ...]:
    """When a paused match goes on. Shape: empty if it isn't paused."""
    if table.pause is None:
        return ()
    names = joined_names(table, [seat for seat in table.present if seat not in table.pause.gone_on], say)
    line = say("⏸️ Paused. The match goes on as soon as these players press *Go on*: {names}. At the latest: "
               "<t:{until}:R>", names=names, until=table.pause.until)  # fmt: skip
    return (Text(line),)


def go_on_button(table: Table, say: Words, seat: Seat | None = None) -> Button:
    """The button to go on with a paused match; grey for a player at this seat who has pressed it."""
    is_done = table.pause is not None and seat in table.pause.gone_on
    style: Style = "plain" if is_done else "primary"
    return Button(say("Go on"), CustomId("resume", table.id).to_text(), style, disabled=is_done)


def skip_row(match: Match, seat: Seat, say: Words) -> tuple[Row, ...]:
    """The button with which a player who waits has the computer move. Shape: empty while nobody's turn is long."""
    assert match.state is not None
    if seat in match.state.to_act or not match.long_turns:
        return ()
    skip = CustomId("skip", match.table.id, match.decision).to_text()
    return (Row((Button(say("Let the computer play this move"), skip),)),)


def watch_button(table: Table, say: Words, *, again: bool = False) -> Button:
    """The button that shows the table to somebody who doesn't play there, or `again` as it is now."""
    return Button(say("Refresh") if again else say("Watch"), CustomId("watch", table.id).to_text())


def watchers_row(match: Match, say: Words) -> Row:
    """The buttons of somebody who watches."""
    table = match.table
    can_look_back = table.shows_rounds and match.rounds_over
    back = (Button(say("Look back"), CustomId("rounds", table.id).to_text()),) if can_look_back else ()
    return Row((story_button(table.id, say), *back, rules(table, say), watch_button(table, say, again=True)))


SHOWS_ROUNDS = "yes"
"""How the host's button says that people who watch may step through rounds that are over."""


def rounds_choice(table: Table, user_id: int, say: Words) -> tuple[Button, ...]:
    """The button that lets people who watch step through rounds that are over, or no longer. Shape: perhaps empty."""
    if table.shows_rounds:
        return (Button(say("Don't let watchers look back"), CustomId("showrounds", table.id).to_text()),)
    if not table.may_show_rounds(user_id):
        return ()
    return (Button(say("Let watchers look back"), CustomId("showrounds", table.id, text=SHOWS_ROUNDS).to_text()),)


NEXT_ROUND = phrase("The next round begins in a moment.")


def held_board(match: Match, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The public message while the result stands."""
    follows = (Text(f"-# {say(NEXT_ROUND)}"),) if match.table.hold_ends is not None else ()
    return (_round_title(match, ui, say), *ui.scored(match.table, match.view(None), say), *follows)


def held_panel(match: Match, seat: Seat, ui: GameUI, say: Words) -> tuple[Part, ...]:
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
        _round_title(match, ui, say),
        *ui.scored(table, match.view(seat), say),
        *((Text(f"-# {follows}"),) if table.hold_ends is not None else ()),
        Row((button, story_button(table.id, say), rules(table, say))),
    )


def _round_title(match: Match, ui: GameUI, say: Words) -> Text:
    game = short_title(ui.title, say)
    return Text(say("## {title} · round {round} is over", title=game, round=match.rounds_over))


def lobby_board(table: Table, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The public message."""
    own = Button(say("My panel"), CustomId("hand", table.id).to_text(), "primary")
    return (
        Text(f"{_title(table, ui, say)}\n-# {' · '.join(_about(table, ui, say))}"),
        Text("\n".join((_everyone(table, say), *_invited(table, say)))),
        Row((*_doors(table, say), own)),
        Row((rules(table, say), *seal_button(table), *_not_now(table, say))),
    )


def lobby_panel(
    table: Table, user_id: int, ui: GameUI, say: Words, *, lobby_seconds: int, show: str
) -> tuple[Part, ...]:
    """A private panel; `show` is a key of HOSTS_CHOICES or "". The table closes after `lobby_seconds` of nothing."""
    title, seat, host = _title(table, ui, say), table.seat_of(user_id), table.seat_of(table.host_id)
    assert host is not None
    if user_id in table.removed:
        why = say("{host} removed you from this table.", host=name(table, host, say))
        return (Text(f"{title}\n{why}"), Row((_another(table, say),)))
    if seat is None:
        return (Text(f"{title}\n{_outside(table, user_id, say)}"), Row((rules(table, say),)))
    if user_id != table.host_id:
        waits = say("You're in seat {badge}. {host} starts the match.", badge=badge(seat), host=name(table, host, say))
        return (Text(f"{title}\n{waits}"), Row((rules(table, say), *rounds_choice(table, user_id, say))))
    if show in HOSTS_CHOICES:
        return (Text(title), *HOSTS_CHOICES[show](table, say))
    return (Text(title), *_hosts(table, lobby_seconds, say))


def sitter_to_text(sitter: Sitter) -> str:
    """The text for a sitter in a custom_id; `sitter_from_text` parses it."""
    return str(sitter.user_id) if isinstance(sitter, Person) else f"{sitter.level} {sitter.name}"


def sitter_from_text(text: str) -> Sitter:
    """Parses the text that `sitter_to_text` writes. Old buttons have a computer player's level without its name."""
    level, _, called = text.partition(" ")
    return Person(int(text), "") if text.isdecimal() else Robot(level, called)


def _title(table: Table, ui: GameUI, say: Words) -> str:
    game = say(ui.title)
    return say("## {game} · rematch", game=game) if table.rematch_of else f"## {game}"


def _about(table: Table, ui: GameUI, say: Words) -> list[str]:
    about = [*([say("private")] if table.is_invite_only else []), _taken(table, say)]
    if (wanted := _wanted(table)) and not (table.place.is_private or table.is_invite_only):
        about.append(say.many("one more wanted", "{n} more wanted", wanted))
    about += [say(ui.option_labels[key], value=value) for key, value in table.options.items() if value]
    about += [] if table.plays_forced else [say("no auto-play of the last card")]
    about += [say("watchers can look back at rounds that are over")] if table.shows_rounds else []
    about += [say("in a thread")] if table.parent_id is not None else []
    robots = sum(isinstance(sitter, Robot) for sitter in table.sitters)
    if table.capacity - robots > 1 and not table.place.is_private:
        about.append(say(PACE_LABELS[table.pace]))
    return about


def _wanted(table: Table) -> int:
    """How many people the match still needs to begin, or 1 for the last seat; 0 if it can begin or fill up anyhow."""
    return max(GAMES[table.game].game.seats.start - len(table.sitters), int(table.free_seats == 1))


def _taken(table: Table, say: Words) -> str:
    return say("{taken}/{seats} seats taken", taken=table.capacity - table.free_seats, seats=table.capacity)


def _everyone(table: Table, say: Words) -> str:
    """The names of everyone at the table, one on each line, with the host marked."""
    host = table.seat_of(table.host_id)
    lines = [name(table, Seat(seat), say) for seat in range(len(table.sitters))]
    return "\n".join(say("{name} · host", name=line) if seat == host else line for seat, line in enumerate(lines))


def _invited(table: Table, say: Words) -> list[str]:
    """A line for each seat that is kept. Shape: the first message with it notifies that person."""
    return [
        say("<@{user}> · invited, seat kept until <t:{until}:t>", user=invitation.user_id, until=invitation.until)
        for invitation in table.kept
    ]


def _not_now(table: Table, say: Words) -> tuple[Button, ...]:
    """The button for those who are invited and don't want to play. Shape: empty if no seat is kept."""
    return (Button(say("Not now"), CustomId("decline", table.id).to_text()),) if table.kept else ()


def _doors(table: Table, say: Words) -> tuple[Button, ...]:
    """The buttons to join or leave. Shape: empty in a direct message, which nobody else can read."""
    if table.place.is_private:
        return ()
    join = Button(say("Join"), CustomId("join", table.id).to_text(), "good")
    leave = Button(say("Leave"), CustomId("leave", table.id).to_text())
    return (_another(table, say) if table.is_full else join, leave)


def _another(table: Table, say: Words) -> Button:
    return Button(say("Open another like this"), CustomId("another", table.id).to_text())


def _outside(table: Table, user_id: int, say: Words) -> str:
    if table.is_full:
        another = say("Open another like this")
        return say("This table is full. Press *{another}* on its message to open your own.", another=another)
    if table.is_invite_only and not table.invites(user_id):
        return say(PRIVATE_TABLE)
    return say("You're not at this table yet. Press *{join}* on its message.", join=say("Join"))


def _hosts(table: Table, lobby_seconds: int, say: Words) -> tuple[Part, ...]:
    can_start = len(table.sitters) in GAMES[table.game].game.seats
    start = Button(say("Start"), CustomId("start", table.id).to_text(), "primary", disabled=not can_start)
    remove = Button(say("Remove…"), CustomId("ask", table.id).to_text())
    cancel = Button(say("Cancel table"), CustomId("cancelling", table.id).to_text(), "danger")
    small = [_taken(table, say)]
    if not table.place.is_private:
        closes = table.changed_at + lobby_seconds
        small.append(say("closes if nothing happens: <t:{closes}:R>", closes=closes))
    text = Text(f"{_next(table, say, can_start=can_start)}\n-# {' · '.join(small)}")
    is_alone = len(table.sitters) == 1 and not table.kept
    buttons = (start, rules(table, say), cancel) if is_alone else (start, rules(table, say), remove, cancel)
    add = [Button(say(LEVEL_NAMES[level]), CustomId("add", table.id, text=level).to_text()) for level in LEVELS]
    levels = (Text(say("Add a computer player:")), Row(tuple(add))) if table.free_seats > 0 else ()
    # Another custom_id each time, or Discord would go on showing the person who was chosen last
    invite = PersonSelect(say("Invite…"), CustomId("invite", table.id, len(table.invited)).to_text())
    guests = (invite,) if table.free_seats > 0 and not table.place.is_private else ()
    more = rounds_choice(table, table.host_id, say)
    return (text, *levels, *guests, *rows(buttons, width=3 if is_alone else 2), *rows(more))  # four would wrap


def _next(table: Table, say: Words, *, can_start: bool) -> str:
    least = GAMES[table.game].game.seats.start
    match can_start, table.place.is_private:
        case True, True:
            return say("Press *{start}* when you're ready.", start=say("Start"))
        case True, False:
            return say("You're the host. Press *{start}* when everyone's here.", start=say("Start"))
        case False, True:
            return say("You need at least {least} players to start: add computer players.", least=least)
    return say("You're the host. You need at least {least} players to start: wait for others or add computer players.",
               least=least)  # fmt: skip


def _remove(table: Table, say: Words) -> tuple[Part, ...]:
    buttons = [
        Button(label(sitter, say), CustomId("remove", table.id, text=sitter_to_text(sitter)).to_text(), "danger")
        for sitter in (*table.sitters, *(Person(one.user_id, one.name) for one in table.kept))
        if not (isinstance(sitter, Person) and sitter.user_id == table.host_id)
    ]
    text = say("You're the only one at the table.")
    if buttons:
        text = say("Who should leave the table? People whom you remove can't sit down here again.")
    done = Button(say("Done"), CustomId("hand", table.id).to_text())
    return (Text(text), *rows((*buttons, done), width=1))  # names are long


def _cancel(table: Table, say: Words) -> tuple[Part, ...]:
    cancel = Button(say("Cancel table"), CustomId("cancel", table.id).to_text(), "danger")
    back = Button(say("Back"), CustomId("hand", table.id).to_text())
    there = (Text(_everyone(table, say)), Text(f"-# {_taken(table, say)}"))
    return (Text(say("Cancel this table?")), *there, Row((cancel, back)))


HOSTS_CHOICES: Mapping[str, Callable[[Table, Words], tuple[Part, ...]]] = {"remove": _remove, "cancel": _cancel}
"""Parts of a host's panel that can take the place of the controls."""


PACE_LABELS: dict[Pace, str] = {
    "blitz": phrase("20 seconds per move"),
    "live": phrase("1 minute per move, 3 in reserve"),
    "relaxed": phrase("10 minutes per move"),
    "correspondence": phrase("1 day per move"),
}
"""The time that each pace gives a player, for the lobby."""


def clock_lines(table: Table, idle_seconds: int, say: Words, watching: int = 0) -> tuple[Text, ...]:
    """Seats that the computer plays, the time that is left to somebody, and how many watch. Shape: empty for none."""
    watch = say.many("👀 {n} is watching", "👀 {n} are watching", watching) if watching else ""
    clock = " · ".join(filter(None, (_clock(table, idle_seconds, say), watch)))
    lines = filter(None, (_empty_chairs(table, say), clock))
    text = "\n".join(f"-# {line}" for line in lines)
    return (Text(text),) if text else ()


def _empty_chairs(table: Table, say: Words) -> str:
    """Everyone who is away, has left, or has just run out of time, in one line. Shape: "" for nobody."""

    def names(seats: Iterable[Seat]) -> str:
        return ", ".join(sitter_name(table.sitters[seat], say) for seat in seats)

    late = [seat for seat in table.present if table.clock(seat).misses]
    away = [seat for seat in table.remaining if not table.is_here(seat)]
    # The offer to the only person left says already that everyone else has left.
    left = () if can_be_settled(table) and endings.is_offered(table, table.remaining[0]) else table.leavers
    lines = [say("⏰ Out of time: {names}", names=names(late))] if late else []
    lines += [say("💤 Away: {names}", names=names(away))] if away else []
    lines += [say("🤖 Plays for {names}", names=names(left))] if left else []
    return " · ".join(lines)


def _clock(table: Table, idle_seconds: int, say: Words) -> str:
    if table.pause:
        return ""
    due = min((clock.due_at for clock in table.clocks if clock.due_at is not None), default=None)
    if due is not None:
        return f"⏳ <t:{due}:R>"  # no words: Discord writes it in the reader's language, not in the board's
    if not table.present:
        return say("Everyone is away, so the match is paused. It closes if nobody comes back: <t:{closes}:R>",
                   closes=table.changed_at + idle_seconds)  # fmt: skip
    return ""


def absence_parts(table: Table, seat: Seat, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The panel of a player whose seat the computer plays. Shape: empty if they play it themselves."""
    presence = table.clock(seat).presence
    if presence == "here":
        return ()
    title = Text(f"## {say(ui.title)}")
    if presence == "left":
        text = say("You left this match. The computer plays for you to the end, and the match counts as a loss for "
                   "you.")  # fmt: skip
        return (title, Text(text), Row((watch_button(table, say), *endings.way(table, say))))
    text = say("💤 You were away, so the computer is playing for you. Come back whenever you like: if you're still "
               "away at the end, the match counts as a loss for you.")  # fmt: skip
    return (title, Text(text), Row((_back(table, say), *endings.way(table, say))))


def missed_turn_line(match: Match, seat: Seat, ui: GameUI, say: Words) -> str:
    """The computer's moves for a player whose time ran out, "" if none. Private: they may be secret."""
    done = match.stood_in.get(seat, ())
    if not done or not match.table.is_here(seat):
        return ""
    parse = GAMES[match.table.game].game.parse_action
    deeds = " · ".join(filter(None, (ui.action_label(parse(text), say) for text in done)))
    return say("⏰ Time's up. Played for you: {moves}", moves=deeds)


def seat_parts(match: Match, user_id: int, ui: GameUI, say: Words, *, moderator: bool, asks: Asks) -> tuple[Part, ...]:
    """The page about seats: leave, come back, end the match, replace absent players; `asks` what to confirm first."""
    table = match.table
    if table.phase != "playing":
        return (Text(say.error(MatchOver())),)
    title = Text(f"## {say(ui.title)}")
    seat = table.seat_of(user_id) if table.holds(user_id) else None
    if seat is not None and asks == seat:
        return (title, *_leaving(match, say))
    if seat is not None and asks == "end" and can_be_settled(table):
        return (title, *endings.agreement_question(table, seat, say))
    replaceable = [other for other in table.remaining if other != seat and not table.is_here(other)]
    if not (moderator or table.is_run_by(user_id)):
        replaceable = []
    if asks in replaceable and isinstance(asks, int):
        return (title, *_replacement(table, asks, say))
    lines = [_line(table, Seat(other), say) for other in range(len(table.sitters))]
    if (host := table.seat_of(table.host_id)) is not None:
        lines[host] = say("{name} · host", name=lines[host])
    agreed = endings.agreement(table, say)
    buttons = _own_choices(table, seat, say)
    for other in replaceable:
        label = say("Replace {name}…", name=plain_name(table.sitters[other], say))
        buttons.append(Button(label, CustomId("replacing", table.id, text=str(other)).to_text(), "danger"))
    if seat is not None:
        buttons.append(Button(say(ui.hand_label), CustomId("hand", table.id).to_text()))
    return (title, Text("\n".join((*lines, *([agreed] if agreed else [])))), *rows(buttons, width=2))  # names are long


def _own_choices(table: Table, seat: Seat | None, say: Words) -> list[Button]:
    if seat is None:
        return []
    choices = [] if table.is_here(seat) else [_back(table, say)]
    if can_be_settled(table):
        is_alone = table.remaining == (seat,)
        ask = Button(say("End the match…"), CustomId("settling", table.id).to_text())
        choices.append(endings.take_the_win(table, say) if is_alone else ask)
    choices += rounds_choice(table, 0, say)
    if table.enforced_pace and table.is_here(seat) and not table.pause:
        has_asked = table.clock(seat).wish == "pause"
        label, verb = (say("No pause"), "nopause") if has_asked else (say("Pause for up to a day"), "pause")
        choices.append(Button(label, CustomId(verb, table.id).to_text()))
    return [*choices, Button(say("Leave the match…"), CustomId("leaving", table.id).to_text(), "danger")]


def ping_parts(table: Table, user_id: int, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The message that pings a player, with links to the table and their panel."""
    hand = Button(say(ui.hand_label), CustomId("hand", table.id).to_text(), "primary")
    return (Text(say("<@{user}>, it's your turn.", user=user_id)), Row((hand, *endings.way(table, say))))


def call_parts(table: Table, user_ids: Sequence[int], ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The message that calls people to a lobby."""
    mentions = " ".join(f"<@{user_id}>" for user_id in user_ids)
    sentence = say("Somebody wants to play {game}.", game=short_title(ui.title, say))
    join = Button(say("Join"), CustomId(CALLED, table.id).to_text(), "good")
    return (Text(f"{mentions} {sentence}".strip()), Row((join, *endings.way(table, say), calls_button(say))))


def calls_button(say: Words) -> Button:
    """The button that opens the page on which a person chooses when to be called."""
    return Button(say("Tell me when…"), CustomId("calls").to_text())


def waiting_parts(table: Table, user_id: int, ui: GameUI, say: Words) -> tuple[Part, ...]:
    """The message in place of a ping to somebody who isn't in the table's thread. Shape: its button names them."""
    seat = table.seat_of(user_id)
    assert seat is not None
    sentence = say("It's {name}'s turn, but they aren't in this thread, so they can't see the table. Somebody here "
                   "can add them again.", name=name(table, seat, say))  # fmt: skip
    hand = Button(say(ui.hand_label), CustomId("hand", table.id, text=str(user_id)).to_text(), "primary")
    return (Text(sentence), Row((hand, *endings.way(table, say))))


def _line(table: Table, seat: Seat, say: Words) -> str:
    """A seat, its player, and whether the computer plays for them."""
    line = name(table, seat, say)
    if not isinstance(table.sitters[seat], Person):
        return line
    if table.is_here(seat):
        missed = table.clock(seat).misses
        return say("⏰ {name} ran out of time", name=line) if missed else line
    if table.clock(seat).presence == "left":
        return say("🤖 {name} left the match; the computer plays on", name=line)
    return say("💤 {name} is away; the computer is playing", name=line)


def _back(table: Table, say: Words) -> Button:
    return Button(say("I'm back"), CustomId("back", table.id).to_text(), "good")


def _replacement(table: Table, seat: Seat, say: Words) -> tuple[Part, ...]:
    text = say("The computer will play {name}'s seat until the end, and the match counts as a loss for {name}.",
               name=name(table, seat, say))  # fmt: skip
    label = say("Replace {name}", name=plain_name(table.sitters[seat], say))
    replace = Button(label, CustomId("replace", table.id, text=str(seat)).to_text(), "danger")
    return (Text(text), Row((replace, Button(say("Back"), CustomId("seats", table.id).to_text()))))


def _leaving(match: Match, say: Words) -> tuple[Part, ...]:
    """Asks a player whether they really want to leave, and says what it costs."""
    table = match.table
    leave = Button(say("Leave for good"), CustomId("quit", table.id).to_text(), "danger")
    stay = Button(say("Stay"), CustomId("seats", table.id).to_text())
    if len(table.remaining) > 1:
        text = say("If you leave, the computer plays for you to the end, and the match counts as a loss for you.")
    elif can_be_settled(table):
        text = say("If you leave, the match ends and counts as a loss for you. You can take the win instead.")
        return (Text(text), Row((endings.take_the_win(table, say), leave, stay)))
    elif loses_by_leaving(table, match.rounds_over):
        text = say("If you leave, the match ends and counts as a loss for you.")
    else:
        text = say("If you leave now, the match ends. The first round isn't over, so it doesn't count for anyone.")
    return (Text(text), Row((leave, stay)))
