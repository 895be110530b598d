"""Points at which slow work in a process of the pool lets urgent work go first. Knows nothing of that work."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Checkpoint = Callable[[], None]
"""Does urgent work that has arrived meanwhile, if there is any."""

_checkpoints: list[Checkpoint] = []


def on_checkpoint(checkpoint: Checkpoint) -> None:
    """Sets what happens at each checkpoint in this process."""
    _checkpoints[:] = [checkpoint]


def with_checkpoints(work: Callable[[*Ts, Checkpoint], T], *args: *Ts) -> T:
    """Does this work, which calls its last argument whenever it can be interrupted. Raises: what the work raises."""
    return work(*args, _at_checkpoint)


def _at_checkpoint() -> None:
    for checkpoint in _checkpoints:
        checkpoint()
