"""`/stats`, as people see it."""

import pytest

from bot.interactions.client import Finte
from bot.tables.ratings import PROVISIONAL_MATCHES
from bot.tables.table import Person as Player
from cogs.commands.lookups import ALL_GAMES, LARGEST_ID, LOOKUP_SECONDS, MOST_LOOKUPS, Someone
from localcord import Localcord, Person
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import player
from tests.end_to_end.tables import labelled, labels, said, text_of

pytestmark = pytest.mark.slow


async def shown(person: Person, **options: object) -> str:
    """The texts of `/stats`'s answer."""
    return said(await person.command("stats", options))


async def detailed(person: Person, **options: object) -> str:
    """The texts of the page with the figures behind those."""
    await shown(person, **options)
    overview = person.messages()[-1]
    await person.click(overview, labelled(overview, "Details"))
    return text_of(person.messages()[-1])


@pytest.mark.usefixtures("bot")
async def test_before_the_first_match_the_page_says_how_to_start_one(ana: Person) -> None:
    assert "You haven't finished a match here yet. Start one with /play!" in await shown(ana)
    assert "Show everyone" not in labels(ana.messages()[-1])


@pytest.mark.usefixtures("bot")
async def test_a_direct_message_says_where_other_matches_are(ana: Person) -> None:
    answer = await ana.command("stats", {}, channel_id=ana.dm_channel_id)

    assert "For matches on a server, type /stats there." in said(answer)


async def test_ones_own_page_shows_matches_wins_and_opponents(ana: Person, ben: Person, played: Played) -> None:
    for points in (1, 1, 0):
        await played((player(ana), points), (player(ben), 1 - points))

    text = await shown(ana, game="bluff")

    assert text.startswith("## Your statistics · Bluff\n**With other people**\n**3** matches · **2** wins (67%) · ")
    assert "pace: live · Placement match 3 of 5" in text
    assert "Rating" not in text
    assert "Wins in a row: now **0**, best **2**" in text
    assert "🎉 First win: Bluff" in text
    assert not ana.messages()[-1]["attachments"]  # no curve of a rating that doesn't show

    overview = ana.messages()[-1]
    await ana.click(overview, labelled(overview, "Details"))

    details = ana.messages()[-1]
    assert details["id"] == overview["id"]
    assert "1st place: 2× · 2nd place: 1×" in text_of(details)
    assert "Ben: ahead of them 2×, behind 1×, level 0×" in text_of(details)

    await ana.click(details, labelled(details, "Overview"))
    assert text_of(ana.messages()[-1]) == text


async def settle(played: Played, ana: Player, game: str = "bluff") -> None:
    """Has somebody win against as many people as it takes for a rating to show."""
    for rival in range(PROVISIONAL_MATCHES):
        await played((ana, 1), (Player(70 + rival, "Rival"), 0), game=game)


async def test_a_person_without_pictures_reads_the_curve(ana: Person, played: Played) -> None:
    await ana.command("settings", {"messages": "off"})
    await settle(played, player(ana))

    text = await shown(ana, game="bluff")

    assert "Rating over the last 5 matches: from 1000 to " in text
    assert "**With other people**\nRating **" in text


