"""The pages of a table before its match: who is there, and what the host can do. Pure; knows no game by name."""

from collections.abc import Callable, Mapping

from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text, rows
from bot.tables.table import Person, Robot, Sitter, Table
from bot.words import Words
from cogs.parts.names import LEVEL_NAMES, badge, label, name
from cogs.parts.panel import rules
from cogs.table.absence_pages import PACE_LABELS
from cogs.table.sealed_pages import seal_button
from games.catalogue import GAMES, LEVELS
from games.core import Seat


def board(table: Table, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The public message."""
    panel = Button(say("My panel"), CustomId("hand", table.id).to_text(), "primary")
    return (
        Text(f"{_title(table, screens, say)}\n-# {' · '.join(_about(table, screens, say))}"),
        Text(_everyone(table, say)),
        Row((*_doors(table, say), panel)),
        Row((rules(table, say), *seal_button(table))),
    )


def panel(
    table: Table, user_id: int, screens: Screens, say: Words, *, lobby_seconds: int, show: str
) -> tuple[Part, ...]:
    """A private panel; `show` is a key of HOSTS_CHOICES or "". The table closes after `lobby_seconds` of nothing."""
    title, seat, host = _title(table, screens, say), table.seat_of(user_id), table.seat_of(table.host_id)
    assert host is not None
    if user_id in table.removed:
        why = say("{host} removed you from this table.", host=name(table, host, say))
        return (Text(f"{title}\n{why}"), Row((_another(table, say),)))
    if seat is None:
        return (Text(f"{title}\n{_outside(table, say)}"), Row((rules(table, say),)))
    if user_id != table.host_id:
        waits = say("You're in seat {badge}. {host} starts the match.", badge=badge(seat), host=name(table, host, say))
        return (Text(f"{title}\n{waits}"), Row((rules(table, say),)))
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


def _title(table: Table, screens: Screens, say: Words) -> str:
    game = say(screens.title)
    return say("## {game} · rematch", game=game) if table.rematch_of else f"## {game}"


def _about(table: Table, screens: Screens, say: Words) -> list[str]:
    about = [_taken(table, say)]
    least = GAMES[table.game].game.seats.start
    about += [say("at least {least} to start", least=least)] if len(table.sitters) < least else []
    about += [say(screens.option_labels[key], value=value) for key, value in table.options.items() if value]
    about += [] if table.plays_forced else [say("no auto-play of the last card")]
    robots = sum(isinstance(sitter, Robot) for sitter in table.sitters)
    if table.capacity - robots > 1 and not table.place.is_private:
        about.append(say(PACE_LABELS[table.pace]))
    return about


def _taken(table: Table, say: Words) -> str:
    return say("{taken}/{seats} seats taken", taken=len(table.sitters), seats=table.capacity)


def _everyone(table: Table, say: Words) -> str:
    """The names of everyone at the table, one on each line, with the host marked."""
    host = table.seat_of(table.host_id)
    lines = [name(table, Seat(seat), say) for seat in range(len(table.sitters))]
    return "\n".join(say("{name} · host", name=line) if seat == host else line for seat, line in enumerate(lines))


def _doors(table: Table, say: Words) -> tuple[Button, ...]:
    """The buttons to join or leave. Shape: empty in a direct message, which nobody else can read."""
    if table.place.is_private:
        return ()
    join = Button(say("Join"), CustomId("join", table.id).to_text(), "good")
    leave = Button(say("Leave"), CustomId("leave", table.id).to_text())
    return (_another(table, say) if table.is_full else join, leave)


def _another(table: Table, say: Words) -> Button:
    return Button(say("Open another like this"), CustomId("another", table.id).to_text())


def _outside(table: Table, say: Words) -> str:
    if table.is_full:
        another = say("Open another like this")
        return say("This table is full. Press *{another}* on its message to open your own.", another=another)
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
    is_alone = len(table.sitters) == 1
    buttons = (start, rules(table, say), cancel) if is_alone else (start, rules(table, say), remove, cancel)
    add = [Button(say(LEVEL_NAMES[level]), CustomId("add", table.id, text=level).to_text()) for level in LEVELS]
    levels = () if table.is_full else (Text(say("Add a computer player:")), Row(tuple(add)))
    return (text, *levels, *rows(buttons, width=3 if is_alone else 2))  # four would wrap on a phone


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
        for sitter in table.sitters
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
