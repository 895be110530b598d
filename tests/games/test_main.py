"""The command line of the games."""

import io
import os
import runpy
import sys
from pathlib import Path

import pytest

from games.__main__ import main
from games.record import read

SIMULATE = ["simulate", "bluff", "--seats", "3", "--option", "reroll=true"]


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


def test_simulate_writes_a_record_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    records = [read(line.encode()) for line in output(capsys, *SIMULATE, "--matches", "3").splitlines()]

    assert [(record.game, record.seats, record.options) for record in records] == [("bluff", 3, {"reroll": True})] * 3


def test_the_same_arguments_write_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, *SIMULATE, "--seed", "5") == output(capsys, *SIMULATE, "--seed", "5")


def test_another_seed_writes_another_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, *SIMULATE, "--seed", "5") != output(capsys, *SIMULATE, "--seed", "6")


def test_another_player_plays_another_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, *SIMULATE, "--player", "steady") != output(capsys, *SIMULATE)


def test_legal_actions_are_listed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert ('"legal"' in output(capsys, *SIMULATE, "--legal"), '"legal"' in output(capsys, *SIMULATE)) == (True, False)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "poker", "--seats", "3"], "invalid choice: 'poker'"),
        (["simulate", "bluff", "--seats", "7"], "bluff is for 2 to 6 players"),
        ([*SIMULATE, "--option", "colour=true"], "unknown option colour"),
        ([*SIMULATE, "--option", "reroll=1"], "option reroll takes true or false, not 1"),
        ([*SIMULATE, "--option", "reroll=maybe"], "KEY=true, KEY=false or KEY=number is wanted"),
        ([*SIMULATE, "--option", "reroll"], "KEY=true, KEY=false or KEY=number is wanted"),
        ([*SIMULATE, "--matches", "0"], "a number from 1 is wanted"),
        ([*SIMULATE, "--matches", "few"], "a number from 1 is wanted"),
        ([*SIMULATE, "--player", "genius"], "player genius is not one of random, steady, easy, medium, hard"),
        (["check", "nowhere.jsonl"], "No such file or directory: 'nowhere.jsonl'"),
        ([], "required: command"),
    ],
)
def test_wrong_arguments_are_explained(capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    assert reason in complaint(capsys, *arguments)


def test_true_records_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text(output(capsys, *SIMULATE, "--matches", "2", "--legal"))

    assert main(["check", str(file)]) == 0
    assert capsys.readouterr() == ("", "2 records hold\n")


def test_where_nothing_was_written_there_is_nothing_to_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.touch()

    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().err == "there is no record to check\n"


def test_records_pass_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    records = output(capsys, *SIMULATE).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(records)))

    assert main(["check", "-"]) == 0
    assert capsys.readouterr().err == "1 record holds\n"


def test_every_false_line_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    true = output(capsys, *SIMULATE)
    file = tmp_path / "matches.jsonl"
    file.write_text(f"{true}{true.replace('finte/1', 'finte/0')}{true.replace('opening', 'roll')}")

    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        'line 2: format should be "finte/1", not "finte/0"',
        "line 3, entry 1: Chance has no roll to bring in the phase opening.",
    ]


def test_a_false_record_cannot_write_on_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text(output(capsys, *SIMULATE).replace("opening", r"\u001b[2J"))

    assert main(["check", str(file)]) == 1
    assert r"This is not an action of Bluff: \x1b[2J" in capsys.readouterr().err


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


def test_records_are_checked_with_no_output_open(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text(output(capsys, *SIMULATE))
    monkeypatch.setattr(sys, "stdout", None)

    assert main(["check", str(file)]) == 0


@pytest.mark.parametrize(
    ("stream", "arguments"),
    [("stdin", ["check", "-"]), ("stdout", ["simulate", "bluff", "--seats", "2"])],
    ids=["input", "output"],
)
def test_a_closed_stream_is_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stream: str, arguments: list[str]
) -> None:
    monkeypatch.setattr(sys, stream, None)

    assert "is closed" in complaint(capsys, *arguments)
