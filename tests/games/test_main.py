"""The command line of the games."""

import io
import json
import os
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from games.__main__ import main, told
from games.catalogue import GAMES
from games.core import CHANCE, Seat, play_out
from games.record import read, to_line, to_record
from tests.games.test_record import RECORD

SIMULATE = ["simulate", "bluff", "--seats", "3", "--option", "reroll=true"]
Stored = Callable[[str], str]


@pytest.fixture
def simulated(capsys: pytest.CaptureFixture[str]) -> str:
    """A file of two records."""
    return output(capsys, *SIMULATE, "--matches", "2", "--legal")


@pytest.fixture
def stored(tmp_path: Path) -> Stored:
    """Writes a file, and returns its path."""

    def write(text: str) -> str:
        (tmp_path / "matches.jsonl").write_text(text)
        return str(tmp_path / "matches.jsonl")

    return write


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a successful command."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error message for a command with wrong arguments."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    return capsys.readouterr().err


def test_simulate_writes_a_record_a_match(simulated: str) -> None:
    records = [read(line.encode()) for line in simulated.splitlines()]

    assert [(record.game, record.seats, record.options) for record in records] == [("bluff", 3, {"reroll": True})] * 2


def test_the_same_arguments_write_the_same_bytes_and_others_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    same, again, seed, player, legal = (
        output(capsys, *SIMULATE, *others) for others in ([], [], ["--seed", "6"], ["--player", "steady"], ["--legal"])
    )

    assert same == again
    assert len({same, seed, player, legal}) == 4
    assert ('"legal"' in same, '"legal"' in legal) == (False, True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "poker", "--seats", "3"], "invalid choice: 'poker'"),
        (["simulate", "bluff", "--seats", "7"], "bluff is for 2 to 6 players"),
        ([*SIMULATE, "--option", "colour=true"], "unknown option colour"),
        ([*SIMULATE, "--option", "reroll=1"], "option reroll takes true or false, not 1"),
        ([*SIMULATE, "--option", "reroll=maybe"], "KEY=true, KEY=false or KEY=number is wanted"),
        ([*SIMULATE, "--matches", "0"], "a number from 1 is wanted"),
        ([*SIMULATE, "--matches", "few"], "a number from 1 is wanted"),
        ([*SIMULATE, "--player", "genius"], "player genius is not one of random, steady, easy, medium, hard"),
        (["check", "nowhere.jsonl"], "No such file or directory: 'nowhere.jsonl'"),
        (["replay", "-", "--seat", "ana"], "a number from 0 is wanted"),
        ([], "required: command"),
    ],
)
def test_wrong_arguments_are_explained(capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    assert reason in complaint(capsys, *arguments)


def test_true_records_pass(capsys: pytest.CaptureFixture[str], simulated: str, stored: Stored) -> None:
    assert main(["check", stored(simulated)]) == 0
    assert capsys.readouterr() == ("", "2 records hold\n")


def test_records_pass_from_standard_input_with_no_output_open(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, simulated: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(simulated.splitlines()[0].encode())))
    monkeypatch.setattr(sys, "stdout", None)

    assert main(["check", "-"]) == 0
    assert capsys.readouterr().err == "1 record holds\n"


@pytest.mark.parametrize(
    ("changes", "complaints"),
    [
        ([], ["there is no record to check"]),
        (
            [("", ""), ("finte/1", "finte/0"), ("opening", "roll"), ("opening", r"\u001b[2J")],
            [
                'line 2: format should be "finte/1", not "finte/0"',
                "line 3, entry 1: Chance has no roll to bring in the phase opening.",
                r"'This is not an action of Bluff: \x1b[2J",  # which no terminal obeys
            ],
        ),
    ],
    ids=["an empty file", "false lines"],
)
def test_every_false_line_is_named(
    capsys: pytest.CaptureFixture[str],
    simulated: str,
    stored: Stored,
    changes: list[tuple[str, str]],
    complaints: list[str],
) -> None:
    true = simulated.splitlines(keepends=True)[0]

    assert main(["check", stored("".join(true.replace(*change) for change in changes))]) == 1
    for said, expected in zip(capsys.readouterr().err.splitlines(), complaints, strict=True):
        assert expected in said


