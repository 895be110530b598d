"""The record of a match: what it contains, and that no wrong one passes the check."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.bluff import GAME
from games.catalogue import GAMES
from games.core import IllegalAction, Move, Outcome, Seat
from games.record import RecordError, read, to_line, to_record

LOG = tuple(
    Move(Seat(seat), text)
    for seat, text in (
        (-1, "opening 1 2 3 4 5 / 5 5 5 5 5"),
        (-1, "roll 1 1 2 3 * / 2 2 4 5 5"),
        (1, "bid 3x2"),
        (0, "bid 9x2"),
        (1, "lift"),
    )
)
LIFT = {"event": "lift", "bidder": 0, "doubter": 1, "bid": "9x2", "count": 4, "lost": [5, 0], "next": None}
RECORD = {
    "format": "finte/1",
    "game": "bluff",
    "seats": 2,
    "options": {"reroll": False},
    "log": [
        {"seat": -1, "do": "opening 1 2 3 4 5 / 5 5 5 5 5"},
        {"seat": -1, "do": "roll 1 1 2 3 * / 2 2 4 5 5"},
        {"seat": 1, "do": "bid 3x2"},
        {"seat": 0, "do": "bid 9x2"},
        {"seat": 1, "do": "lift", "events": [LIFT]},
    ],
    "result": {"scores": [0, 5], "places": [2, 1]},
}


def fault(line: str | bytes | dict[str, Any]) -> tuple[int | None, str]:
    """The entry at which a line is refused, and the reason."""
    with pytest.raises(RecordError) as error:
        read(line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode())
    return error.value.entry, str(error.value)


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(RECORD))
    change(record)
    return record


def test_a_record_is_the_match() -> None:
    assert to_record(GAME, 2, {}, LOG) == RECORD
    assert read(to_line(RECORD).encode()) == ("bluff", 2, {"reroll": False}, LOG, Outcome((0, 5), (2, 1)))
    assert " " not in to_line({"seats": 2, "log": [{"do": "lift"}]})


def test_legal_actions_stand_on_decisions_in_the_order_of_the_engine() -> None:
    record = to_record(GAME, 2, {}, LOG, legal=True)

    assert ["legal" in entry for entry in record["log"]] == [False, False, True, True, True]
    assert record["log"][4]["legal"] == [
        *["bid 9x3", "bid 9x4", "bid 9x5", "bid 5x*", *(f"bid 10x{face}" for face in range(1, 6))],
        *["bid 6x*", "bid 7x*", "bid 8x*", "bid 9x*", "bid 10x*", "lift"],
    ]
    assert read(to_line(record).encode()).log == LOG


def test_a_match_that_goes_on_or_breaks_the_rules_has_no_record() -> None:
    with pytest.raises(ValueError, match="played to its end"):
        to_record(GAME, 2, {}, LOG[:-1])
    with pytest.raises(IllegalAction, match="There's no bid to doubt yet"):
        to_record(GAME, 2, {}, (*LOG[:2], Move(Seat(1), "lift")))


NO_ENTRY = "an entry has a seat from -1 to 1 and a text to do"


@pytest.mark.parametrize(
    ("change", "entry", "reason"),
    [
        (lambda r: r["log"][3].update(do="bid 3x1"), 4, "Anything up to 3 × 2 is too low: bid 3 × 3 or more"),
        (lambda r: r["log"][3].update(do="bid 8x2"), 5, 'events 1 should be {"event": "lift", "bidder": 0, '),
        (lambda r: r["log"][1].update(do="roll 1 1 2 3 / 2 2 4 5 5"), 2, "The dice to roll are (5, 5), not (4, 5)."),
        (lambda r: r["log"][2].update(do="bid  3x2"), 3, "This is not an action of Bluff: bid  3x2"),
        (lambda r: r["log"].clear(), 1, "the log ends before the match does"),
        (lambda r: r["log"].append({"seat": 1, "do": "lift"}), 6, "the match is over before this entry"),
        (lambda r: r["log"].append(None), 6, f"{NO_ENTRY}, not null"),
        (lambda r: r["log"][2].update(seat=2), 3, NO_ENTRY),
        (lambda r: r["log"][2].update(seat=True), 3, NO_ENTRY),
        (lambda r: r["log"][2].update(do=["lift"]), 3, NO_ENTRY),
        (lambda r: r["log"][2].update(note="!"), 3, "note does not belong here"),
        (lambda r: r["log"][4].pop("events"), 5, "events is missing"),
        (lambda r: r["log"][4]["events"].append(LIFT), 5, "events should list 1, not 2"),
        (lambda r: r["log"][4]["events"][0].update(count=4.0), 5, "events 1 should be"),
        (lambda r: r["log"][2].update(legal=["lift"]), 3, "legal should list 60, not 1"),
        (lambda r: r.update(format="finte/2"), None, 'format should be "finte/1", not "finte/2"'),
        (lambda r: r.update(game="poker"), None, f'game should be one of {", ".join(GAMES)}, not "poker"'),
        (lambda r: r.update(game=["bluff"]), None, "game should be one of bluff"),
        (lambda r: r.update(seats=7), None, "bluff is for 2 to 6 players"),
        (lambda r: r.update(seats=True), None, "seats should be a number, not true"),
        (lambda r: r.update(options={}), None, "reroll is missing"),
        (lambda r: r.update(options=None), None, "null is not an object"),
        (lambda r: r["options"].update(jokers=True), None, "jokers does not belong here"),
        (lambda r: r.update(log={}), None, "log should be a list, not {}"),
        (lambda r: r.pop("result"), None, "result is missing"),
        (lambda r: r["result"].update(scores=[5, 0]), None, 'result should be {"scores": [0, 5], "places": [2, 1]}'),
        (lambda r: r["result"].update(places=[2, True]), None, "result should be"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_false_is_named(change: Callable[[dict[str, Any]], object], entry: int | None, reason: str) -> None:
    found = fault(changed(change))

    assert found[0] == entry
    assert found[1].startswith(reason)


def test_a_list_of_legal_actions_is_checked_and_belongs_to_all_decisions_or_none() -> None:
    record = to_record(GAME, 2, {}, LOG, legal=True)
    record["log"][3].pop("legal")
    assert fault(record) == (4, "legal is missing")

    record = to_record(GAME, 2, {}, LOG, legal=True)
    record["log"][4]["legal"].reverse()
    assert fault(record) == (5, 'legal 1 should be "bid 9x3", not "lift"')


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "Expecting value"),
        (b"\xff", "'utf-8' codec can't decode"),
        ("[]", "[] is not an object"),
        (to_line(RECORD) * 2, "Extra data"),
        ('{"format":"finte/1","format":"finte/1"}', "a key stands twice in one object"),
        ('{"format":NaN}', "NaN is not a number"),
        ('{"seats":' + "9" * 5000 + "}", "Exceeds the limit"),
        ("[" * 100_000, "nested too deeply"),
    ],
    ids=["empty", "no text", "list", "twice", "double key", "nan", "long number", "deep"],
)
def test_what_is_no_json_object_is_no_record(line: str | bytes, reason: str) -> None:
    found = fault(line)

    assert found[0] is None
    assert found[1].startswith(reason)


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update({"k" * 1_000_000: 1}),
        lambda r: r.update(game="x" * 1000),
        lambda r: r["log"][0].update(do="roll" + " / 1" * 1_000_000),
    ],
    ids=["a key", "a value", "a roll"],
)
def test_what_is_long_is_cut_in_the_reason(change: Callable[[dict[str, Any]], object]) -> None:
    assert len(fault(changed(change))[1]) <= 500
