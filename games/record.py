"""The portable record of a match: one JSON object on one line.

A record says the same thing twice, as moves and as what came of them, so that a reader can hold the one against the
other. `to_record` writes it from the moves; `read` believes nothing and plays them again.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from games.catalogue import GAMES
from games.core import CHANCE, A, Game, Move, Options, Outcome, PlayerError, Seat, State, V, complete

FORMAT: Final = "finte/1"

MOST_OF_A_VALUE = 200
MOST_OF_A_REASON = 500
"""Units: characters. Anybody may write a record, so what is quoted from one is kept short."""

Json = dict[str, Any]
"""An object of a record: whatever has not been checked yet, or what is about to be written."""


class RecordError(Exception):
    """A record that is not true, or not a record. `entry` counts from 1, None where it is about no entry."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(_cut(reason, MOST_OF_A_REASON))
        self.entry = entry


class Record(NamedTuple):
    """A finished match, read from its record and proved by replay."""

    game: str
    seats: int
    options: Options
    log: tuple[Move, ...]
    outcome: Outcome


def to_record(game: Game[A, V], seats: int, options: Options, log: Iterable[Move], *, legal: bool = False) -> Json:
    """The record of a finished match; with `legal`, every decision lists what else could have been done.

    Raises: ValueError when the match is not over; MalformedAction, IllegalAction where the log breaks the rules.
    """
    state = game.start(seats, options)
    entries: list[Json] = []
    for move in log:
        entry, state = _play(game, state, move, legal=legal)
        entries.append(entry)
    if state.outcome is None:
        raise ValueError("only a match that was played to its end has a record")
    return {
        "format": FORMAT,
        "game": game.key,
        "seats": seats,
        "options": _recorded(game, seats, options),
        "log": entries,
        "result": _result(state.outcome),
    }


def to_line(record: Mapping[str, object]) -> str:
    """The record's one line, without its end."""
    return json.dumps(record, separators=(",", ":"))


def read(line: bytes) -> Record:
    """The match that `line` records, checked move by move against the rules. Raises: RecordError."""
    try:
        record = _object(_parse(line), {"format", "game", "seats", "options", "log", "result"})
        game, seats, options = _match(record)
        moves, outcome = _check_log(game, seats, options, record["log"])
        _compare("result", record["result"], _result(outcome))
    except ValueError as error:
        raise RecordError(str(error)) from None
    except RecursionError:
        raise RecordError("nested too deeply") from None
    return Record(game.key, seats, complete(game.options(seats), options), moves, outcome)


def _parse(line: bytes) -> object:
    """Raises: ValueError, also where Python would let a key stand twice or a number be none."""
    return json.loads(line.decode(), object_pairs_hook=_unique, parse_constant=_no_number)


def _unique(pairs: list[tuple[str, object]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _object(value: object, keys: set[str]) -> Json:
    if not isinstance(value, dict):
        raise ValueError(f"{_short(value)} is not an object")
    if missing := sorted(keys - set(value)):
        raise ValueError(f"{missing[0]} is missing")
    if unknown := sorted(set(value) - keys):
        raise ValueError(f"{_cut(unknown[0], MOST_OF_A_VALUE)} does not belong here")
    return value


def _match(record: Json) -> tuple[Game[Any, Any], int, Options]:
    """Game, seats and options, still to be refused by the game itself."""
    _compare("format", record["format"], FORMAT)
    key, seats, options = record["game"], record["seats"], record["options"]
    if not isinstance(key, str) or key not in GAMES:
        raise ValueError(f"game should be one of {', '.join(GAMES)}, not {_short(key)}")
    if type(seats) is not int:
        raise ValueError(f"seats should be a number, not {_short(seats)}")
    game = GAMES[key].game
    return game, seats, _object(options, set(_recorded(game, seats, options if isinstance(options, dict) else {})))


def _recorded(game: Game[Any, Any], seats: int, options: Options) -> dict[str, object]:
    """The options that a record has: every one with its value, those for lessons only where they are used."""
    found = {option.key: options.get(option.key, option.default) for option in game.options(seats)}
    return {
        option.key: found[option.key]
        for option in game.options(seats)
        if not option.for_lessons or found[option.key] != option.default
    }


def _check_log(game: Game[A, V], seats: int, options: Options, entries: object) -> tuple[tuple[Move, ...], Outcome]:
    """The moves and where they lead. Raises: RecordError with the first entry that the rules refuse."""
    if not isinstance(entries, list):
        raise ValueError(f"log should be a list, not {_short(entries)}")
    state = game.start(seats, options)
    legal = any(isinstance(entry, dict) and "legal" in entry for entry in entries)
    moves = []
    for number, entry in enumerate(entries, 1):
        try:
            move = _move(entry, seats)
            if state.outcome:
                raise ValueError("the match is over before this entry")
            expected, state = _play(game, state, move, legal=legal)
            for key, value in _object(entry, set(expected)).items():
                _compare(key, value, expected[key])
        except (PlayerError, ValueError) as error:
            raise RecordError(str(error), number) from None
        moves.append(move)
    if state.outcome is None:
        raise RecordError("the log ends before the match does", len(entries) + 1)
    return tuple(moves), state.outcome


def _move(entry: object, seats: int) -> Move:
    match entry:
        case {"seat": int(seat), "do": str(text)} if type(seat) is int and seat in range(CHANCE, seats):
            return Move(Seat(seat), text)
    raise ValueError(f"an entry has a seat from {CHANCE} to {seats - 1} and a text to do, not {_short(entry)}")


def _play(game: Game[A, V], state: State[A, V], move: Move, *, legal: bool) -> tuple[Json, State[A, V]]:
    """The entry that belongs to `move`, and the state after it. Raises: MalformedAction, IllegalAction."""
    action = game.parse_action(move.text)
    step = state.apply(move.seat, action)
    entry: Json = {"seat": move.seat, "do": move.text}
    if legal and move.seat != CHANCE:
        entry["legal"] = [option.to_text() for option in state.view(move.seat).legal_actions]
    if events := [event for event in (event.to_record() for event in step.events) if event is not None]:
        entry["events"] = events
    return entry, step.state


def _result(outcome: Outcome) -> Json:
    return {"scores": list(outcome.scores), "places": list(outcome.places)}


def _compare(key: str, given: object, expected: object) -> None:
    """Raises: ValueError naming the first difference."""
    if _same(given, expected):
        return
    if isinstance(given, list) and isinstance(expected, list):
        if len(given) != len(expected):
            raise ValueError(f"{key} should list {len(expected)}, not {len(given)}")
        index = [_same(*pair) for pair in zip(given, expected, strict=True)].index(False)
        key, given, expected = f"{key} {index + 1}", given[index], expected[index]
    raise ValueError(f"{key} should be {_short(expected)}, not {_short(given)}")


def _same(one: object, other: object) -> bool:
    """Compares as texts, in which 1, 1.0 and true are three things."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _short(value: object) -> str:
    return _cut(json.dumps(value), MOST_OF_A_VALUE)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."
