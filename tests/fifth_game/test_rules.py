"""Higher by its rules, and what it counts."""

from random import Random

import pytest

from games.core import CHANCE, IllegalAction, Seat, State
from tests.fifth_game.game import CARDS, GAME, Action, Bet, Deal, HigherView
from tests.fifth_game.registered import LISTING
from tests.games.counted import counted

Match = State[Action, HigherView]


def dealt(*cards: int, rounds: int = 1) -> Match:
    """A match whose first cards have just been dealt."""
    return GAME.start(len(cards), {"rounds": rounds}).apply(CHANCE, Deal(cards)).state


def all_bet(state: Match, *bets: int) -> Match:
    for seat, points in enumerate(bets):
        state = state.apply(Seat(seat), Bet(points)).state
    return state


def test_two_to_four_play() -> None:
    """1.1"""
    with pytest.raises(ValueError, match="2 to 4 players"):
        GAME.start(5, {})


def test_everyone_sees_only_their_own_card() -> None:
    """1.2"""
    state = dealt(3, 7)

    assert (state.view(Seat(0)).card, state.view(Seat(1)).card, state.view(None).card) == (3, 7, None)


def test_everyone_bets_at_once() -> None:
    """1.3"""
    state = dealt(3, 7).apply(Seat(1), Bet(2)).state

    assert state.to_act == {Seat(0)}
    with pytest.raises(IllegalAction):
        state.apply(Seat(1), Bet(3))


def test_the_highest_card_takes_the_bets_of_the_others() -> None:
    """1.4"""
    (result,) = all_bet(dealt(3, 7, 1), 2, 3, 1).view(None).table.results

    assert result.gains == (-2, 3, -1)


def test_most_points_win() -> None:
    """1.5"""
    outcome = all_bet(dealt(3, 7, 1), 2, 3, 1).outcome

    assert outcome
    assert outcome.places == (3, 1, 2)


def test_cards_dealt_by_chance_are_different() -> None:
    """1.1, 1.2"""
    cards = GAME.start(4, {}).sample_chance(Random(1)).cards

    assert len({*cards} & {*CARDS}) == len(cards)


def test_rounds_won_and_bets_are_counted() -> None:
    rounds = ("deal 3 7", "bet 2", "bet 3", "deal 1 9", "bet 1", "bet 1")
    first, second, *_ = counted(LISTING, GAME.start(2, {}), *rounds)

    assert first == {"won": (0, 2), "bet": (3, 2)}
    assert second == {"won": (2, 2), "bet": (4, 2)}


def test_a_round_that_breaks_off_is_not_counted() -> None:
    assert not any(counted(LISTING, GAME.start(2, {}), "deal 3 7", "bet 2"))
