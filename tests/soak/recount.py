"""Counts wins, points and matches once more, from the records alone, and compares them with every sum that is stored.

A recount by the bot itself (`tests/end_to_end/proof.py`) would repeat a mistake in the rule. This one shares no code
with it, but follows the same published rule (`bot/tables/standings.py`), as far as a soak needs it: there, a match of
which somebody has a result is always played to its end.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from operator import add
from pathlib import Path
from typing import Any, NamedTuple

from tests.end_to_end.ledger import StoredMatch

BEHIND_ALL = 1_000
"""The place of a person who has left, or is away at the end."""

ALL_GAMES = ""

Who = tuple[int, str, str]
"""A person, a game, and "people" or "computer": whom the match was played against."""


class Sums(NamedTuple):
    """What matches count for somebody."""

    matches: int
    wins: int
    points: int


Counted = Mapping[tuple[int, int], tuple[Who, Sums]]
"""What a match counts for a person, by their ids."""


def wrong_counts(database: Path, matches: Iterable[StoredMatch]) -> Iterator[str]:
    """A sentence for each number that isn't what the records add up to. Shape: `matches` are all that are stored."""
    with closing(sqlite3.connect(database)) as db:
        present = _present(db)
        counted = dict(found for match in matches for found in _counted(match, present.get(match.id)))
        yield from _differences("results", _results(db), {key: sums for key, (_, sums) in counted.items()})
        yield from _differences("ratings, all games", _ratings(db, ALL_GAMES), _added(counted, is_by_game=False))
        by_game = _added(counted, is_by_game=True)
        for game in sorted({game for _, game, _ in by_game}):
            theirs = {who: sums for who, sums in by_game.items() if who[1] == game}
            yield from _differences(f"ratings, {game}", _ratings(db, game), theirs)


def _present(db: sqlite3.Connection) -> dict[int, list[bool]]:
    """Who makes their own moves, by match and seat. Shape: without lessons and daily matches, which don't count."""
    rows = db.execute("SELECT id, clocks FROM matches WHERE NOT is_lesson AND day IS NULL")
    return {match_id: [clock["presence"] == "here" for clock in json.loads(clocks)] for match_id, clocks in rows}


def _counted(match: StoredMatch, present: list[bool] | None) -> Iterator[tuple[tuple[int, int], tuple[Who, Sums]]]:
    """What the match counts for each person who hasn't deleted their data. Shape: `present` by seat."""
    if present is None or match.phase != "over":
        return
    *_, (_, _, last) = match.positions()
    people = {seat: user_id for seat, user_id in enumerate(match.people) if user_id is not None}
    field = "people" if len(people) > 1 else "computer"
    places = {
        seat: place if seat not in people or present[seat] else BEHIND_ALL
        for seat, place in enumerate(last.outcome.places)
        if seat in people or field == "computer"
    }
    for seat, user_id in people.items():
        if user_id > 0:
            won = places[seat] == min(places.values()) < BEHIND_ALL
            sums = Sums(1, int(won), sum(place > places[seat] for place in places.values()))
            yield (match.id, user_id), ((user_id, match.game, field), sums)


def _added(counted: Counted, *, is_by_game: bool) -> dict[Who, Sums]:
    """Everyone's sums."""
    found: dict[Who, Sums] = {}
    for (user_id, game, field), sums in counted.values():
        who = (user_id, game if is_by_game else ALL_GAMES, field)
        found[who] = Sums(*map(add, found.get(who, Sums(0, 0, 0)), sums))
    return found


def _results(db: sqlite3.Connection) -> Mapping[object, tuple[int, ...]]:
    rows = db.execute("SELECT match_id, user_id, 1, won, points FROM results WHERE user_id > 0")
    return {(match_id, user_id): tuple(sums) for match_id, user_id, *sums in rows}


def _ratings(db: sqlite3.Connection, game: str) -> Mapping[object, tuple[int, ...]]:
    """Everyone's sums since the beginning, as a leaderboard shows them."""
    rows = db.execute(
        "SELECT user_id, game, field, matches, wins, points FROM ratings WHERE season = 'all' AND game = ? AND scope",
        [game],
    )
    return {(user_id, game, field): tuple(sums) for user_id, game, field, *sums in rows}


def _differences(
    kind: str, stored: Mapping[object, tuple[int, ...]], counted: Mapping[Any, tuple[int, ...]]
) -> Iterator[str]:
    for key in sorted({*stored, *counted}, key=repr):
        if stored.get(key) != counted.get(key):
            yield f"{kind} of {key}: {stored.get(key)} is stored, but the records add up to {counted.get(key)}"
