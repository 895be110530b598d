"""The pages around an empty chair: the clock, who is away, leaving and coming back. Pure; knows no game by name."""

from bot.buttons import CustomId
from bot.clock import Pace, Presence
from bot.live import Match
from bot.pages import Button, Link, Part, Row, Text, rows
from bot.screens import Screens
from bot.standings import results_of
from bot.table import Person, Table
from bot.words import Words, phrase
from cogs.names import name, plain_name
from games.core import Seat

PACE_LABELS: dict[Pace, str] = {
    "live": phrase("a minute a move, and three more a match"),
    "relaxed": phrase("ten minutes a move"),
    "correspondence": phrase("a day a move"),
}
"""How much time a player has, for the lobby."""


def clock_lines(table: Table, idle_seconds: int, say: Words) -> Text:
    """Since when everyone waits, until when, and for whom the computer plays."""
    empty = [
        f"-# {_line(table, seat, say)}"
        for seat in table.seats_of_people
        if not table.is_here(seat) or table.clock(seat).misses
    ]
    return Text("\n".join((*empty, _clock(table, idle_seconds, say))))


def _clock(table: Table, idle_seconds: int, say: Words) -> str:
    moment = table.changed_at
    due = min((clock.due_at for clock in table.clocks if clock.due_at is not None), default=None)
    if due is not None:
        return say("-# The last move was <t:{moment}:R> · time runs out <t:{due}:R>", moment=moment, due=due)
    if not table.present:
        return say(
            "-# Everyone is away, so the match stands still. It closes <t:{closes}:R> unless somebody comes back.",
            closes=moment + idle_seconds,
        )
    if table.timed is None:
        return say(
            "-# The last move was <t:{moment}:R> · the match closes <t:{closes}:R> if nobody plays",
            moment=moment,
            closes=moment + idle_seconds,
        )
    return say("-# The last move was <t:{moment}:R>", moment=moment)


def ending(match: Match, say: Words) -> tuple[Part, ...]:
    """For whom a match counts otherwise than its places say. Shape: empty where everyone was there at its end."""
    table = match.table
    seats = table.seats_of_people
    if match.state is None or match.state.outcome is None or all(table.is_here(seat) for seat in seats):
        return ()
    lines = [_missing(table, seat, say) for seat in seats if not table.is_here(seat)]
    counted = zip(seats, results_of(table, match.state.outcome), strict=True)
    winners = [name(table, seat, say) for seat, result in counted if result.won]
    if winners:
        lines.append(say("The match counts as won for {names}.", names=", ".join(winners)))
    return (Text("\n".join(f"-# {line}" for line in lines)),)


def absent(table: Table, seat: Seat, screens: Screens, say: Words) -> tuple[Part, ...]:
    """What someone sees in whose seat the computer plays, or has played. Shape: empty where he plays by himself."""
    presence = table.clock(seat).presence
    if presence == "here":
        return ()
    title = Text(f"## {say(screens.title)}")
    if table.phase == "over":
        return (title, Text(_lost(presence, say)), *_way(table, say))
    if presence == "left":
        return (title, Text(_left(say)), *_way(table, say))
    back = Button(say("I am back"), CustomId("back", table.id).to_text(), "good")
    text = say("💤 You were away, so the computer plays for you. Your seat is kept.")
    return (title, Text(text), Row((back, *_links(table, say))))


