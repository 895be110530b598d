"""How often Python looks for objects that hold only each other. It stops the whole bot while it looks."""

import gc

YOUNG_OBJECTS = 10_000
"""New objects until it looks through the youngest. Python's 700 are one or two clicks."""

ROUNDS = 20
"""Looks at one generation until it also looks at the next older one."""


def spare_what_stays() -> None:
    """Never again looks through what is loaded now, nearly all of which stays, and through the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, ROUNDS, ROUNDS)
