"""The pages of a table before its match: who is there, and what the host can do. Pure; knows no game by name."""

from collections.abc import Callable, Mapping

from bot.matches.replaying import options_of
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Link, Part, Row, Text, rows
from bot.tables.table import Person, Robot, Sitter, Table
from bot.words import Words
from cogs.parts.names import LEVEL_NAMES, badge, label, name
from cogs.parts.why import rules
from cogs.table.absence_pages import PACE_LABELS
from cogs.table.sealed_pages import add_row, explained
from games.catalogue import GAMES, LEVELS
from games.core import Seat


def board(table: Table, screens: Screens, lobby_seconds: int, say: Words) -> tuple[Part, ...]:
    """The public message. Units: the table closes after `lobby_seconds` in which nothing happens."""
    closes = table.changed_at + lobby_seconds
    taken = say(
        "{taken}/{seats} seats taken · closes if nothing happens: <t:{closes}:R>",
        taken=len(table.sitters),
        seats=table.capacity,
        closes=closes,
    )
    if table.place.is_private:
        hint = say("In a direct message you play against the computer: add computer players in *{panel}*, then start.",
                   panel=_my_panel(say))  # fmt: skip
    else:
        hint = say("The host starts the match from *{panel}*.", panel=_my_panel(say))
    panel = Button(_my_panel(say), CustomId("hand", table.id).to_text(), "primary")
    return (
        Text(f"## {say(screens.title)}\n-# {' · '.join(_about(table, screens, say))}"),
        Text(_everyone(table, say)),
        Text(f"-# {taken}\n-# {hint}"),
        *explained(table, say),
        *_doors(table, say),
        Row((panel, rules(table, say))),
        *add_row(table, say),
    )


def panel(table: Table, seat: Seat | None, screens: Screens, say: Words, show: str) -> tuple[Part, ...]:
    """A private panel. Shape: `seat` is None for a person without one; `show` is a key of HOSTS_CHOICES, or ""."""
    title = Text(f"## {say(screens.title)}")
    if seat is None:
        return (title, Text(_outside(table, say)), refresh(table, say))
    if seat != table.seat_of(table.host_id):
        waits = say("You're in seat {badge}. This panel updates by itself when the host starts.", badge=badge(seat))
        return (title, Text(waits), refresh(table, say))
    if show in HOSTS_CHOICES:
        return (title, *HOSTS_CHOICES[show](table, say))
    return (title, *_hosts(table, say), refresh(table, say))


def sitter_to_text(sitter: Sitter) -> str:
    """The text for a sitter in a custom_id; `sitter_from_text` parses it."""
    return str(sitter.user_id) if isinstance(sitter, Person) else f"{sitter.level} {sitter.name}"


def sitter_from_text(text: str) -> Sitter:
    """Parses the text that `sitter_to_text` writes. Old buttons have a computer player's level without its name."""
    level, _, called = text.partition(" ")
    return Person(int(text), "") if text.isdecimal() else Robot(level, called)


def _about(table: Table, screens: Screens, say: Words) -> list[str]:
    """The game in a few words: number of players, options, pace."""
    seats = GAMES[table.game].game.seats
    about = [say("{least}–{most} players", least=seats.start, most=seats.stop - 1)]
    about += [say(screens.option_labels[key], value=value) for key, value in options_of(table).items() if value]
    about += [] if table.plays_forced else [say("no auto-play of the last card")]
    robots = sum(isinstance(sitter, Robot) for sitter in table.sitters)
    if table.capacity - robots > 1 and not table.place.is_private:
        about.append(say(PACE_LABELS[table.pace]))
    return about


def _everyone(table: Table, say: Words) -> str:
    """The names of everyone at the table, one on each line, with the host marked."""
    host = table.seat_of(table.host_id)
    lines = [name(table, Seat(seat), say) for seat in range(len(table.sitters))]
    return "\n".join(say("{name} · host", name=line) if seat == host else line for seat, line in enumerate(lines))


def _doors(table: Table, say: Words) -> tuple[Row, ...]:
    """The buttons to join or leave. Shape: empty in a direct message, which nobody else can read."""
    if table.place.is_private:
        return ()
    join = Button(say("Join"), CustomId("join", table.id).to_text(), "good", disabled=table.is_full)
    doors = Row((join, Button(say("Leave"), CustomId("leave", table.id).to_text())))
    another = Button(_another(say), CustomId("another", table.id).to_text())
    return (doors, Row((another,))) if table.is_full else (doors,)


