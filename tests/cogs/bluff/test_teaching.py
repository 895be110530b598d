"""A review's reasons at Bluff agree with common sense, or say why not."""

import pytest

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


@pytest.mark.parametrize(
    ("cups", "better"),
    [("3 3 / 5 5 5", "bid 3x5"), ("3 3 3 3 3 / 2", "bid 3x2")],
    ids=["likely to be right", "likelier than the doubt"],
)
def test_a_likely_bid_needs_no_excuse(cups: str, better: str) -> None:
    assert ALL_THE_SAME not in instead_of_doubting(cups, "bid 2x2", better)
