"""The leaderboards across all servers: servers and people take part only if they choose to."""

from collections.abc import Awaitable, Callable

import pytest

from bot.interactions.client import Finte
from bot.tables.table import Person as Player
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.bot.results import Played
from tests.clock import Clock
from tests.end_to_end.tables import said, set_up

EMPTY = "Nobody is listed on this page yet."


@pytest.fixture
def moderator(discord: Localcord) -> Person:
    """Someone who may set up the server."""
    return discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_GUILD)


@pytest.fixture
def win(ana: Person, played: Played, clock: Clock) -> Callable[[], Awaitable[int]]:
    """Has Ana win a match on the server, where she has a nickname."""
    return lambda: played((Player(int(ana.id), "Nickname"), 1), (Player(2, "Ben"), 0), at=int(clock()))


async def everywhere(reader: Person, bot: Finte) -> str:
    """The text of the leaderboard across all servers."""
    bot.leaderboard.drop()
    return said(await reader.command("leaderboard", {"where": "everywhere"}))


async def test_matches_count_while_the_server_agrees(
    ana: Person, moderator: Person, bot: Finte, win: Callable[[], Awaitable[int]]
) -> None:
    await set_up(ana, "everywhere", "on")
    await win()
    assert EMPTY in await everywhere(ana, bot)

    agreed = said(await moderator.command("server everywhere", {"matches": "on"}))
    await win()
    assert "also count on the leaderboards across all servers" in agreed
    assert "1 pt · 1/1 won" in await everywhere(ana, bot)

    left = said(await moderator.command("server everywhere", {"matches": "off"}))
    await win()
    text = await everywhere(ana, bot)
    assert "from now on count only here" in left
    assert "1 pt · 1/1 won" in text
    assert "-# Matches on this server don't count here." in text
    text = await everywhere(moderator, bot)
    assert "-# You aren't listed here." in text
    assert "Matches on this server don't count here." in text


async def test_only_people_who_agreed_are_listed_by_their_discord_name(
    ana: Person, moderator: Person, bot: Finte, win: Callable[[], Awaitable[int]]
) -> None:
    await moderator.command("server everywhere", {"matches": "on"})
    await win()
    assert EMPTY in await everywhere(ana, bot)

    agreed = await set_up(ana, "everywhere", "on")
    assert "Leaderboards across servers: list me" in agreed
    assert "Leaderboards across servers: list me" in await set_up(ana, "ping", "never")
    shown = await everywhere(ana, bot)
    assert "1. Ana (you) · rating " in shown
    assert "Ben" not in shown
    assert "/settings" not in shown

    ana.user.name = "Anabel"
    await ana.command("stats")
    for _ in range(50):  # the name is noted after the answer
        if "Anabel" in await everywhere(moderator, bot):
            break
    assert "1. Anabel · rating" in await everywhere(moderator, bot)

    assert "Leaderboards across servers: don't list me" in await set_up(ana, "everywhere", "off")
    assert EMPTY in await everywhere(ana, bot)
