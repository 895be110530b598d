"""Reasons at Bluff agree with common sense, or say why not, in reviews and in puzzles."""

import pytest

from bench.puzzles import reasons, table_of
from bot.words import ENGLISH
from cogs.bluff.teaching import despite
from games.bluff import GAME
from tests.games.bluff.tables import act, on_turn, table


def told(cups: str, played: str, better: str, success: float | None) -> str:
    """Why the second player should have done something else after a bid of two twos, although it looks worse."""
    state = act(table(cups), "bid 2x2")
    return despite(state.view(on_turn(state)), GAME.parse_action(played), GAME.parse_action(better), success, ENGLISH)


def test_a_better_bid_that_is_less_likely_says_how_often_the_next_player_would_have_raised_it() -> None:
    assert "about 70% of the time, the next player would have raised it" in told("3 3 / 5", "lift", "bid 2x*", 0.7)
    assert "about 70% of the time" in told("3 3 / 5 5 5", "bid 3x5", "bid 3x4", 0.7)


def test_a_better_doubt_that_is_less_likely_says_what_the_bids_told() -> None:
    assert "it was right about 80% of the time" in told("3 3 3 3 / 2 2 5", "bid 3x2", "lift", 0.8)


@pytest.mark.parametrize(
    ("cups", "played", "better", "success"),
    [
        ("3 3 / 5 5 5", "lift", "bid 3x5", 0.7),
        ("3 3 / 5", "lift", "bid 2x*", 0.2),
        ("3 3 / 5", "lift", "bid 2x*", None),
        ("3 3 3 3 / 2 2 5", "bid 3x2", "lift", 0.0),
    ],
    ids=["likelier", "hardly raised", "an old review", "no likelier by the bids"],
)
def test_otherwise_no_reason_is_made_up(cups: str, played: str, better: str, success: float | None) -> None:
    assert told(cups, played, better, success) == ""


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
