"""Moments at which slow work in a process of the pool lets urgent work pass. Knows nothing of how that comes in."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Interlude = Callable[[], None]
"""Does urgent work that has come in meanwhile, if there is any."""

_interludes: list[Interlude] = []


def on_interlude(interlude: Interlude) -> None:
    """Sets what happens in each interlude of this process."""
    _interludes[:] = [interlude]


def with_interludes(work: Callable[[*Ts, Interlude], T], *args: *Ts) -> T:
    """Does this work, which calls its last argument whenever it can be interrupted. Raises: what the work raises."""
    return work(*args, _pass)


def _pass() -> None:
    for interlude in _interludes:
        interlude()
