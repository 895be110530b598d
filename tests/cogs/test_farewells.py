"""What each game tells a player at the end of a match: how it ended for them, and one good thing."""

from dataclasses import replace
from random import Random

import pytest

from bot.matches.match import Match
from bot.pages.page import Text
from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.parts.scores import best_round
from games.catalogue import GAMES
from games.core import Seat, complete, play_out, replay
from games.figures import RunningFigures
from tests.cogs.tables import FRAME, seated
from tests.games.volltreffer.tables import leading, rest_of_round, standing

ROUNDS = [(4, 3, 0), (0, 2, 3)]
PEOPLE = tuple(Person(number, f"Person {number}") for number in range(1, 7))


@pytest.mark.parametrize(
    ("rounds", "seat", "praise"),
    [
        (ROUNDS, 0, "Nobody beat you in round 1: +4."),
        (ROUNDS, 1, "Your best round was round 1: +3."),
        (ROUNDS, 2, "Nobody beat you in round 2: +3."),
        (ROUNDS[:1], 0, ""),
        ([(0, 3, 2), (0, 3, 2)], 0, ""),
    ],
    ids=["best in a round", "second in a round", "best in another", "a single round", "without points"],
)
def test_a_players_best_round_is_praised(rounds: list[tuple[int, ...]], seat: int, praise: str) -> None:
    assert best_round(rounds, Seat(seat), ENGLISH) == praise


@pytest.mark.parametrize(
    ("ana", "praise"),
    [(59, "You landed in the zone."), (40, "Nobody took more tricks than you in the last round: 1.")],
)
def test_volltreffer_praises_the_zone_and_tricks(ana: int, praise: str) -> None:
    state = rest_of_round(standing(leading("r2", "y9", "b1"), ana, 61, 7))

    assert GAME_UIS["volltreffer"].praise(state.view(Seat(0)), {}, ENGLISH) == praise
    assert GAME_UIS["volltreffer"].praise(state.view(Seat(2)), {}, ENGLISH) == ""


@pytest.mark.parametrize("game", GAMES)
def test_every_loser_reads_one_good_thing(game: str) -> None:
    """In matches that computers play, each with its figures."""
    listing, ui = GAMES[game], GAME_UIS[game]
    seats = listing.game.seats[-1]
    for seed in range(2):
        state = replay(
            listing.game, seats, {}, play_out(listing.game, seats, {}, listing.computers["easy"], Random(seed))
        )
        options = complete(listing.game.options(seats), {})
        table = replace(seated(*PEOPLE[:seats], phase="over", options=options), game=game)
        match = Match(table, state, figures=RunningFigures(tuple({} for _ in range(seats))))
        assert state.outcome is not None
        for person, place in zip(PEOPLE, state.outcome.places, strict=False):
            (text, *_) = FRAME.panel(match, person.user_id, "en").parts
            assert isinstance(text, Text)
            lines = text.content.splitlines()
            assert lines[1] == ui.farewell(table, match.view(Seat(person.user_id - 1)), ENGLISH)
            assert len(lines) == (3 if place == 1 else 4)
