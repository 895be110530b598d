"""Chance for the games: quick or sealed, and the same deals for everyone whose seal is the same."""

from random import Random
from typing import Any, Final

import pytest

from games.bluff.actions import rolls
from games.catalogue import GAMES
from games.chance import below, chance_of, shuffled
from games.core import CHANCE, Game, Move, draws, play_out
from games.sealed import NO_WORDS, Seal

KEY: Final = bytes(range(32))
EVERY_GAME: Final = pytest.mark.parametrize("game", [one.game for one in GAMES.values()], ids=lambda game: game.key)
BOUNDS: Final = {"volltreffer": {"max_rounds": 2}}


def seal(seats: int, key: bytes = KEY) -> Seal:
    return Seal(key, (NO_WORDS,) * seats)


def chance_in(log: list[Move]) -> list[str]:
    return [move.text for move in log if move.seat == CHANCE]


def sealed_match(game: Game[Any, Any], players: int, key: bytes = KEY) -> list[str]:
    """The rolls and deals of a random match, whose players are drawn from another source."""
    seats = game.seats[-1]
    random = GAMES[game.key].computers["random"]
    options = BOUNDS.get(game.key, {})
    return chance_in(play_out(game, seats, options, random, Random(players), source=seal(seats, key)))


def test_a_seal_has_a_stream_for_each_draw() -> None:
    assert below(1000, chance_of(seal(2), 4)) == seal(2).stream(4).below(1000)
    assert shuffled(range(9), chance_of(seal(2), 4)) == seal(2).stream(4).shuffled(range(9))


@EVERY_GAME
def test_the_first_draws_are_the_same_whoever_plays(game: Game[Any, Any]) -> None:
    first = sealed_match(game, 1)[0]

    assert sealed_match(game, 1) == sealed_match(game, 1)
    assert sealed_match(game, 2)[0] == first
    assert sealed_match(game, 1, bytes(32))[0] != first


@pytest.mark.parametrize("key", ["tuecke", "volltreffer"])
def test_cards_follow_from_the_number_of_the_draw_alone(key: str) -> None:
    """Between two deals, everyone may do what they like; who deals can follow from it."""
    one, other = (sealed_match(GAMES[key].game, players) for players in (1, 2))
    both = zip(one, other, strict=False)

    assert all(left.split(" ")[2:] == right.split(" ")[2:] for left, right in both)


def test_each_draw_that_is_due_has_its_own_number() -> None:
    bluff = GAMES["bluff"].game
    drawn = list(draws(bluff.start(3, {}), seal(3), 4))

    expected = [rolls(seal(3).stream(4 + number), (5, 5, 5)) for number in range(len(drawn))]
    assert [draw.action.dice for draw in (drawn[0], drawn[-1])] == [expected[0], expected[-1]]
