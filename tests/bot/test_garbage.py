"""What Python looks through for garbage once the bot is loaded."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.__main__ import freeze_startup_objects


@pytest.fixture(autouse=True)
def back_to_normal() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_loaded_before_is_not_looked_through_again() -> None:
    freeze_startup_objects()

    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects()) < gc.get_freeze_count()


def test_garbage_that_comes_later_is_found() -> None:
    freeze_startup_objects()
    knot = Knot()
    gone = weakref.ref(knot)

    del knot
    gc.collect()

    assert gone() is None
