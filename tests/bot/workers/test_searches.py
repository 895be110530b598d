"""Searches for hard computer players and for reviews find something within their time, and legal actions only."""

import pytest

from bot.workers.searches import judge, search
from games.catalogue import GAMES
from games.core import Seat
from games.review import Look, decisions
from tests.bot.finished import played_out
from tests.bot.positions import position


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_a_legal_action_and_judges_another(game: str) -> None:
    view, seats = position(game), GAMES[game].game.seats.start
    chosen = next(decisions(GAMES[game].game, seats, {}, played_out(game, seats), Seat(0)))
    verdict = judge(game, Look(chosen, 0.05))

    view.check(search(game, view, 1, 0.05).action)
    assert verdict.number == chosen.number
    assert verdict.samples