def seats(
    match: Match, user_id: int, screens: Screens, say: Words, *, moderator: bool, leaves: Seat | None
) -> tuple[Part, ...]:
    """What somebody may do about seats: leave his own, come back to it, have someone replaced who is away.

    Shape: `leaves` is the seat that he is about to leave or to have replaced; then he is asked whether he means it.
    """
    table = match.table
    if table.phase != "playing":
        return (Text(say("That table is closed.")),)
    title = Text(f"## {say(screens.title)}")
    seat = table.seat_of(user_id) if table.holds(user_id) else None
    if leaves is not None and leaves == seat:
        return (title, Text(_warning(table, say)), Row((_quit(table, say), _stay(table, say))))
    replaceable = [other for other in table.remaining if other != seat and not table.is_here(other)]
    if not (moderator or table.is_run_by(user_id)):
        replaceable = []
    if leaves in replaceable:
        return (title, *_replacement(table, leaves, say))
    everyone = [_line(table, Seat(other), say) for other in range(len(table.sitters))]
    buttons = []
    if seat is not None:
        if not table.is_here(seat):
            buttons.append(Button(say("I am back"), CustomId("back", table.id).to_text(), "good"))
        buttons.append(Button(say("Leave the match…"), CustomId("leaving", table.id).to_text(), "danger"))
    buttons += [_replace(table, other, say) for other in replaceable]
    if seat is not None:
        buttons.append(Button(say(screens.hand_label), CustomId("hand", table.id).to_text()))
    return (title, Text("\n".join(everyone)), *rows(buttons))


def ping(table: Table, user_id: int, screens: Screens, say: Words) -> tuple[Part, ...]:
    """What calls a player: his way to the table and to his panel."""
    hand = Button(say(screens.hand_label), CustomId("hand", table.id).to_text(), "primary")
    return (Text(say("<@{user}>, it is your turn.", user=user_id)), Row((hand, *_links(table, say))))


def _line(table: Table, seat: Seat, say: Words) -> str:
    """One seat, and who plays there."""
    line = name(table, seat, say)
    if not isinstance(table.sitters[seat], Person):
        return line
    if table.is_here(seat):
        missed = table.clock(seat).misses
        return say("⏰ {name} has run out of time; the computer has moved", name=line) if missed else line
    if table.clock(seat).presence == "left":
        return say("🤖 {name} is out of the match; the computer plays on", name=line)
    return say("💤 {name} is away; the computer plays meanwhile", name=line)


def _missing(table: Table, seat: Seat, say: Words) -> str:
    """What the match counts for one who was not there at its end."""
    line = name(table, seat, say)
    if table.clock(seat).presence == "left":
        return say("🤖 {name} was no longer in the match: it counts as lost for that player.", name=line)
    return say("💤 {name} was away at the end: the match counts as lost for that player.", name=line)


def _lost(presence: Presence, say: Words) -> str:
    if presence == "left":
        return say("The match is over. You were no longer in it, so it counts as lost for you.")
    return say("The match is over. You were away when it ended, so it counts as lost for you.")


def _replace(table: Table, seat: Seat, say: Words) -> Button:
    label = say("Take {name} out of the match…", name=plain_name(table.sitters[seat], say))
    return Button(label, CustomId("replacing", table.id, text=str(seat)).to_text(), "danger")


def _replacement(table: Table, seat: Seat, say: Words) -> tuple[Part, ...]:
    """Whether somebody means it."""
    text = say(
        "The computer then plays on in the seat of {name} for good, and the match counts as lost for that player.",
        name=name(table, seat, say),
    )
    label = say("Take {name} out of the match", name=plain_name(table.sitters[seat], say))
    replace = Button(label, CustomId("replace", table.id, text=str(seat)).to_text(), "danger")
    return (Text(text), Row((replace, Button(say("Back"), CustomId("seats", table.id).to_text()))))


def _quit(table: Table, say: Words) -> Button:
    return Button(say("Leave for good"), CustomId("quit", table.id).to_text(), "danger")


def _stay(table: Table, say: Words) -> Button:
    return Button(say("Stay"), CustomId("seats", table.id).to_text())


def _warning(table: Table, say: Words) -> str:
    if len(table.remaining) > 1:
        return say("If you leave, the computer plays on in your seat, and the match counts as lost for you.")
    return say("If you leave, the match ends, and counts as lost for you.")


def _left(say: Words) -> str:
    return say("You are no longer in this match: the computer plays on in your seat, and it counts as lost for you.")


def _way(table: Table, say: Words) -> tuple[Row, ...]:
    links = _links(table, say)
    return (Row(links),) if links else ()


def _links(table: Table, say: Words) -> tuple[Link, ...]:
    return (Link(say("Go to the table"), table.address),) if table.address else ()
