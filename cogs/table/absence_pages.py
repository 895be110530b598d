"""The pages around an empty chair: clocks, absent players, leaving and coming back. Pure; knows no game by name."""

from collections.abc import Iterable

from bot.errors import MatchOver
from bot.matches.match import Match
from bot.messages.screens import Asks, Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text, rows
from bot.tables.clock import Pace
from bot.tables.standings import can_be_settled, loses_by_leaving
from bot.tables.table import Person, Table
from bot.words import Words, phrase
from cogs.parts.names import name, plain_name, sitter_name
from cogs.table import endings
from games.catalogue import GAMES
from games.core import Seat

PACE_LABELS: dict[Pace, str] = {
    "live": phrase("1 minute per move, 3 in reserve"),
    "relaxed": phrase("10 minutes per move"),
    "correspondence": phrase("1 day per move"),
}
"""The time that each pace gives a player, for the lobby."""


def clock_lines(table: Table, idle_seconds: int, say: Words) -> tuple[Text, ...]:
    """Seats that the computer plays, and the time that is left to somebody. Shape: empty if nobody needs to know."""
    lines = filter(None, (_empty_chairs(table, say), _clock(table, idle_seconds, say)))
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
    due = min((clock.due_at for clock in table.clocks if clock.due_at is not None), default=None)
    if due is not None:
        return f"⏳ <t:{due}:R>"  # no words: Discord writes it in the reader's language, not in the board's
    if not table.present:
        return say("Everyone is away, so the match is paused. It closes if nobody comes back: <t:{closes}:R>",
                   closes=table.changed_at + idle_seconds)  # fmt: skip
    return ""


def absence_parts(table: Table, seat: Seat, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The panel of a player whose seat the computer plays. Shape: empty if they play it themselves."""
    presence = table.clock(seat).presence
    if presence == "here":
        return ()
    title = Text(f"## {say(screens.title)}")
    if presence == "left":
        text = say("You left this match. The computer plays for you to the end, and the match counts as a loss for "
                   "you.")  # fmt: skip
        return (title, Text(text), *rows(endings.way(table, say)))
    text = say("💤 You were away, so the computer is playing for you. Come back whenever you like: if you're still "
               "away at the end, the match counts as a loss for you.")  # fmt: skip
    return (title, Text(text), Row((_back(table, say), *endings.way(table, say))))


def missed_turn_line(match: Match, seat: Seat, screens: Screens, say: Words) -> str:
    """The computer's moves for a player whose time ran out, "" if none. Private: they may be secret."""
    done = match.stood_in.get(seat, ())
    if not done or not match.table.is_here(seat):
        return ""
    parse = GAMES[match.table.game].game.parse_action
    deeds = " · ".join(filter(None, (screens.action_label(parse(text), say) for text in done)))
    return say("⏰ Your time ran out, so the computer moved for you: {moves}", moves=deeds)


def seat_parts(
    match: Match, user_id: int, screens: Screens, say: Words, *, moderator: bool, asks: Asks
) -> tuple[Part, ...]:
    """The page about seats: leave, come back, end the match, replace absent players; `asks` what to confirm first."""
    table = match.table
    if table.phase != "playing":
        return (Text(say.error(MatchOver())),)
    title = Text(f"## {say(screens.title)}")
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
        buttons.append(Button(say(screens.hand_label), CustomId("hand", table.id).to_text()))
    return (title, Text("\n".join((*lines, *([agreed] if agreed else [])))), *rows(buttons, width=2))  # names are long


def _own_choices(table: Table, seat: Seat | None, say: Words) -> list[Button]:
    if seat is None:
        return []
    choices = [] if table.is_here(seat) else [_back(table, say)]
    if can_be_settled(table):
        is_alone = table.remaining == (seat,)
        ask = Button(say("End the match…"), CustomId("settling", table.id).to_text())
        choices.append(endings.take_the_win(table, say) if is_alone else ask)
    return [*choices, Button(say("Leave the match…"), CustomId("leaving", table.id).to_text(), "danger")]


def ping_parts(table: Table, user_id: int, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The message that pings a player, with links to the table and their panel."""
    hand = Button(say(screens.hand_label), CustomId("hand", table.id).to_text(), "primary")
    return (Text(say("<@{user}>, it's your turn.", user=user_id)), Row((hand, *endings.way(table, say))))


def waiting_parts(table: Table, user_id: int, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The message in place of a ping to somebody who isn't in the table's thread. Shape: its button names them."""
    seat = table.seat_of(user_id)
    assert seat is not None
    sentence = say("It's {name}'s turn, but they aren't in this thread, so they can't see the table. Somebody here "
                   "can add them again.", name=name(table, seat, say))  # fmt: skip
    hand = Button(say(screens.hand_label), CustomId("hand", table.id, text=str(user_id)).to_text(), "primary")
    return (Text(sentence), Row((hand, *endings.way(table, say))))


def _line(table: Table, seat: Seat, say: Words) -> str:
    """A seat, its player, and whether the computer plays for them."""
    line = name(table, seat, say)
    if not isinstance(table.sitters[seat], Person):
        return line
    if table.is_here(seat):
        missed = table.clock(seat).misses
        return say("⏰ {name} ran out of time, so the computer moved for them", name=line) if missed else line
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