async def test_all_games_are_listed_each_with_its_rating(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await played((player(ana), 1), (player(ben), 0), game="tuecke")
    await played((player(ana), 1), game="tuecke", field="computer")

    text = await shown(ana)

    assert text.startswith("## Your statistics · All games")
    assert "**Against the computer** · Mit List und Tücke\n" in text
    assert "Matches in a row played to the end: **3** (best so far)" in text

    overview = ana.messages()[-1]
    await ana.click(overview, labelled(overview, "Details"))
    details = text_of(ana.messages()[-1])
    assert "\n-# Bluff: 1/1 won\n-# Mit List und Tücke: 1/1 won" in details


async def test_games_have_their_ratings_once_those_show(ana: Person, ben: Person, played: Played) -> None:
    await settle(played, player(ana))
    await played((player(ana), 1), (player(ben), 0), game="tuecke")
    await shown(ana)
    overview = ana.messages()[-1]

    await ana.click(overview, labelled(overview, "Details"))

    bluff, tuecke = [line for line in text_of(ana.messages()[-1]).splitlines() if line.endswith(" won")]
    assert bluff.startswith("-# Bluff: **1")
    assert tuecke == "-# Mit List und Tücke: 1/1 won"


async def test_all_games_together_have_a_curve(ana: Person, played: Played) -> None:
    await ana.command("settings", {"messages": "off"})
    for number, game in enumerate(("bluff", "tuecke", "faehrte", "bluff", "tuecke")):
        await played((player(ana), 1), (Player(70 + number, "Rival"), 0), game=game)

    assert "Rating over the last 5 matches: from 1000 to " in await shown(ana)


async def test_a_menu_shows_another_game(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana)
    panel = ana.messages()[-1]

    await ana.select(panel, f"f1|statspick|0|0|{ana.id} all", ["tuecke"])

    assert "No finished match of Mit List und Tücke" in text_of(ana.messages()[-1])
    assert ana.messages()[-1]["id"] == panel["id"]


async def test_somebody_elses_page_names_them_and_how_often_one_has_met(
    ana: Person, ben: Person, played: Played
) -> None:
    for points in (1, 1, 0):
        await played((player(ana), points), (player(ben), 1 - points))

    text = await shown(ana, user=ben.id, game="bluff")

    assert text.startswith("## Ben: statistics · Bluff")
    assert "**You against Ben**: ahead 2×, behind 1×, level 0×" in text
    assert "Ana" not in text
    assert "Show everyone" not in labels(ana.messages()[-1])


@pytest.mark.usefixtures("bot")
async def test_a_person_without_matches_is_named(ana: Person, ben: Person) -> None:
    assert "Ben hasn't finished a match here yet." in await shown(ana, user=ben.id)


async def test_a_bot_has_no_statistics(ana: Person, bot: Finte) -> None:
    assert bot.user
    assert await shown(ana, user=str(bot.user.id)) == "Bots and computer players have no statistics."


async def test_whoever_hides_their_statistics_still_sees_them_but_nobody_else_does(
    ana: Person, ben: Person, played: Played
) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await ben.command("settings", {"stats": "private"})

    assert await shown(ana, user=ben.id) == "This player keeps their statistics and matches to themselves."
    assert "Opponents: Ana" in await detailed(ben)

    await ben.command("settings", {"stats": "open"})
    assert "## Ben: statistics" in await shown(ana, user=ben.id)


async def test_opponents_who_hide_are_named_to_those_who_played_them_alone(
    ana: Person, ben: Person, discord: Localcord, played: Played
) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await ben.command("settings", {"stats": "private"})

    assert "Opponents: Ben" in await detailed(ana)
    assert "Ben" not in await detailed(discord.person("Dora"), user=ana.id)

    await detailed(ana)
    panel = ana.messages()[-1]
    await ana.click(panel, labelled(panel, "Show everyone"))
    public = discord.public_messages[-1]
    assert text_of(public).startswith("## Ana: statistics · All games")
    assert "Ben" not in text_of(public)


@pytest.mark.parametrize("verb", ["stats", "statspick", "history", "historypick"])
async def test_a_forged_button_shows_nothing_of_a_person_who_hides(
    ana: Person, ben: Person, played: Played, verb: str
) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await ben.command("settings", {"stats": "private"})
    await shown(ana)

    answer = await ana.raw_click(ana.messages()[-1], f"f1|{verb}|0|0|{ben.id} all")

    assert said(answer) == "This player keeps their statistics and matches to themselves."


async def test_nobody_shows_everyone_somebody_elses_page(
    ana: Person, ben: Person, discord: Localcord, played: Played
) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana)
    before = len(discord.public_messages)

    answer = await ana.raw_click(ana.messages()[-1], f"f1|statsall|0|0|{ben.id} all")

    assert said(answer) == "You can only show everyone your own statistics."
    assert len(discord.public_messages) == before


async def test_matches_elsewhere_are_not_shown_here(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0), guild_id=4711)

    assert "Ben hasn't finished a match here yet." in await shown(ana, user=ben.id)


@pytest.mark.parametrize(
    "text",
    ["", "x", "0 bluff", "-1 bluff", "٣ bluff", "1 chess", f"{LARGEST_ID + 1} bluff", "9" * 80, "1 bluff older ٣"],
)
async def test_a_forged_button_gets_some_page(ana: Person, played: Played, text: str) -> None:
    await played((player(ana), 1), field="computer")
    await shown(ana)
    panel = ana.messages()[-1]

    for verb in ("stats", "statspick", "statsall", "history", "historypick"):
        answer = await ana.raw_click(panel, f"f1|{verb}|0|0|{text}")
        assert answer.message is not None, (verb, answer.error)
        assert "Something went wrong" not in text_of(answer.message)


@pytest.mark.parametrize("command", ["stats", "history"])
async def test_a_person_who_turns_pages_too_fast_is_asked_to_wait(
    bot: Finte, ana: Person, clock: Clock, command: str
) -> None:
    assert bot
    for _ in range(MOST_LOOKUPS):
        assert "You haven't finished" in said(await ana.command(command, {}))
    assert said(await ana.command(command, {})) == "That was quick! Wait a few seconds, then try again."

    clock.now += LOOKUP_SECONDS
    assert "You haven't finished" in said(await ana.command(command, {}))


def test_a_forged_text_is_about_the_reader() -> None:
    assert Someone.from_text("x y", 7) == Someone(7, ALL_GAMES)
    assert Someone.from_text(Someone(8, "bluff").custom_id("stats").rpartition("|")[2], 7) == Someone(8, "bluff")
