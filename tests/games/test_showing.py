"""A record as plain text, whole or as one seat saw it."""

import json
from random import Random

import pytest

from games.__main__ import told
from games.catalogue import GAMES
from games.core import CHANCE, Seat, play_out
from games.record import Record, read, to_line, to_record
from tests.games.test_record import RECORD


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
