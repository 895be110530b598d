"""One process does the chores for all shards, as long as it holds their lease."""

from types import SimpleNamespace
from typing import cast

import pytest

from bot.interactions.change_listener import LOOK_SECONDS, ChangeListener, Sharer
from bot.store.leases import Lease
from tests.clock import Naps


class LostAtOnce(Lease):
    """A lease that is lost as soon as it's acquired, ten times."""

    acquired = 0

    async def try_acquire(self) -> bool:
        self.acquired += 1
        assert self.acquired <= 10
        return True

    async def is_held(self) -> bool:
        return False


async def test_a_lease_of_the_chores_that_is_lost_at_once_is_asked_for_again_after_a_pause(naps: Naps) -> None:
    async def begin_chores() -> None:
        """Does nothing."""

    client = SimpleNamespace(begin_chores=begin_chores, jobs=SimpleNamespace(does_chores=True))
    with pytest.raises(AssertionError):
        await ChangeListener(cast("Sharer", client), LostAtOnce(), sleep=naps)._do_chores()

    assert naps.taken == [LOOK_SECONDS] * 10
