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


def with_legal() -> dict[str, Any]:
    return to_record(GAME, 2, {}, LOG, legal=True)


def fault(line: str | dict[str, Any]) -> tuple[int | None, str]:
    """The entry at which a line is refused, and the reason."""
    with pytest.raises(RecordError) as error:
        read((line if isinstance(line, str) else json.dumps(line)).encode())
    return error.value.entry, str(error.value)


def changed(change: Callable[[dict[str, Any]], object], *, legal: bool = False) -> dict[str, Any]:
    record = with_legal() if legal else json.loads(json.dumps(RECORD))
    change(record)
    return record


def reasons(value: object) -> str:
    """The name of a test case: its reason."""
    return value if isinstance(value, str) else ""


def test_a_record_holds_the_match() -> None:
    assert to_record(GAME, 2, {}, LOG) == RECORD


def test_a_record_is_one_compact_line() -> None:
    assert to_line({"seats": 2, "log": [{"do": "lift"}]}) == '{"seats":2,"log":[{"do":"lift"}]}'


def test_a_record_reads_back_as_the_match() -> None:
    assert read(to_line(RECORD).encode()) == ("bluff", 2, {"reroll": False}, LOG, Outcome((0, 5), (2, 1)))


def test_legal_actions_stand_on_decisions_in_the_order_of_the_engine() -> None:
    log = with_legal()["log"]

    assert ["legal" in entry for entry in log] == [False, False, True, True, True]
    assert log[4]["legal"] == ["bid 9x3", "bid 9x4", "bid 9x5", "bid 5x*", *(f"bid 10x{face}" for face in range(1, 6)),
                               "bid 6x*", "bid 7x*", "bid 8x*", "bid 9x*", "bid 10x*", "lift"]  # fmt: skip


def test_a_record_with_legal_actions_is_read_too() -> None:
    assert read(to_line(with_legal()).encode()).log == LOG


def test_a_match_that_goes_on_has_no_record() -> None:
    with pytest.raises(ValueError, match="played to its end"):
        to_record(GAME, 2, {}, LOG[:-1])


def test_a_log_that_breaks_the_rules_has_no_record() -> None:
    with pytest.raises(IllegalAction, match="There's no bid to doubt yet"):
        to_record(GAME, 2, {}, (*LOG[:2], Move(Seat(1), "lift")))


@pytest.mark.parametrize(
    ("change", "entry", "reason"),
    [
        (lambda r: r["log"][3].update(do="bid 3x1"), 4, "Anything up to 3 × 2 is too low: bid 3 × 3 or more"),
        (lambda r: r["log"][3].update(do="bid 8x2"), 5, 'events 1 should be {"event": "lift", "bidder": 0, '),
        (lambda r: r["log"][3].update(seat=1), 4, "That isn't possible right now."),
        (lambda r: r["log"][1].update(do="roll 1 1 2 3 / 2 2 4 5 5"), 2, "The dice to roll are (5, 5), not (4, 5)."),
        (lambda r: r["log"][2].update(do="bid  3x2"), 3, "This is not an action of Bluff: bid  3x2"),
        (lambda r: r["log"].pop(), 5, "the log ends before the match does"),
        (lambda r: r["log"].clear(), 1, "the log ends before the match does"),
        (lambda r: r["log"].append({"seat": 1, "do": "lift"}), 6, "the match is over before this entry"),
        (lambda r: r["log"].append(None), 6, "an entry has a seat from -1 to 1 and a text to do, not null"),
        (lambda r: r["log"][2].update(seat=2), 3, "an entry has a seat from -1 to 1 and a text to do"),
        (lambda r: r["log"][2].update(seat=True), 3, "an entry has a seat from -1 to 1 and a text to do"),
        (lambda r: r["log"][2].update(seat=1.0), 3, "an entry has a seat from -1 to 1 and a text to do"),
        (lambda r: r["log"][2].update(do=["lift"]), 3, "an entry has a seat from -1 to 1 and a text to do"),
        (lambda r: r["log"][2].pop("do"), 3, "an entry has a seat from -1 to 1 and a text to do"),
        (lambda r: r["log"][2].update(note="!"), 3, "note does not belong here"),
        (lambda r: r["log"][2].update(events=[]), 3, "events does not belong here"),
        (lambda r: r["log"][4].pop("events"), 5, "events is missing"),
        (lambda r: r["log"][4]["events"].append(LIFT), 5, "events should list 1, not 2"),
        (lambda r: r["log"][4]["events"][0].update(count=4.0), 5, "events 1 should be"),
        (lambda r: r["log"][4]["events"][0].update(doubter=True), 5, "events 1 should be"),
    ],
    ids=reasons,
)
def test_a_false_entry_is_named(change: Callable[[dict[str, Any]], object], entry: int, reason: str) -> None:
    found = fault(changed(change))

    assert found[0] == entry
    assert found[1].startswith(reason)


