"""`/stats`, as people see it."""

import pytest

from bot.interactions.client import Finte
from cogs.commands.lookups import LOOKUP_SECONDS, MOST_LOOKUPS
from localcord import Localcord, Person
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import player
from tests.end_to_end.tables import labelled, labels, said, set_up, text_of

pytestmark = pytest.mark.slow

HIDES = "This player keeps their statistics and matches to themselves."


@pytest.fixture
async def met(ana: Person, ben: Person, played: Played) -> None:
    """Three matches of Ana and Ben, the first two of which she has won."""
    for points in (1, 1, 0):
        await played((player(ana), points), (player(ben), 1 - points))


async def shown(person: Person, **options: object) -> str:
    """The texts of `/stats`'s answer."""
    return said(await person.command("stats", options))


async def click(person: Person, label: str) -> str:
    """The text of the newest message after a click on its button."""
    await person.click(person.messages()[-1], labelled(person.messages()[-1], label))
    return text_of(person.messages()[-1])


async def detailed(person: Person, **options: object) -> str:
    """The texts of the page with the figures behind those."""
    await shown(person, **options)
    return await click(person, "Details")


async def test_before_the_first_match_the_page_says_how_to_start_one(ana: Person, ben: Person, bot: Finte) -> None:
    assert "You haven't finished a match here yet. Start one with /play!" in await shown(ana)
    assert "Show everyone" not in labels(ana.messages()[-1])
    assert "Ben hasn't finished a match here yet." in await shown(ana, user=ben.id)
    assert bot.user
    assert await shown(ana, user=str(bot.user.id)) == "Bots and computer players have no statistics."
    answer = await ana.command("stats", {}, channel_id=ana.dm_channel_id)
    assert "For matches on a server, type /stats there." in said(answer)


@pytest.mark.usefixtures("met")
async def test_ones_own_page_shows_matches_wins_and_opponents(ana: Person) -> None:
    text = await shown(ana, game="bluff")
    overview = ana.messages()[-1]

    assert text.startswith("## Your statistics · Bluff\n**With other people**\n**3** matches · **2** wins (67%) · ")
    assert "pace: live · Placement match 3 of 5" in text
    assert "Rating" not in text
    assert "Wins in a row: now **0**, best **2**" in text
    assert "🎉 First win: Bluff" in text
    assert not overview["attachments"]  # no curve of a rating that doesn't show

    details = await click(ana, "Details")
    assert ana.messages()[-1]["id"] == overview["id"]
    assert "1st place: 2× · 2nd place: 1×" in details
    assert "Ben: ahead of them 2×, behind 1×, level 0×" in details
    assert await click(ana, "Overview") == text
    await ana.select(ana.messages()[-1], f"f1|statspick|0|0|{ana.id} bluff", ["tuecke"])
    assert "No finished match of Mit List und Tücke" in text_of(ana.messages()[-1])


@pytest.mark.usefixtures("met")
async def test_somebody_elses_page_names_them_and_how_often_one_has_met(
    ana: Person, ben: Person, discord: Localcord
) -> None:
    text = await shown(ana, user=ben.id, game="bluff")

    assert text.startswith("## Ben: statistics · Bluff")
    assert "**You against Ben**: ahead 2×, behind 1×, level 0×" in text
    assert "Ana" not in text
    assert "Show everyone" not in labels(ana.messages()[-1])
    before = len(discord.public_messages)
    answer = await ana.raw_click(ana.messages()[-1], f"f1|statsall|0|0|{ben.id} all")
    assert said(answer) == "You can only show everyone your own statistics."
    assert len(discord.public_messages) == before


@pytest.mark.usefixtures("met")
async def test_whoever_hides_their_statistics_still_sees_them_but_nobody_else_does(
    ana: Person, ben: Person, discord: Localcord
) -> None:
    await set_up(ben, "stats", "private")

    assert await shown(ana, user=ben.id) == HIDES
    await shown(ana)
    for verb in ("stats", "statspick", "history", "historypick"):
        assert said(await ana.raw_click(ana.messages()[-1], f"f1|{verb}|0|0|{ben.id} all")) == HIDES
    assert "Ana: ahead of them" in await detailed(ben)
    assert "Ben" not in await detailed(discord.person("Dora"), user=ana.id)
    assert "Ben: ahead of them" in await detailed(ana)
    await click(ana, "Show everyone")
    assert text_of(discord.public_messages[-1]).startswith("## Ana: statistics · All games")
    assert "Ben" not in text_of(discord.public_messages[-1])

    await set_up(ben, "stats", "open")
    assert "## Ben: statistics" in await shown(ana, user=ben.id)


@pytest.mark.parametrize("command", ["stats", "history"])
@pytest.mark.usefixtures("bot")
async def test_a_person_who_turns_pages_too_fast_is_asked_to_wait(ana: Person, clock: Clock, command: str) -> None:
    for _ in range(MOST_LOOKUPS):
        assert "You haven't finished" in said(await ana.command(command, {}))
    assert said(await ana.command(command, {})) == "That was quick! Wait a few seconds, then try again."

    clock.now += LOOKUP_SECONDS
    assert "You haven't finished" in said(await ana.command(command, {}))
