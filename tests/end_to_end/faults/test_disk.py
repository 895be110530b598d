"""What happens if the system lets the bot's process write no more to its disk."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, told

ROOM_BYTES = 32 * 1024
"""More than the log needs, and less than the files of the database already have."""


@contextmanager
def no_room(child: Child) -> Iterator[None]:
    """Lets the bot's process write to no file beyond these bytes."""
    before = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (ROOM_BYTES, before[1]))
    yield
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.kills
async def test_a_disk_that_takes_no_more_loses_no_move_that_was_answered(
    tmp_path: Path, fork_server: ForkServer
) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, fork_server, LOG_LEVEL="INFO")
        await child.start()
        proof = Proof(discord, child.database)
        table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
        await table.until(lambda: table.asked)
        player = table.asked
        assert player
        with no_room(child):
            assert (await told(player, await table.move(player))).startswith("Something went wrong (reference ")
            proof.check()
        assert "(disk I/O error) at " in child.log
        await proof.finish(table)
        assert await child.stop() == 0
