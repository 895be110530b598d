"""The leaderboards across all servers: servers and people take part only if they choose to."""

import pytest

from bot.interactions.client import Finte
from bot.tables.table import Person as Player
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import player
from tests.end_to_end.tables import said

BEN = Player(2, "Ben")

PATIENCE = 50
"""How often to look before a name counts as missing."""


@pytest.fixture
def moderator(discord: Localcord) -> Person:
    """Someone who may set up the server."""
    return discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_GUILD)


async def everywhere(reader: Person, bot: Finte) -> str:
    """The text of the leaderboard across all servers."""
    bot.leaderboard.drop()
    return said(await reader.command("leaderboard", {"where": "everywhere"}))


async def test_matches_count_from_the_moment_the_server_agrees(
    ana: Person, moderator: Person, bot: Finte, played: Played, clock: Clock
) -> None:
    await ana.command("settings", {"everywhere": "on"})
    await played((player(ana), 5), (BEN, 0), at=int(clock()))
    assert "Nobody is listed on this page yet." in await everywhere(ana, bot)

    agreed = said(await moderator.command("server everywhere", {"matches": "on"}))
    await played((player(ana), 1), (BEN, 0), at=int(clock()))

    assert "also count on the leaderboards across all servers" in agreed
    assert "1 pt · 1/1 won" in await everywhere(ana, bot)

    left = said(await moderator.command("server everywhere", {"matches": "off"}))
    await played((player(ana), 1), (BEN, 0), at=int(clock()))

    assert "from now on count only here" in left
    assert "1 pt · 1/1 won" in await everywhere(ana, bot)


async def test_only_people_who_agreed_are_listed_by_their_discord_name(
    ana: Person, moderator: Person, bot: Finte, played: Played, clock: Clock
) -> None:
    await moderator.command("server everywhere", {"matches": "on"})
    await played((Player(int(ana.id), "Nickname"), 1), (BEN, 0), at=int(clock()))
    assert "Nobody is listed on this page yet." in await everywhere(ana, bot)

    agreed = said(await ana.command("settings", {"everywhere": "on"}))
    shown = await everywhere(ana, bot)

    assert "Leaderboards across all servers list you by your Discord name." in agreed
    assert "1. Ana (you) · rating " in shown
    assert "Ben" not in shown
    assert "/settings" not in shown

    assert "don't list you." in said(await ana.command("settings", {"everywhere": "off"}))
    assert "Nobody is listed on this page yet." in await everywhere(ana, bot)


async def test_a_new_discord_name_is_listed_once_its_owner_does_anything(
    ana: Person, moderator: Person, bot: Finte, played: Played, clock: Clock
) -> None:
    await moderator.command("server everywhere", {"matches": "on"})
    await ana.command("settings", {"everywhere": "on"})
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    assert "1. Ana · rating" in await everywhere(moderator, bot)

    ana.user.name = "Anabel"
    assert "1. Ana · rating" in await everywhere(moderator, bot)
    await ana.command("stats")
    for _ in range(PATIENCE):  # the name is noted after the answer
        if "Anabel" in await everywhere(moderator, bot):
            break
    assert "1. Anabel · rating" in await everywhere(moderator, bot)


async def test_an_empty_page_says_what_is_needed_and_who_can_do_it(ana: Person, bot: Finte) -> None:
    text = await everywhere(ana, bot)

    assert "members with *Manage Server* choose with `/server everywhere`" in text
    assert "each player chooses with `/settings everywhere`" in text
    assert "You aren't listed here" not in text


@pytest.fixture
async def withdrawn(ana: Person, moderator: Person, played: Played, clock: Clock) -> None:
    """A server that no longer takes part, and Ana, who is listed since then."""
    await ana.command("settings", {"everywhere": "on"})
    await moderator.command("server everywhere", {"matches": "on"})
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    await moderator.command("server everywhere", {"matches": "off"})


@pytest.mark.usefixtures("withdrawn")
async def test_whoever_reads_a_page_of_others_is_told_all_that_keeps_them_off_it(moderator: Person, bot: Finte) -> None:
    text = await everywhere(moderator, bot)

    assert "-# You aren't listed here." in text
    assert "Matches on this server don't count here." in text


@pytest.mark.usefixtures("withdrawn")
async def test_a_listed_person_reads_that_their_server_does_not_take_part(ana: Person, bot: Finte) -> None:
    assert "-# Matches on this server don't count here." in await everywhere(ana, bot)


@pytest.mark.usefixtures("bot")
async def test_other_settings_leave_the_choice_as_it_is(ana: Person) -> None:
    await ana.command("settings", {"everywhere": "on"})

    assert "list you by your Discord name" in said(await ana.command("settings", {"ping": "never"}))
