"""Searches for hard computer players and for reviews find something within their time, and legal actions only."""

import pytest

from bot.workers.searches import judge, search
from games.catalogue import GAMES
from games.core import Seat
from games.review import decisions
from tests.bot.finished import played_out
from tests.bot.positions import position

SECONDS = 0.05


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_a_legal_action(game: str) -> None:
    view = position(game)

    view.check(search(game, view, 1, SECONDS).action)


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_judged_within_its_time(game: str) -> None:
    seats = GAMES[game].game.seats.start
    chosen = next(decisions(GAMES[game].game, seats, {}, played_out(game, seats), Seat(0)))

    verdict = judge(game, chosen, SECONDS)

    assert verdict.number == chosen.number
    assert verdict.samples
