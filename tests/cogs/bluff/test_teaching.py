"""Reasons at Bluff agree with common sense, or say why not, in reviews and in puzzles."""

import pytest

from bench.puzzles import reasons, table_of
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


@pytest.mark.parametrize(
    ("cups", "bid", "answer", "key", "holds"),
    [
        ("5 5 / 3 3 4", "bid 1x5", "bid 2x5", "backed", True),
        ("5 5 / 3 3 4", "bid 1x5", "bid 2x3", "backed", False),
        ("5 5 / 3 3 4", "bid 1x5", "bid 2x3", "least_room", True),
        ("5 5 / 3 3 4", "bid 1x5", "bid 2x4", "least_room", False),
        ("3 3 / 2 2", "bid 2x2", "bid 3x2", "unchecked", True),
        ("3 3 / 2 2", "bid 2x2", "bid 4x2", "unchecked", False),
        ("3 3 / 2", "bid 2x2", "lift", "no_way_up", True),
        ("3 3 / 2 2", "bid 2x2", "lift", "no_way_up", False),
    ],
)
def test_a_puzzles_reason_is_told_only_where_it_holds(cups: str, bid: str, answer: str, key: str, holds: bool) -> None:
    state = act(table(cups), bid)
    view = state.view(on_turn(state))

    held = reasons(GAME.key, table_of(GAME.key, 2, {}), view, GAME.parse_action(answer))

    assert (key in held) == holds
