"""Figures of Bluff for a player's statistics. All dice count: secret until the match ends."""

from typing import Final

from games.bluff.actions import Bid, BluffAction
from games.bluff.events import CupsLifted
from games.bluff.highlights import moments
from games.bluff.rules import BluffState
from games.bluff.view import BluffView
from games.core import Seat, State
from games.figures import Figure, Observation, Observed, Played

DOUBTS_RIGHT: Final = Figure("doubts_right", "share")
"""Of the player's doubts, those of bids that turned out to be too high.

A doubt of a bid that can't be raised counts too, though the player has no choice.

Source: RULES.md 3.5, 4.3, 4.7.
"""

BIDS_HELD: Final = Figure("bids_held", "share")
"""Of the player's bids that were doubted, those that held: there were as many dice as the bid said, or more.

Source: RULES.md 4.2, 4.4, 4.7.
"""

BLUFFS_THROUGH: Final = Figure("bluffs_through", "share")
"""Of the player's bids that were too high when they were made, those that nobody doubted: the next player raised.

All dice count as they lay at that moment, under every cup and shown; what the player rolled again after the bid
doesn't matter. A bid that nobody has answered yet is not counted.

Source: RULES.md 2.2, 3.1, 3.2, 6.2.
"""

FIGURES: Final = (DOUBTS_RIGHT, BIDS_HELD, BLUFFS_THROUGH)


def observe(move: Played[BluffAction, BluffView], bluffer: Seat | None) -> Observed:
    """Looks at every bid when it is answered. `bluffer` made the latest bid if it was too high."""
    found: list[Observation] = []
    if isinstance(move.action, Bid):
        if bluffer is not None:
            found.append(Observation(bluffer, BLUFFS_THROUGH, 1))
        bluffer = move.seat if _is_too_high(move.action, move.before) else None
    for event in move.step.events:
        if isinstance(event, CupsLifted):
            if bluffer is not None:
                found.append(Observation(bluffer, BLUFFS_THROUGH, 0))
            bluffer = None
            has_held = event.count >= event.bid.quantity
            found.append(Observation(event.doubter, DOUBTS_RIGHT, int(not has_held)))
            found.append(Observation(event.bidder, BIDS_HELD, int(has_held)))
    after = move.step.state
    assert isinstance(after, BluffState)
    return Observed(found, bluffer, [*moments(after.table)] if after.outcome else ())


def _is_too_high(bid: Bid, state: State[BluffAction, BluffView]) -> bool:
    """Whether the dice as they lie are too few for the bid."""
    assert isinstance(state, BluffState)
    return bid.counts(sum(state.cups + state.table.exposed, ())) < bid.quantity
