"""The invariants after a soak, read from the stopped bot's database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from games.__main__ import main as games
from games.catalogue import GAMES
from games.core import complete
from games.record import to_line, to_record
from tests.end_to_end.child import Child
from tests.end_to_end.ledger import Ledger, StoredMatch, check, stored
from tests.end_to_end.proof import wrong_sums
from tests.end_to_end.recorder import Recorder


async def broken(child: Child, ledger: Ledger, recorder: Recorder, known: set[int], folder: Path) -> list[str]:
    """Every invariant that doesn't hold, in a sentence each. Shape: the `known` matches have been played to the end."""
    found = [*_broken_database(child.database)]
    try:
        check(ledger, child.database)
    except AssertionError as error:
        found.append(f"what was acknowledged isn't what is stored: {error}")
    matches = stored(child.database)
    found += [f"match {match.id} is {match.phase}" for match in matches if match.phase != "over" and match.id in known]
    if games(["check", str(_records(matches, folder))]):
        found.append("a record breaks the rules")
    found += [str(difference) for difference in await wrong_sums(child.database)]
    log = child.log
    found += ["the log has an interaction's token" for token in recorder.tokens if token in log]
    return found


def _records(matches: list[StoredMatch], folder: Path) -> Path:
    """The file with the records of all matches that are over."""
    file = folder / "records.jsonl"
    with file.open("w") as lines:
        for match in matches:
            if match.phase == "over":
                rules, seats = GAMES[match.game].game, len(match.people)
                record = to_record(rules, seats, complete(rules.options(seats), match.options), match.moves)
                lines.write(f"{to_line(record)}\n")
    return file


def _broken_database(database: Path) -> Iterator[str]:
    with closing(sqlite3.connect(database)) as db:
        for (problem,) in db.execute("PRAGMA integrity_check"):
            if problem != "ok":
                yield f"the database is damaged: {problem}"
        if db.execute("PRAGMA foreign_key_check").fetchall():
            yield "a row refers to one that isn't there"
        results = db.execute(
            "SELECT COUNT(*), (SELECT COUNT(*) FROM matches JOIN sitters ON match_id = matches.id"
            " WHERE phase = 'over' AND user_id IS NOT NULL) FROM results JOIN matches ON matches.id = match_id"
            " WHERE phase = 'over'"
        ).fetchone()
        if results[0] != results[1]:
            yield f"{results[1]} people have played to the end, but {results[0]} results are stored"
