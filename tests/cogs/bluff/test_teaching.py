"""A review's reasons at Bluff agree with common sense, or say why not."""

from bot.words import ENGLISH
from cogs.bluff.teaching import reason
from games.bluff import GAME
from games.bluff.actions import LIFT
from tests.games.bluff.tables import act, on_turn, table

ALL_THE_SAME = "It was better all the same"


def instead_of_doubting(cups: str, bid: str, better: str) -> str:
    """The reason why the second player should have made another bid, and not doubted this one."""
    state = act(table(cups), bid)
    return reason(state.view(on_turn(state)), LIFT, GAME.parse_action(better), ENGLISH)


def test_a_bid_that_is_better_than_a_likely_doubt_says_what_the_next_player_would_have_done() -> None:
    told = instead_of_doubting("3 3 / 5", "bid 2x2", "bid 2x*")

    assert "was 11% likely to be right. A bid of " in told
    assert ALL_THE_SAME in told


def test_a_bid_that_is_likely_to_be_right_needs_no_excuse() -> None:
    assert ALL_THE_SAME not in instead_of_doubting("3 3 / 5 5 5", "bid 2x2", "bid 3x5")


def test_a_bid_that_is_likelier_than_the_doubt_needs_no_excuse() -> None:
    assert ALL_THE_SAME not in instead_of_doubting("3 3 3 3 3 / 2", "bid 2x2", "bid 3x2")
