"""Discord's limits are kept when much happens at once: a start, a server's new language, emojis, people who play."""

import asyncio
from pathlib import Path

import pytest

from bot.background.jobs import cancel_and_wait
from bot.interactions.client import Finte
from localcord import Limit, Localcord, Permission, Person, RateLimits
from localcord.permissions import EVERYONE
from tests.clock import Clock
from tests.end_to_end.here import ready_bot

TABLES = 16
A_SECOND = 12
"""Requests that Discord takes in this test: fewer than it has tables."""

TOKENS_ARE_DEAD_SECONDS = 16 * 60


@pytest.fixture
async def hosts(discord: Localcord, clock: Clock, tmp_path: Path) -> list[Person]:
    """People who each began a match against the computer, in a channel of their own, before the bot stopped."""
    people = [discord.person(f"Host {number}") for number in range(TABLES)]
    people[0].user.permissions = EVERYONE | Permission.MANAGE_GUILD
    async with ready_bot(discord, clock, tmp_path):
        for person in people:
            channel_id = discord.add_channel("tables")
            await person.command("play bluff", {"seats": 2, "bots": 1}, channel_id=channel_id)
    clock.now += TOKENS_ARE_DEAD_SECONDS
    discord.requests.clear()
    discord.api.rate_limits = RateLimits(whole=Limit(A_SECOND, 1))
    return people


def drawn(discord: Localcord, since: int = 0) -> int:
    """How many boards have been drawn. Shape: `since` is the index of the first request to look at."""
    edits = [seen for seen in discord.requests[since:] if seen.method == "PATCH" and "/channels/" in seen.path]
    return len({seen.path for seen in edits if seen.status == 200})


def refused(discord: Localcord) -> list[str]:
    """The requests that were too many."""
    return [request.path for request in discord.requests if request.status == 429]


async def test_a_start_and_a_new_language_keep_the_limit(
    discord: Localcord, clock: Clock, tmp_path: Path, hosts: list[Person]
) -> None:
    async with ready_bot(
        discord, clock, tmp_path, catches_up=False, hurries=False, requests_per_second=A_SECOND
    ) as bot:
        emojis = asyncio.create_task(_upload_emojis(bot))
        await hosts[0].wait_for(lambda _: drawn(discord) == TABLES)
        before = len(discord.requests)
        await hosts[0].command("server language", {"language": "de"})
        await hosts[0].wait_for(lambda _: drawn(discord, before) == TABLES)
        await cancel_and_wait(emojis)

    assert refused(discord) == []


async def _upload_emojis(bot: Finte) -> None:
    await bot.uploads.keep()
