"""The command line of the games: `simulate` writes records, `check` proves them. Needs nothing but the games."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from games.catalogue import GAMES
from games.record import RecordError, read, to_line, to_record
from games.search import after
from games.simulate import play_out

WORLDS = 10
"""How many worlds a computer player that thinks tries before each move: by the clock, no two runs would be alike."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 where a record disagrees with the rules or nobody reads on; 2 for wrong arguments."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    needed, called = (sys.stdin, "input") if chosen.command == "check" else (sys.stdout, "output")
    if needed is None and getattr(chosen, "file", "-") == "-":  # Python's way to say that it was closed
        parser.error(f"standard {called} is closed")
    try:
        code = _check(chosen.file) if chosen.command == "check" else _simulate(chosen, parser)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered has no reader; Python would complain about that on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        parser.error(str(error))
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games", description="Plays whole matches, and checks their records."
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
    check.add_argument("file", help="a file with one record a line; - reads standard input")
    return parser


def _matches(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("a number from 1 is wanted")
    return int(text)


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


def _check(file: str) -> int:
    """Shape: 0 when there are records and all of them hold. Raises: OSError when the file cannot be read."""
    code = number = 0
    with sys.stdin.buffer if file == "-" else Path(file).open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                read(line)
            except RecordError as error:
                place = f"line {number}" if error.entry is None else f"line {number}, entry {error.entry}"
                reason = str(error)
                # A record is anybody's text: what a terminal would obey is written out instead.
                print(f"{place}: {reason if reason.isprintable() else ascii(reason)}", file=sys.stderr)
                code = 1
    if number == 0:
        print("there is no record to check", file=sys.stderr)
        return 1
    if code == 0:
        print(f"{number} {'record holds' if number == 1 else 'records hold'}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
