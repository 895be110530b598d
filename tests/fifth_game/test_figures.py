"""What Higher counts."""

from tests.fifth_game.game import GAME
from tests.fifth_game.registered import LISTING
from tests.games.counted import counted


def test_rounds_won_and_bets_are_counted() -> None:
    rounds = ("deal 3 7", "bet 2", "bet 3", "deal 1 9", "bet 1", "bet 1")
    first, second, *_ = counted(LISTING, GAME.start(2, {}), *rounds)

    assert first == {"won": (0, 2), "bet": (3, 2)}
    assert second == {"won": (2, 2), "bet": (4, 2)}


def test_a_round_that_breaks_off_is_not_counted() -> None:
    assert not any(counted(LISTING, GAME.start(2, {}), "deal 3 7", "bet 2"))
