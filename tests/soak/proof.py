"""The invariants after a soak, read from the stopped bot's database and its log."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.store.connection import open_database
from bot.store.operations import move
from games.__main__ import main as games
from games.catalogue import GAMES
from games.core import complete
from games.record import to_line, to_record
from tests.end_to_end.ledger import Ledger, StoredMatch, check, stored
from tests.end_to_end.proof import wrong_sums
from tests.soak.log import Fault, unexplained
from tests.soak.secrets import Secrets


@dataclass(frozen=True)
class Evidence:
    """What was seen from outside, and what the bot has left behind.

    Shape: the `known` matches have been played to the end; `forgotten` as for `check`; `malformed` are requests;
    `faults` explain errors in the log.
    """

    ledger: Ledger
    secrets: Secrets
    known: set[int]
    forgotten: set[int]
    malformed: list[str]
    faults: list[Fault]
    database: Path
    log: str


async def copy_to_file(address: str, database: Path) -> None:
    """Copies a database from a server to this file, where the proof reads it."""
    async with open_database(address) as server, open_database(f"sqlite+aiosqlite:///{database}") as file:
        await move(server, file)


async def broken(seen: Evidence) -> list[str]:
    """Every invariant that doesn't hold, in a sentence each."""
    found = [*_broken_database(seen.database)]
    try:
        check(seen.ledger, seen.database, seen.forgotten)
    except AssertionError as error:
        found.append(f"what was acknowledged isn't what is stored: {error}")
    matches = stored(seen.database)
    found += [
        f"match {match.id} is {match.phase}" for match in matches if match.phase != "over" and match.id in seen.known
    ]
    records = _records(matches, seen.database.parent)
    if records.stat().st_size and games(["check", str(records)]):
        found.append("a record breaks the rules")
    found += await wrong_sums(seen.database)
    found += seen.secrets.shown(matches)
    found += seen.malformed
    found += ["the log has an interaction's token" for token in seen.secrets.tokens if token in seen.log]
    found += [f"in the log, and no fault explains it: {line}" for line in unexplained(seen.log, seen.faults)]
    return found


def _records(matches: list[StoredMatch], folder: Path) -> Path:
    """The file with the records of all matches that are over."""
    file = folder / "records.jsonl"
    with file.open("w") as lines:
        for match in matches:
            if match.phase == "over" and not match.is_lesson:
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
