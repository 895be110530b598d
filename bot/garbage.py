"""Tunes Python's garbage collector, which stops the whole bot while it looks for reference cycles."""

import gc

YOUNG_OBJECTS = 10_000
"""Allocations until the youngest generation is collected. Python's default of 700 is one or two clicks."""

ROUNDS = 20
"""Collections of one generation until the next older one is collected too."""


def spare_what_stays() -> None:
    """Excludes what is loaded by now from collection, since nearly all of it stays, and collects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, ROUNDS, ROUNDS)
