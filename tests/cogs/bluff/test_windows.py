"""The windows of bids: each legal bid is in one, and none holds more than a page can show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.bluff.panel import BIDS_IN_A_ROW, ROWS, STARS_IN_LAST_ROW, Window, window_with, windows
from games.bluff.actions import MOST_DICE, PATH, STAR, Bid, replies

MOST_CHOICES = 25
"""Discord's limit for a list."""


def legal_bids(dice: int, last: Bid | None) -> list[Bid]:
    legal = replies(dice, last.space, last.face) if last else replies(dice, 0, 0)
    return [action for action in legal if isinstance(action, Bid)]


SITUATIONS = [
    (dice, last) for dice in range(2, MOST_DICE + 1) for last in (None, *PATH) if last is None or last.quantity <= dice
]
"""Every number of dice in play, before any bid and after each."""


def test_every_legal_bid_is_in_exactly_one_window() -> None:
    for dice, last in SITUATIONS:
        legal = legal_bids(dice, last)
        shown = [bid for window in windows(legal) for bid in window.bids]

        assert sorted(shown, key=lambda bid: (bid.space, bid.face)) == legal, (dice, last)


def test_a_window_is_no_larger_than_its_place_on_the_page() -> None:
    for dice, last in SITUATIONS:
        for window in windows(legal_bids(dice, last)):
            assert 1 <= len(window.rows) <= ROWS, (dice, last)
            assert all(1 <= len(row) <= BIDS_IN_A_ROW for row in window.rows), (dice, last)
            assert len(window.stars) <= STARS_IN_LAST_ROW, (dice, last)


def test_all_windows_fit_in_one_list() -> None:
    for dice, last in SITUATIONS:
        assert len(windows(legal_bids(dice, last))) <= MOST_CHOICES, (dice, last)


def test_there_is_no_window_where_no_bid_is_left() -> None:
    for dice in range(2, MOST_DICE + 1):
        assert windows(legal_bids(dice, PATH[-1])) == ()


def test_bids_on_two_more_dice_than_the_last_one_are_in_the_first_window() -> None:
    for dice, last in SITUATIONS:
        if last and last.face != STAR:
            near = {bid for bid in legal_bids(dice, last) if bid.face != STAR and bid.quantity <= last.quantity + 2}
            assert near <= set(windows(legal_bids(dice, last))[:1][0].bids if near else ()), (dice, last)


def test_the_next_star_is_in_the_first_window() -> None:
    for dice, last in SITUATIONS:
        stars = [bid for bid in legal_bids(dice, last) if bid.face == STAR]
        numbers = [bid for bid in legal_bids(dice, last) if bid.face != STAR]
        if stars and (not numbers or stars[0].space < numbers[-1].space) and (not last or last.face != STAR):
            assert stars[0] in windows(legal_bids(dice, last))[0].bids, (dice, last)


@pytest.mark.parametrize("dice", range(2, MOST_DICE + 1))
def test_the_first_bid_begins_near_what_can_be_expected(dice: int) -> None:
    every = windows(legal_bids(dice, None))

    expected = max(1, dice // 3)
    assert expected in {bid.quantity for bid in every[window_with(every, expected)].bids}


def test_a_quantity_that_is_in_no_window_leads_to_the_first() -> None:
    assert window_with(windows(legal_bids(6, None)), 99) == 0


def test_a_window_shows_rows_of_one_quantity_each() -> None:
    (first, *_) = windows(legal_bids(10, Bid(2, 4)))

    assert first == Window(
        rows=(
            (Bid(2, 5),),
            (Bid(3, 1), Bid(3, 2), Bid(3, 3), Bid(3, 4), Bid(3, 5)),
            (Bid(4, 1), Bid(4, 2), Bid(4, 3), Bid(4, 4), Bid(4, 5)),
        ),
        stars=(Bid(2, STAR),),
    )


@given(st.sampled_from(SITUATIONS))
def test_windows_ascend(situation: tuple[int, Bid | None]) -> None:
    every = windows(legal_bids(*situation))
    rows = [row for window in every for row in window.rows if row[0].face != STAR]

    assert rows == sorted(rows, key=lambda row: PATH.index(row[0]))
