"""How long computer players seem to think: longer about hard decisions, at once about plain ones.

It must not know a hand: everything here follows from what everybody at the table sees.
"""

from random import Random
from typing import Final

_PLAIN: Final = 0.25
_HARD: Final = 1.75
"""How long the plainest and the hardest decision take, beside the mean."""

_VARIES: Final = 0.2
"""By how much of itself a pause is longer or shorter, so that none is like the other."""


def share(hardness: float) -> float:
    """How much thought a decision gets, beside the mean. Shape: see `View.hardness`."""
    return _PLAIN + (_HARD - _PLAIN) * hardness


def pause(hardness: float, match_id: int, decision: int) -> float:
    """How long a computer player waits before its move, beside the mean; the same each time it's asked.

    The number of the decision makes it vary, since a generator's state could depend on cards.
    """
    return share(hardness) * Random(f"{match_id} {decision}").uniform(1 - _VARIES, 1 + _VARIES)
