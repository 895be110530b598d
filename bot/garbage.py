"""Tunes Python's garbage collector, which stops the whole bot while it looks for reference cycles."""

import gc

YOUNG_OBJECTS = 2_500
"""Allocations until the youngest generation is collected, as in a few clicks. A collection takes about 1 ms."""

YOUNG_ROUNDS = 80
"""Collections of the youngest generation until the next older one is collected too."""

ROUNDS = 20
"""Collections of the middle generation until the oldest one is collected too."""


def spare_what_stays() -> None:
    """Excludes what is loaded by now from collection, since nearly all of it stays, and collects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_ROUNDS, ROUNDS)
