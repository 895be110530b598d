"""Makes verification files of simulated matches, as /verify does, and changes them."""

import copy
import hashlib
import json
from dataclasses import replace
from random import Random
from typing import Any

from bot.matches.history import verified
from bot.tables.deals import digests_of, terms_of
from bot.tables.table import Person, Place, Table
from games.catalogue import GAMES
from games.core import Move, Options, play_out
from games.sealed import KEY_BYTES, Seal, fingerprint

File = dict[str, Any]

WORDS = ("", "seven seas", "Glück & Pech", "")


def options_for(game: str, seats: int, rng: Random) -> Options:
    """Any options of a match, with few rounds."""
    return {
        option.key: rng.random() < 0.5 if isinstance(option.default, bool) else rng.randint(1, min(option.high, 3))
        for option in GAMES[game].game.options(seats)
        if not option.for_lessons
    }


def sealed_match(
    game: str, seats: int, options: Options, rng: Random, number: int = 17
) -> tuple[Table, list[Move], Seal]:
    """A match between random players that has just ended, and what all of its chance came from."""
    key = rng.randbytes(KEY_BYTES)
    people = tuple(Person(seat + 1, f"Player {seat}", rng.choice(WORDS)) for seat in range(seats))
    rules = GAMES[game].game
    table = Table(number, game, rules.rules_version, options, seats, "over", Place(1, 2), 1, 0, people)
    table = replace(table, fingerprint=fingerprint(key, terms_of(table)))
    seal = Seal(key, digests_of(people))
    return table, play_out(rules, seats, options, GAMES[game].computers["random"], rng, source=seal), seal


def any_match(seed: int, game: str | None = None) -> tuple[Table, list[Move], Seal]:
    """A match of any game, number of seats and options."""
    rng = Random(seed)
    chosen = game or [*GAMES][seed % len(GAMES)]
    seats = rng.choice(GAMES[chosen].game.seats)
    return sealed_match(chosen, seats, options_for(chosen, seats, rng), rng, seed + 1)


def file_of(table: Table, log: list[Move], seal: Seal) -> File:
    """The file that /verify attaches."""
    content = verified(table, log, seal).file
    assert content is not None
    found: File = json.loads(content)
    return found


def consistent(file: File) -> File:
    """The file with all counts and the hash of its log set right, as a forger would do it."""
    changed = copy.deepcopy(file)
    log = changed["log"]
    changed["moves"], changed["draws"] = len(log), sum(move["seat"] == -1 for move in log)
    text = "".join(f"{move['seat']} {move['do']}\n" for move in log)
    changed["log_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    return changed