def _outside(table: Table, say: Words) -> str:
    """What a person without a seat reads."""
    if table.is_full:
        return say("This table is full. Press *{another}* on its message to open your own.", another=_another(say))
    return say("You're not at this table yet. Press *{join}* on its message.", join=say("Join"))


def _hosts(table: Table, say: Words) -> tuple[Part, ...]:
    """The host's controls."""
    can_start = len(table.sitters) in GAMES[table.game].game.seats
    is_alone = len(table.sitters) == 1
    start = Button(say("Start"), CustomId("start", table.id).to_text(), "primary", disabled=not can_start)
    add = Button(say("Add computer player…"), CustomId("invite", table.id).to_text(), disabled=table.is_full)
    remove = Button(say("Remove…"), CustomId("ask", table.id).to_text(), disabled=is_alone)
    cancel = Button(say("Cancel table"), CustomId("cancelling", table.id).to_text(), "danger")
    text = Text(_next(table, say, can_start=can_start))
    return (text, *_seated(table, say), Row((start, add)), Row((remove, cancel)))


def _next(table: Table, say: Words, *, can_start: bool) -> str:
    """What the host should do next."""
    least = GAMES[table.game].game.seats.start
    match can_start, table.place.is_private:
        case True, True:
            return say("Press *{start}* when you're ready. Empty seats are dropped.", start=say("Start"))
        case True, False:
            return say("You're the host. Press *{start}* when everyone's here. Empty seats are dropped.",
                       start=say("Start"))  # fmt: skip
        case False, True:
            return say("You need at least {least} players to start: add computer players.", least=least)
    return say("You're the host. You need at least {least} players to start: wait for others or add computer players.",
               least=least)  # fmt: skip


def _invite(table: Table, say: Words) -> tuple[Part, ...]:
    """The host's choice of a level for the next computer player."""
    buttons = [
        Button(say(LEVEL_NAMES[level]), CustomId("add", table.id, text=level).to_text(), disabled=table.is_full)
        for level in LEVELS
    ]
    text = say("How strong should the next computer player be?")
    return (
        Text(text),
        *_seated(table, say),
        *rows((*buttons, _done(table, say)), width=len(LEVELS)),
    )


def _remove(table: Table, say: Words) -> tuple[Part, ...]:
    """The host's choice of a seat to empty."""
    buttons = [
        Button(label(sitter, say), CustomId("remove", table.id, text=sitter_to_text(sitter)).to_text(), "danger")
        for sitter in table.sitters
        if not (isinstance(sitter, Person) and sitter.user_id == table.host_id)
    ]
    text = say("Who should leave the table?") if buttons else say("You're the only one at the table.")
    return (Text(text), *rows((*buttons, _done(table, say)), width=1))  # names are long


def _cancel(table: Table, say: Words) -> tuple[Part, ...]:
    """The question whether to close a table that others have joined."""
    cancel = Button(say("Cancel table"), CustomId("cancel", table.id).to_text(), "danger")
    back = Button(say("Back"), CustomId("hand", table.id).to_text())
    return (Text(say("Cancel this table?")), *_seated(table, say), Row((cancel, back)))


HOSTS_CHOICES: Mapping[str, Callable[[Table, Words], tuple[Part, ...]]] = {
    "invite": _invite,
    "remove": _remove,
    "cancel": _cancel,
}
"""What a host's panel can show instead of the controls."""


def _seated(table: Table, say: Words) -> tuple[Text, Text]:
    """Who is there, and how many seats are taken."""
    taken = say("{taken}/{seats} seats taken", taken=len(table.sitters), seats=table.capacity)
    return Text(_everyone(table, say)), Text(f"-# {taken}")


def _done(table: Table, say: Words) -> Button:
    return Button(say("Done"), CustomId("hand", table.id).to_text())


def _my_panel(say: Words) -> str:
    return say("My panel")


def _another(say: Words) -> str:
    return say("Open another like this")


def refresh(table: Table, say: Words) -> Row:
    """The last row of a panel that waits for others."""
    there = (Link(say("Go to the table"), table.address),) if table.address else ()
    return Row((Button(say("Refresh"), CustomId("hand", table.id).to_text()), *there))
