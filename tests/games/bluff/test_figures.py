"""What Bluff counts: doubts, doubted bids and bluffs, with known dice."""

import pytest

from games.catalogue import GAMES
from tests.games.bluff.tables import table
from tests.games.counted import counted

BLUFF = GAMES["bluff"]

CUPS = "1 1 * / 2 2 3"
"""Three dice count for 1, three for 2, two for 3, one for a star, 4 or 5."""


def test_a_doubt_of_a_bid_that_is_too_high_is_right() -> None:
    bidder, doubter, *_ = counted(BLUFF, table(CUPS), "bid 4x1", "lift")

    assert doubter == {"doubts_right": (1, 1)}
    assert bidder["bids_held"] == (0, 1)


@pytest.mark.parametrize("bid", ["bid 2x1", "bid 3x1"], ids=["more dice than bid", "exactly as many"])
def test_a_doubt_of_a_bid_that_holds_is_wrong(bid: str) -> None:
    bidder, doubter, *_ = counted(BLUFF, table(CUPS), bid, "lift")

    assert doubter == {"doubts_right": (0, 1)}
    assert bidder == {"bids_held": (1, 1)}


@pytest.mark.parametrize("bid", ["bid 3x1", "bid 3x2", "bid 1x*"], ids=["with a star", "of both players", "of stars"])
def test_a_bid_that_is_true_is_no_bluff(bid: str) -> None:
    first, *_ = counted(BLUFF, table(CUPS), bid, "bid 5x5", "lift")

    assert "bluffs_through" not in first


def test_a_bid_that_nobody_has_answered_is_not_counted() -> None:
    assert not any(counted(BLUFF, table(CUPS), "bid 6x5"))


def test_rounds_are_summed_up() -> None:
    first, second, *_ = counted(
        BLUFF,
        table(CUPS),
        *("bid 2x5", "bid 3x5", "lift"),  # a star is the only one: the second player loses two
        "roll 1 1 1 / 5",
        *("bid 1x4", "bid 1x5", "bid 3x1", "lift"),  # a bluff that gets through, and two true bids
    )

    assert first == {"bluffs_through": (2, 2), "doubts_right": (1, 1), "bids_held": (1, 1)}
    assert second == {"bluffs_through": (0, 1), "doubts_right": (0, 1), "bids_held": (0, 1)}


def test_dice_that_are_shown_count() -> None:
    shown = ("bid 1x2", "expose 3", "reroll 1 1")
    _, second, *_ = counted(BLUFF, table("1 3 3 / 2 2", reroll=True), *shown, "bid 1x3", "stand", "bid 1x4")

    assert second == {}


def test_a_bid_that_new_dice_make_true_was_a_bluff_all_the_same() -> None:
    first, *_ = counted(BLUFF, table("1 5 / 2 2", reroll=True), "bid 2x5", "expose 5", "reroll 5", "lift")

    assert first == {"bluffs_through": (0, 1), "bids_held": (1, 1)}
