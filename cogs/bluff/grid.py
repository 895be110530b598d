"""Every bid that is possible, laid out as buttons: the usual raises at once, any other one after one choice.

Pure, and knows no table: from the legal bids to windows of at most three rows of buttons and a row of stars.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from games.bluff.actions import STAR, Bid

ROWS = 3
"""Rows of a window."""

BIDS_IN_A_ROW = 5

STARS_IN_LAST_ROW = 4
"""With these, the dice, the list of windows, the doubt, a notice and a link, a message has its 40 components."""


@dataclass(frozen=True, slots=True)
class Window:
    """Some of the legal bids. Shape: at most three rows of five, and at most four stars for the last row."""

    rows: tuple[tuple[Bid, ...], ...]
    stars: tuple[Bid, ...]

    @property
    def every_row(self) -> tuple[tuple[Bid, ...], ...]:
        """The rows in which the bids are shown, with the stars last if there are any."""
        return (*self.rows, self.stars) if self.stars else self.rows

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid in the window, row by row."""
        return (*(bid for row in self.rows for bid in row), *self.stars)


NOTHING = Window((), ())
"""The window if no bid is left to make."""


def windows(bids: Iterable[Bid]) -> tuple[Window, ...]:
    """All legal bids, each in one window, lowest first. Shape: empty when there is no bid left to make."""
    legal = tuple(bids)
    stars = [bid for bid in legal if bid.face == STAR]
    numbers = [bid for bid in legal if bid.face != STAR]
    by_quantity = [tuple(row) for _, row in groupby(numbers, key=lambda bid: bid.quantity)]
    return tuple(_windows(by_quantity, stars))


def _windows(by_quantity: list[tuple[Bid, ...]], stars: list[Bid]) -> Iterator[Window]:
    for first in range(0, len(by_quantity), ROWS):
        rows = tuple(by_quantity[first : first + ROWS])
        near = [star for star in stars if star.space < rows[-1][-1].space][:STARS_IN_LAST_ROW]
        stars = stars[len(near) :]
        if first + ROWS >= len(by_quantity) and len(near) + len(stars) <= STARS_IN_LAST_ROW:
            near, stars = near + stars, []
        yield Window(rows, tuple(near))
    for first in range(0, len(stars), ROWS * BIDS_IN_A_ROW):
        some = stars[first : first + ROWS * BIDS_IN_A_ROW]
        yield Window(tuple(tuple(some[at : at + BIDS_IN_A_ROW]) for at in range(0, len(some), BIDS_IN_A_ROW)), ())


def window_with(every: tuple[Window, ...], quantity: int) -> int:
    """The index of the window with the number bids on `quantity`, or of the first."""
    for index, window in enumerate(every):
        if any(bid.quantity == quantity and bid.face != STAR for bid in window.bids):
            return index
    return 0
