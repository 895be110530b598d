"""The windows of bids: each legal bid is in one, and none holds more than a page can show."""

from cogs.bluff.panel import BIDS_IN_A_ROW, ROWS, STARS_IN_LAST_ROW, windows
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


def test_windows_ascend_and_fit_into_their_place_on_a_page_and_into_one_list() -> None:
    for dice, last in SITUATIONS:
        every = windows(legal_bids(dice, last))
        rows = [row for window in every for row in window.rows if row[0].face != STAR]

        assert rows == sorted(rows, key=lambda row: PATH.index(row[0])), (dice, last)
        assert len(every) <= MOST_CHOICES, (dice, last)
        for window in every:
            assert 1 <= len(window.rows) <= ROWS, (dice, last)
            assert all(1 <= len(row) <= BIDS_IN_A_ROW for row in window.rows), (dice, last)
            assert len(window.stars) <= STARS_IN_LAST_ROW, (dice, last)


def test_bids_on_two_more_dice_than_the_last_one_and_the_next_star_are_in_the_first_window() -> None:
    for dice, last in SITUATIONS:
        legal = legal_bids(dice, last)
        if (last and last.face == STAR) or not legal:
            continue
        stars = [bid for bid in legal if bid.face == STAR]
        numbers = [bid for bid in legal if bid.face != STAR]
        near = {bid for bid in numbers if last and bid.quantity <= last.quantity + 2}
        if stars and (not numbers or stars[0].space < numbers[-1].space):
            near.add(stars[0])
        assert near <= {*windows(legal)[0].bids}, (dice, last)
