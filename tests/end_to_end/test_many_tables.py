"""A restart with many tables: the bot keeps Discord's limits, and the first click doesn't wait for all boards."""

from pathlib import Path

import pytest

from localcord import Localcord, Person, RateLimits
from tests.clock import Clock
from tests.end_to_end.here import ready_bot

pytestmark = pytest.mark.thorough

TABLES = 64
"""More tables than Discord lets a bot draw in a second."""

TOKENS_ARE_DEAD_SECONDS = 16 * 60


@pytest.fixture
async def hosts(discord: Localcord, clock: Clock, tmp_path: Path) -> list[Person]:
    """People who each began a match against the computer, in a channel of their own, before the bot stopped."""
    people = [discord.person(f"Host {number}") for number in range(TABLES)]
    async with ready_bot(discord, clock, tmp_path):
        for person in people:
            channel_id = discord.add_channel("tables")
            answer = await person.command("play bluff", {"seats": 2, "bots": 1}, channel_id=channel_id)
            assert answer.answered
    clock.now += TOKENS_ARE_DEAD_SECONDS
    discord.requests.clear()
    discord.api.rate_limits = RateLimits()
    return people


def drawn(discord: Localcord) -> set[str]:
    """The boards drawn since the restart."""
    edits = [request for request in discord.requests if request.method == "PATCH" and "/channels/" in request.path]
    return {request.path for request in edits if request.status == 200}


async def test_a_restart_under_many_tables_keeps_to_discords_limits(
    discord: Localcord, clock: Clock, tmp_path: Path, hosts: list[Person]
) -> None:
    async with ready_bot(discord, clock, tmp_path, catches_up=False, hurries=False):
        first = await hosts[-1].command("table")  # this board may be drawn at once
        before = len(drawn(discord))
        await hosts[0].wait_for(lambda _: len(drawn(discord)) == TABLES)

    assert first.answered
    assert before < TABLES
    assert [request.path for request in discord.requests if request.status == 429] == []
    assert len([found for found in discord.requests if found.method == "GET" and "messages" in found.path]) <= 1
