"""One process does the chores for all shards, as long as it holds their lease."""

from types import SimpleNamespace
from typing import cast

import pytest

from bot.interactions.change_listener import LOOK_SECONDS, ChangeListener, Sharer
from bot.store.leases import Lease


async def begin_chores() -> None:
    """Does nothing."""


async def test_a_lease_of_the_chores_that_is_lost_at_once_is_asked_for_again_after_a_pause() -> None:
    done: list[object] = []

    class LostAtOnce(Lease):
        async def try_acquire(self) -> bool:
            done.append("acquired")
            if len(done) > 10:
                raise RuntimeError("this would go on for ever")
            return True

        async def is_held(self) -> bool:
            return False

    async def sleep(seconds: float) -> None:
        done.append(seconds)
        if done.count(seconds) == 2:
            raise RuntimeError("that's enough")

    client = SimpleNamespace(begin_chores=begin_chores, jobs=SimpleNamespace(does_chores=True))
    with pytest.raises(RuntimeError):
        await ChangeListener(cast("Sharer", client), LostAtOnce(), sleep=sleep)._do_chores()

    assert done == ["acquired", LOOK_SECONDS, "acquired", LOOK_SECONDS]
