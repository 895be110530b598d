"""The values and checks that all games share."""

from random import Random
from typing import Any

import pytest

from games.bluff import GAME
from games.catalogue import GAMES
from games.core import CHANCE, IMPOSSIBLE, Game, IllegalAction, Move, Option, Options, Seat, complete, draws, replay

OPTIONS = (Option("jokers", default=False), Option("rounds", default=4, low=1, high=9))


def test_options_left_out_have_their_defaults() -> None:
    assert complete(OPTIONS, {"rounds": 9}) == {"jokers": False, "rounds": 9}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"rounds": 0}, "option rounds takes a number from 1 to 9, not "),
        ({"rounds": 10}, "option rounds takes a number from 1 to 9, not "),
        ({"rounds": True}, "option rounds takes a number from 1 to 9, not True"),
        ({"jokers": 1}, "option jokers takes true or false, not 1"),
        ({"hands": 3}, "unknown option hands"),
    ],
)
def test_an_option_that_a_game_does_not_have_is_refused(given: Options, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        complete(OPTIONS, given)


@pytest.mark.parametrize("seat", [-2, 2, 9])
@pytest.mark.parametrize("game", [listing.game for listing in GAMES.values()], ids=lambda game: game.key)
def test_a_seat_that_does_not_exist_has_no_move(game: Game[Any, Any], seat: int) -> None:
    seats = game.seats.start

    with pytest.raises(IllegalAction):
        replay(game, seats, {}, [Move(Seat(seat if seat < 0 else seats + seat), "lift")])


def test_all_dice_that_are_due_are_drawn() -> None:
    drawn = list(draws(GAME.start(2, {}), Random(1)))

    *openings, last = [draw.action.to_text().split()[0] for draw in drawn]
    assert (set(openings), last) == ({"opening"}, "roll")
    assert CHANCE not in drawn[-1].step.state.to_act


def test_what_no_button_offers_has_one_sentence_for_players_and_its_reason_for_whoever_checks() -> None:
    error = IllegalAction.impossible("Player {dealer} does not deal.", dealer=3)

    assert (str(error), error.template, error.facts) == ("Player 3 does not deal.", IMPOSSIBLE, {})
