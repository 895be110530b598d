"""A recorded match as lines of plain text, whole or as one seat saw it. Knows no game by name, and no terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.catalogue import GAMES
from games.core import CHANCE, Action, Seat
from games.record import Record, to_record
from games.steps import Replay, Stop

UNSEEN: Final = "?"
"""Stands for what chance drew and what others chose at the same time, where a seat didn't see it."""

EVENT: Final = "event"
"""The key of a recorded event under which its name is."""


def told(record: Record, reader: Seat | None = None) -> Iterator[str]:
    """The match in blocks of lines: what was played, then each turn with what followed from it, then the result.

    Shape: with a reader, only what this seat knew, and after each change what it holds.
    """
    game = GAMES[record.game].game
    replay = Replay(game, record.seats, record.options, record.log)
    written = to_record(game, record.seats, record.options, record.log)
    entries = written["log"]
    options = "".join(f", {key} {_text(value)}" for key, value in written["options"].items())
    yield f"{record.game}, {record.seats} seats{options}"
    first, held = 0, ""
    for stop in replay.stops:
        turn = replay.turn(stop)
        lines = []
        for number, (seat, action) in enumerate(turn.done, first + 1):
            lines.append(f"{number:>4}  {_who(seat)}: {_done(turn, seat, action, reader)}")
            lines += (f"      {_event(event)}" for event in entries[number - 1].get("events", ()))
        now = "" if reader is None else turn.after.view(reader).held
        if now and now != held:
            lines.append(f"      you hold: {now}")
        first, held = stop, now
        yield "\n".join(lines)
    yield _result(record)


def _who(seat: Seat) -> str:
    return "chance" if seat == CHANCE else f"seat {seat}"


def _done(turn: Stop, seat: Seat, action: Action, reader: Seat | None) -> str:
    """What was done, as far as the reader saw it."""
    text = action.to_text()
    is_hidden = seat == CHANCE or turn.is_simultaneous
    if reader in {None, seat} or not is_hidden:
        return text
    verb, _, _ = text.partition(" ")
    return f"{verb} {UNSEEN}"


def _event(event: dict[str, object]) -> str:
    facts = (f"{key.replace('_', ' ')} {_text(value)}" for key, value in event.items() if key != EVENT)
    return f"{event[EVENT]}: {', '.join(facts)}"


def _text(value: object) -> str:
    """A value of a record for people. Shape: "-" for none, and lists within a list behind slashes."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case dict():
            return " ".join(f"{key} {_text(each)}" for key, each in value.items())
        case list():
            return _listed(value)
    return str(value)


def _listed(values: Sequence[object]) -> str:
    between = " / " if any(isinstance(each, (list, dict)) for each in values) else " "
    return between.join(map(_text, values)) or "-"


def _result(record: Record) -> str:
    found = zip(record.outcome.places, record.outcome.scores, strict=True)
    lines = (f"seat {seat}: place {place}, score {score}" for seat, (place, score) in enumerate(found))
    return "\n".join(("the end", *lines))