def test_nobody_reading_on_is_no_drama(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as unread:
        monkeypatch.setattr(sys, "stdout", unread)
        assert main(SIMULATE) == 1


def test_the_package_runs_as_a_program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["games", *SIMULATE])
    monkeypatch.delitem(sys.modules, "games.__main__")

    with pytest.raises(SystemExit) as end:
        runpy.run_module("games", run_name="__main__")

    assert end.value.code == 0
    assert read(capsys.readouterr().out.encode())


@pytest.mark.parametrize(("stream", "arguments"), [("stdin", ["check", "-"]), ("stdout", SIMULATE)])
def test_a_closed_stream_is_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stream: str, arguments: list[str]
) -> None:
    monkeypatch.setattr(sys, stream, None)

    assert "is closed" in complaint(capsys, *arguments)


def test_replay_prints_every_match_where_nobody_can_press_enter(
    capsys: pytest.CaptureFixture[str], simulated: str, stored: Stored
) -> None:
    text = output(capsys, "replay", stored(simulated))

    assert text.startswith("Match 1: bluff, 3 seats, reroll yes\n   1  chance: opening ")
    assert text.count("the end\n") == 2
    assert "\nMatch 2: " in text


def test_replay_shows_one_match_as_one_seat_saw_it(
    capsys: pytest.CaptureFixture[str], simulated: str, stored: Stored
) -> None:
    text = output(capsys, "replay", stored(simulated), "--match", "2", "--seat", "0")

    assert text.startswith("Match 2: bluff")
    assert "chance: roll ?\n      you hold: " in text


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("", ["--match", "3"], "there is no record in line 3: the file has 2\n"),
        ("", ["--seat", "3"], "line 1: there are seats from 0 to 2\n"),
        ("{}\n", [], "line 1: format is missing\n"),
    ],
)
def test_replay_says_what_is_not_there(
    capsys: pytest.CaptureFixture[str], simulated: str, stored: Stored, *, text: str, arguments: list[str], said: str
) -> None:
    assert main(["replay", stored(text or simulated), *arguments]) == 1
    assert capsys.readouterr().err == said


class Terminal(io.StringIO):
    """Somebody's terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "asked"), [("\n\nq\n", 3), ("", 1)], ids=["until q", "until the input ends"])
def test_in_a_terminal_each_turn_waits_for_enter(
    monkeypatch: pytest.MonkeyPatch, simulated: str, stored: Stored, typed: str, asked: int
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setattr(sys, "stdout", shown)

    assert main(["replay", stored(simulated)]) == 0
    assert shown.getvalue().count("[Enter: on, q: quit]") == asked
    assert "Match 2" not in shown.getvalue()


def test_the_whole_match_with_everything_that_lay_hidden() -> None:
    assert (
        "\n".join(told(read(json.dumps(RECORD).encode())))
        == """bluff, 2 seats, reroll no
   1  chance: opening 1 2 3 4 5 / 5 5 5 5 5
   2  chance: roll 1 1 2 3 * / 2 2 4 5 5
   3  seat 1: bid 3x2
   4  seat 0: bid 9x2
   5  seat 1: lift
      lift: bidder 0, doubter 1, bid 9x2, count 4, lost 5 0, next -
the end
seat 0: place 2, score 0
seat 1: place 1, score 5"""
    )


@pytest.mark.parametrize("key", GAMES)
def test_nothing_hidden_is_told_to_a_seat(key: str) -> None:
    game, seats = GAMES[key].game, GAMES[key].game.seats[0]
    log = play_out(game, seats, {}, GAMES[key].computers["random"], Random(1))
    record = read(to_line(to_record(game, seats, {}, log)).encode())
    drawn = {f"chance: {move.text}\n" for move in log if move.seat == CHANCE}
    hidden = {f"seat {move.seat}: {move.text}\n" for move in log if move.seat and move.text.startswith("hide")}
    text, whole = ("\n".join(told(record, reader)) for reader in (Seat(0), None))

    assert not [one for one in drawn | hidden if one in text]
    assert all(one in whole for one in drawn | hidden)
    assert "you hold" in text