@pytest.mark.parametrize(
    ("change", "entry", "reason"),
    [
        (lambda r: r["log"][2]["legal"].pop(), 3, "legal should list 60, not 59"),
        (lambda r: r["log"][4]["legal"].reverse(), 5, 'legal 1 should be "bid 9x3", not "lift"'),
        (lambda r: r["log"][3].pop("legal"), 4, "legal is missing"),
        (lambda r: r["log"][1].update(legal=[]), 2, "legal does not belong here"),
        (lambda r: r["log"][4].update(legal=None), 5, 'legal should be ["bid 9x3", '),
    ],
    ids=reasons,
)
def test_a_false_list_of_legal_actions_is_named(
    change: Callable[[dict[str, Any]], object], entry: int, reason: str
) -> None:
    found = fault(changed(change, legal=True))

    assert found[0] == entry
    assert found[1].startswith(reason)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.update(format="finte/2"), 'format should be "finte/1", not "finte/2"'),
        (lambda r: r.update(game="poker"), f'game should be one of {", ".join(GAMES)}, not "poker"'),
        (lambda r: r.update(game=["bluff"]), "game should be one of bluff"),
        (lambda r: r.update(seats=7), "bluff is for 2 to 6 players"),
        (lambda r: r.update(seats=2.0), "seats should be a number, not 2.0"),
        (lambda r: r.update(seats=True), "seats should be a number, not true"),
        (lambda r: r.update(options={}), "reroll is missing"),
        (lambda r: r.update(options=None), "null is not an object"),
        (lambda r: r.update(options={"reroll": 0}), "option reroll takes true or false, not 0"),
        (lambda r: r["options"].update(jokers=True), "jokers does not belong here"),
        (lambda r: r.update(log={}), "log should be a list, not {}"),
        (lambda r: r.update(note="!"), "note does not belong here"),
        (lambda r: r.pop("result"), "result is missing"),
        (lambda r: r["result"].update(scores=[5, 0]), 'result should be {"scores": [0, 5], "places": [2, 1]}'),
        (lambda r: r["result"].update(places=[2, True]), "result should be"),
        (lambda r: r["result"].update(winner=1), "result should be"),
    ],
    ids=reasons,
)
def test_a_false_frame_is_named(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    found = fault(changed(change))

    assert found[0] is None
    assert found[1].startswith(reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "Expecting value"),
        ("[]", "[] is not an object"),
        (to_line(RECORD)[:-1], "Expecting ',' delimiter"),
        (to_line(RECORD) * 2, "Extra data"),
        ('{"format":"finte/1","format":"finte/1"}', "a key stands twice in one object"),
        ('{"format":NaN}', "NaN is not a number"),
        ('{"seats":' + "9" * 5000 + "}", "Exceeds the limit"),
        ("[" * 100_000, "nested too deeply"),
    ],
    ids=["empty", "list", "cut", "twice", "double key", "nan", "long number", "deep"],
)
def test_what_is_no_json_object_is_no_record(line: str, reason: str) -> None:
    found = fault(line)

    assert found[0] is None
    assert found[1].startswith(reason)


def test_what_is_no_text_is_no_record() -> None:
    with pytest.raises(RecordError, match="can't decode"):
        read(b"\xff")


def test_a_long_key_is_cut_in_the_reason() -> None:
    for change in (
        lambda r: r.update({"k" * 1_000_000: 1}),
        lambda r: r["options"].update({"k" * 1_000_000: 1}),
        lambda r: r["log"][2].update({"k" * 1_000_000: 1}),
    ):
        assert len(fault(changed(change))[1]) < 300


def test_a_long_roll_is_cut_in_the_reason() -> None:
    assert len(fault(changed(lambda r: r["log"][0].update(do="roll" + " / 1" * 1_000_000)))[1]) <= 500


def test_a_long_value_is_cut_in_the_reason() -> None:
    reason = fault(changed(lambda r: r.update(game="x" * 1000)))[1]

    assert reason.endswith("...")
    assert len(reason) < 300
