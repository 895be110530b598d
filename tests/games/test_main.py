"""The command line of the games."""

import io
import json
import os
import runpy
import sys
from pathlib import Path
from random import Random

import pytest

from games.__main__ import main, told
from games.catalogue import GAMES
from games.core import CHANCE, Seat, play_out
from games.record import Record, read, to_line, to_record
from tests.games.test_record import RECORD

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


@pytest.fixture
def two_matches(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> str:
    """A file with two records."""
    file = tmp_path / "records.jsonl"
    file.write_text(output(capsys, *SIMULATE, "--matches", "2"))
    return str(file)


def test_replay_prints_every_match_where_nobody_can_press_enter(
    capsys: pytest.CaptureFixture[str], two_matches: str
) -> None:
    text = output(capsys, "replay", two_matches)

    assert text.startswith("Match 1: bluff, 3 seats, reroll yes\n   1  chance: opening ")
    assert text.count("the end\n") == 2
    assert "\nMatch 2: " in text


def test_replay_shows_one_match_as_one_seat_saw_it(capsys: pytest.CaptureFixture[str], two_matches: str) -> None:
    text = output(capsys, "replay", two_matches, "--match", "2", "--seat", "0")

    assert text.startswith("Match 2: bluff")
    assert "chance: roll ?\n      you hold: " in text


@pytest.mark.parametrize(
    ("arguments", "complaint_"),
    [
        (["--match", "3"], "there is no record in line 3: the file has 2\n"),
        (["--seat", "3"], "line 1: there are seats from 0 to 2\n"),
    ],
)
def test_replay_says_what_is_not_there(
    capsys: pytest.CaptureFixture[str], two_matches: str, arguments: list[str], complaint_: str
) -> None:
    assert main(["replay", two_matches, *arguments]) == 1
    assert capsys.readouterr().err == complaint_


def test_replay_refuses_a_record_that_is_not_true(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text("{}\n")

    assert main(["replay", str(tmp_path / "broken.jsonl")]) == 1
    assert capsys.readouterr().err == "line 1: format is missing\n"


def test_replay_wants_a_number_for_a_seat(capsys: pytest.CaptureFixture[str], two_matches: str) -> None:
    assert "a number from 0 is wanted" in complaint(capsys, "replay", two_matches, "--seat", "ana")


class Terminal(io.StringIO):
    """Somebody's terminal."""

    def isatty(self) -> bool:
        return True


def test_in_a_terminal_each_turn_waits_for_enter(monkeypatch: pytest.MonkeyPatch, two_matches: str) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal("\n\nq\n"))
    monkeypatch.setattr(sys, "stdout", shown)

    assert main(["replay", two_matches]) == 0
    assert shown.getvalue().count("[Enter: on, q: quit]") == 3
    assert "Match 2" not in shown.getvalue()


def test_in_a_terminal_the_end_of_the_input_is_the_end(monkeypatch: pytest.MonkeyPatch, two_matches: str) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    monkeypatch.setattr(sys, "stdout", shown)

    assert main(["replay", two_matches]) == 0
    assert shown.getvalue().count("[Enter: on, q: quit]") == 1


@pytest.fixture
def bluff() -> Record:
    return read(json.dumps(RECORD).encode())


def played(key: str, seats: int, **options: bool | int) -> Record:
    """A match between steady players."""
    listing = GAMES[key]
    log = play_out(listing.game, seats, options, listing.computers["steady"], Random(1))
    return read(to_line(to_record(listing.game, seats, options, log)).encode())


def test_the_whole_match_with_everything_that_lay_hidden(bluff: Record) -> None:
    assert (
        "\n".join(told(bluff))
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


def test_what_one_seat_knew(bluff: Record) -> None:
    assert "\n".join(told(bluff, Seat(1))).splitlines()[1:4] == [
        "   1  chance: opening ?",
        "   2  chance: roll ?",
        "      you hold: 2 2 4 5 5",
    ]


def test_others_hidden_cards_are_not_told() -> None:
    blocks = list(told(played("faehrte", 4, rounds=1), Seat(0)))

    assert blocks[2].count("hide ?") == 3
    assert blocks[2].count("hide ") == 4
    assert blocks[2].splitlines()[-1].startswith("      you hold: ")


@pytest.mark.parametrize("key", GAMES)
def test_no_text_of_chance_is_told_to_a_seat(key: str) -> None:
    record = played(key, GAMES[key].game.seats[-1])
    drawn = {move.text for move in record.log if move.seat == CHANCE}
    text = "\n".join(told(record, Seat(0)))

    assert not [one for one in drawn if one in text]
    assert all(one in "\n".join(told(record)) for one in drawn)


def test_cards_of_each_pile_stand_apart() -> None:
    text = "\n".join(told(played("tuecke", 4, rounds=1)))

    assert "discard" in text.splitlines()[-6]
    assert " / " in text.splitlines()[-6]
    assert "removed -" in text
