"""Bluff between two, solved in advance: how often to do what, read from one file.

`python -m tools.bluff_solver.solve` makes the file: one entry for each pair of dice counts, the opener's first. A round
without showing dice is a small enough game for that; all that links it with the rest of the match is where it leaves
the two.
"""

from array import array
from bisect import bisect_left
from functools import cache, lru_cache
from itertools import accumulate, chain, combinations, combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from zipfile import ZipFile

from games.bluff.actions import FACES, Bid, Dice, SeatAction, replies
from games.bluff.view import BluffView

FILE: Final = Path(__file__).with_name("solved.zip")

MOST_DICE: Final = 5
"""The most dice of both together that are solved: with more, a search wins more matches against any style of play."""

_REMEMBERED: Final = {2: 12, 3: 5, 4: 4, 5: 2}
"""How many of the latest bids the play depends on, by the dice of both: as many as fit into a small file.

With one die each these are all that there can be. Who remembers the last bid alone gives a tenth of the matches away to
someone who knows how it plays, with two dice each a sixth.
"""

_STEP: Final = 1 << 16
"""Bytes that are unpacked at a time on the way to a node."""

Bids = tuple[int, ...]
"""The latest bids that are remembered, oldest first: their places among `bids_of`, ascending."""


class Pair(NamedTuple):
    """How many dice the two have at the beginning of a round. For each pair, a round is a game of its own."""

    opener: int
    other: int

    @property
    def dice(self) -> int:
        """How many dice are in play."""
        return self.opener + self.other

    @property
    def entry(self) -> str:
        """Its name in the file."""
        return f"{self.opener}-{self.other}"


PAIRS: Final = tuple(Pair(opener, dice - opener) for dice in range(2, MOST_DICE + 1) for opener in range(1, dice))
"""Every pair that is solved, those of fewer dice first."""


def is_solved(view: BluffView) -> bool:
    """Whether the file has an answer: two are left with few dice, and none are shown."""
    table = view.table
    return table.dice_counts.count(0) == table.seats - 2 and table.dice_in_play <= MOST_DICE and not table.reroll


def solved(view: BluffView, rng: Random) -> SeatAction:
    """Does what the file says, as often as it says. Only where `is_solved`."""
    assert view.table.opener is not None
    own, (other,) = len(view.own_dice), view.opponents
    is_opener = view.seat == view.table.opener
    pair = Pair(own, view.table.dice_counts[other]) if is_opener else Pair(view.table.dice_counts[other], own)
    places = places_of(pair.dice)
    node = node_of(pair.dice, tuple(places[made.bid] for made in view.table.bids))
    start, end = starts_of(pair)[0 if is_opener else 1][node : node + 2]
    size = (end - start) // len(rolls(own))
    return rng.choices(view.legal_actions, read(pair, start + rolls(own).index(view.own_dice) * size, size))[0]


def read(pair: Pair, start: int = 0, size: int = -1) -> bytes:
    """Weights of one entry of the file, from `start` on. Nothing is kept: unpacked, the file takes 16 MB."""
    with ZipFile(FILE) as file, file.open(pair.entry) as entry:
        for place in (*range(0, start, _STEP), start):
            entry.seek(place)
        return entry.read(size)


@lru_cache(maxsize=1)
def starts_of(pair: Pair) -> "tuple[array[int], array[int]]":
    """Where the weights of each node stand in an entry of the file, for the opener and for the other.

    The opener's weights come first, then the other's; for each of the remembered bids in the order of `nodes_of`;
    for each roll in the order of `rolls`; for each action in the order of `replies`: one byte. Last is where they end.
    """
    sizes = [len(bids_of(pair.dice)) - (bids[-1] if bids else 0) for bids in nodes_of(pair.dice)]
    opener, other = len(rolls(pair.opener)), len(rolls(pair.other))
    starts = array("I", accumulate((size * opener for size in sizes), initial=0))
    return starts, array("I", accumulate((size * other for size in sizes), initial=starts[-1]))


@lru_cache(maxsize=1)
def nodes_of(dice: int) -> tuple[Bids, ...]:
    """All that can be remembered with this many dice in play, shorter ones first, then ascending."""
    places = range(len(bids_of(dice)))
    return tuple(chain.from_iterable(combinations(places, length) for length in range(_REMEMBERED[dice] + 1)))


def node_of(dice: int, bids: Bids) -> int:
    """Where a round with these bids stands among `nodes_of`."""
    return bisect_left(nodes_of(dice), _order(bids[-_REMEMBERED[dice] :]), key=_order)


def _order(bids: Bids) -> tuple[int, Bids]:
    return len(bids), bids


@cache
def rolls(dice: int) -> tuple[Dice, ...]:
    """Every roll of this many dice, once each."""
    return tuple(combinations_with_replacement(FACES, dice))


@cache
def bids_of(dice: int) -> tuple[Bid, ...]:
    """Every bid that can be made with this many dice in play, ascending."""
    return tuple(action for action in replies(dice, 0, 0) if isinstance(action, Bid))


@cache
def places_of(dice: int) -> dict[Bid, int]:
    """Where each bid stands among `bids_of`."""
    return {bid: place for place, bid in enumerate(bids_of(dice))}
