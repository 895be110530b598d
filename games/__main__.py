"""The command line of the games: `simulate` writes records, `check` proves them, `replay` shows them.

Needs nothing but the games.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Final

from games.catalogue import GAMES
from games.core import CHANCE, Action, Seat, play_out
from games.record import Record, RecordError, read, to_line, to_record
from games.search import after
from games.steps import Replay, Stop

WORLDS = 10
"""How many worlds a computer player that thinks tries before each move: by the clock, no two runs would be alike."""


FILE_HELP = "a file with one record a line; - reads standard input"

PROMPT = "[Enter: on, q: quit] "

UNSEEN: Final = "?"
"""Stands for what chance drew and what others chose at the same time, where a seat didn't see it."""

EVENT: Final = "event"
"""The key of a recorded event under which its name is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 where a record disagrees with the rules or nobody reads on; 2 for wrong arguments."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    reads, writes = chosen.command != "simulate", chosen.command != "check"
    for needed, called, is_used in ((sys.stdin, "input", reads), (sys.stdout, "output", writes)):
        if needed is None and is_used and (called == "output" or chosen.file == "-"):  # Python's way to say: closed
            parser.error(f"standard {called} is closed")
    try:
        code = COMMANDS[chosen.command](chosen, parser)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered has no reader; Python would complain about that on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        parser.error(str(error))
    except ModuleNotFoundError as missing:
        parser.error(f"this needs the package {missing.name}: `make install`, then `.venv/bin/python -m games ...`")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games", description="Plays whole matches, and checks and shows their records."
    )
    commands = parser.add_subparsers(dest="command", required=True)

    simulate = commands.add_parser("simulate", help="play matches between computer players and write their records")
    simulate.add_argument("game", choices=GAMES)
    simulate.add_argument("--seats", type=int, required=True)
    simulate.add_argument("--matches", type=_matches, default=1)
    simulate.add_argument("--seed", type=int, default=0, help="the same seed writes the same bytes (default: 0)")
    simulate.add_argument("--player", default="random", help="the computer player in every seat (default: random)")
    simulate.add_argument("--option", type=_option, action="append", default=[], metavar="KEY=VALUE")
    simulate.add_argument("--legal", action="store_true", help="list at every decision what could have been done")

    check = commands.add_parser("check", help="play records again and name every line that breaks the rules")
    check.add_argument("file", help=FILE_HELP)

    replay = commands.add_parser("replay", help="show records turn by turn, or all at once if nobody can press Enter")
    replay.add_argument("file", help=FILE_HELP)
    replay.add_argument("--match", type=_matches, metavar="N", help="only the record in this line")
    replay.add_argument("--seat", type=_seat, metavar="S", help="only what this seat knew")
    return parser


def _matches(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("a number from 1 is wanted")
    return int(text)


def _seat(text: str) -> Seat:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("a number from 0 is wanted")
    return Seat(int(text))


def _option(text: str) -> tuple[str, bool | int]:
    match text.partition("="):
        case key, "=", ("true" | "false") as value:
            return key, value == "true"
        case key, "=", value if value.isdecimal():
            return key, int(value)
    raise argparse.ArgumentTypeError("KEY=true, KEY=false or KEY=number is wanted")


def _simulate(chosen: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    listing = GAMES[chosen.game]
    game, options, rng = listing.game, dict(chosen.option), Random(chosen.seed)
    if chosen.player not in listing.levels:
        parser.error(f"player {chosen.player} is not one of {', '.join(listing.levels)}")
    try:
        game.start(chosen.seats, options)
    except ValueError as error:
        parser.error(str(error))

    def computer(view: Any, rng: Random) -> Any:  # noqa: ANN401 - its game's own
        return listing.choose(chosen.player, view, rng, after(WORLDS))

    for _ in range(chosen.matches):
        log = play_out(game, chosen.seats, options, computer, rng)
        print(to_line(to_record(game, chosen.seats, options, log, legal=chosen.legal)))
    return 0


def _opened(file: str) -> BinaryIO:
    """Raises: OSError when the file cannot be read."""
    return sys.stdin.buffer if file == "-" else Path(file).open("rb")


def _complain(number: int, error: RecordError) -> None:
    """Says what is wrong with the record in this line."""
    place = f"line {number}" if error.entry is None else f"line {number}, entry {error.entry}"
    reason = str(error)
    # A record is anybody's text: what a terminal would obey is written out instead.
    print(f"{place}: {reason if reason.isprintable() else ascii(reason)}", file=sys.stderr)


def _replay(chosen: argparse.Namespace, _parser: argparse.ArgumentParser) -> int:
    """Shows records. Returns 0 when every record that was asked for has been shown. Raises: OSError."""
    is_asked = chosen.file != "-" and all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    number = shown = 0
    with _opened(chosen.file) as lines:
        for number, line in enumerate(lines, 1):
            if chosen.match not in {None, number}:
                continue
            try:
                record = read(line)
            except RecordError as error:
                _complain(number, error)
                return 1
            if chosen.seat is not None and chosen.seat >= record.seats:
                print(f"line {number}: there are seats from 0 to {record.seats - 1}", file=sys.stderr)
                return 1
            shown += 1
            if not _show(number, told(record, chosen.seat), waits=is_asked):
                break
    if not shown:
        print(f"there is no record in line {chosen.match or 1}: the file has {number}", file=sys.stderr)
    return 0 if shown else 1


def _show(number: int, blocks: Iterable[str], *, waits: bool) -> bool:
    """Prints a match, and waits for Enter after each block if somebody can press it. Returns False once they quit."""
    print(f"Match {number}:", end=" ")
    for block in blocks:
        print(block)
        if waits and not _goes_on():
            return False
    print()
    return True


def _goes_on() -> bool:
    """Waits for Enter. Returns False once they quit, or close the input."""
    try:
        return not input(PROMPT).strip().lower().startswith("q")
    except EOFError:
        return False


def _check(chosen: argparse.Namespace, _parser: argparse.ArgumentParser) -> int:
    """Returns 0 when there are records and all of them hold. Raises: OSError when the file cannot be read."""
    code = number = 0
    with _opened(chosen.file) as lines:
        for number, line in enumerate(lines, 1):
            try:
                read(line)
            except RecordError as error:
                _complain(number, error)
                code = 1
    if number == 0:
        print("there is no record to check", file=sys.stderr)
        return 1
    if code == 0:
        print(f"{number} {'record holds' if number == 1 else 'records hold'}", file=sys.stderr)
    return code


def told(record: Record, reader: Seat | None = None) -> Iterator[str]:
    """The match in blocks of lines: what was played, then each turn with what followed from it, then the result.

    With a reader, only what this seat knew, and after each change what it holds.
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
    """Action as far as the reader saw it."""
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
    """A value of a record for people: "-" for none, and lists within a list behind slashes."""
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


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace, argparse.ArgumentParser], int]]] = {
    "simulate": _simulate,
    "check": _check,
    "replay": _replay,
}


if __name__ == "__main__":
    sys.exit(main())
