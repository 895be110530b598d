"""`/history`, as people see it; and the results that it leads to."""

from dataclasses import replace
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.store.statistics import LINES, Finished, HistoryPage
from bot.tables.clock import DAY_SECONDS, SeatClock
from bot.tables.standings import Field
from bot.tables.table import Person as Player
from bot.tables.table import Place, Robot, Table
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.commands.history import MatchList
from cogs.commands.lookups import ALL_GAMES, LARGEST_ID, Someone
from games.catalogue import GAMES
from localcord import Localcord, Person
from localcord.limits import check_message
from tests.bot.people import draft
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import LONGEST_NAMES, player, seated
from tests.end_to_end.tables import Table as Seats
from tests.end_to_end.tables import custom_ids, labelled, labels, said, text_of
from tests.pages import as_text, message
from tests.pages import custom_ids as ids_of

pytestmark = pytest.mark.slow

ANA = Player(1, "Ana")


async def shown(person: Person, **options: object) -> str:
    """The texts of `/history`'s answer."""
    return said(await person.command("history", options))


async def cancelled_table(bot: Finte, discord: Localcord, host: Player) -> int:
    """A table that was cancelled, in a channel that nobody can see. Shape: its number."""
    table = await bot.store.open(draft(host, place=Place(int(discord.guild_id), 4711)))
    await bot.store.close(replace(table, version=1, phase="cancelled"))
    return table.id


def finished(table: Table, field: Field = "people", **facts: object) -> Finished:
    """A match that Ana has won."""
    line = Finished(1, table, field, True, 1, 1_800_000_000, 1 if field == "people" else None, 1000, 1012)
    return replace(line, **facts)  # type: ignore[arg-type]


def text_for(*lines: Finished, game: str = ALL_GAMES, keep_days: int = 0) -> str:
    """Ana's page with these matches."""
    found = HistoryPage("Ana", lines)
    return as_text(MatchList(Someone(1, game), found, GAME_UIS, ENGLISH, keep_days=keep_days).page().parts)


def test_a_match_of_ones_placement_has_no_change_of_rating() -> None:
    table = seated(ANA, Player(2, "Ben"), phase="over")

    assert "**+12**" in text_for(finished(table))
    assert "+12" not in text_for(finished(table, is_placement=True))


@pytest.mark.usefixtures("bot")
async def test_before_the_first_match_the_page_says_how_to_start_one(ana: Person, ben: Person) -> None:
    assert "You haven't finished a match here yet. Start one with /play!" in await shown(ana)
    assert "Ben hasn't finished a match here yet." in await shown(ana, user=ben.id)
    assert "No finished match of Bluff yet." in await shown(ana, game="bluff")


async def test_pages_are_turned_by_buttons(ana: Person, ben: Person, played: Played, clock: Clock) -> None:
    for number in range(LINES + 1):
        await played((player(ana), 1), (player(ben), 0), at=int(clock()) + number)
    text = await shown(ana)
    panel = ana.messages()[-1]
    assert text.count("🏆 **1st place**") == LINES
    assert "◀" not in labels(panel)

    await ana.click(panel, labelled(panel, "▶"))

    turned = ana.messages()[-1]
    assert turned["id"] == panel["id"]
    assert f"<t:{int(clock())}:d> · Bluff · 🏆 **1st place**" in text_of(turned)
    assert "▶" not in labels(turned)

    await ana.click(turned, labelled(turned, "◀"))
    assert text_of(ana.messages()[-1]) == text


async def test_statistics_and_history_lead_to_each_other(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana, user=ben.id, game="bluff")
    panel = ana.messages()[-1]

    await ana.click(panel, labelled(panel, "Statistics"))
    assert text_of(ana.messages()[-1]).startswith("## Ben: statistics · Bluff")

    await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], "Match history"))
    assert text_of(ana.messages()[-1]).startswith("## Ben: matches · Bluff")


async def test_a_menu_shows_the_matches_of_one_game(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana)

    await ana.select(ana.messages()[-1], f"f1|historypick|0|0|{ana.id} all", ["tuecke"])

    assert "No finished match of Mit List und Tücke" in text_of(ana.messages()[-1])


async def test_whoever_hides_their_statistics_hides_their_matches(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await ben.command("settings", {"stats": "private"})

    assert await shown(ana, user=ben.id) == "This player keeps their statistics and matches to themselves."
    assert "with Ana" in await shown(ben)


async def test_matches_of_another_server_are_not_listed_here(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0), guild_id=4711)

    assert "Ben hasn't finished a match here yet." in await shown(ana, user=ben.id)


@pytest.mark.parametrize("text", ["{id} all older 0", "{id} all newer 99999", "{id} all x 1", "{id} all older 9" * 3])
async def test_a_page_that_never_existed_is_the_newest_one(ana: Person, ben: Person, played: Played, text: str) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana)

    await ana.raw_click(ana.messages()[-1], f"f1|history|0|0|{text.format(id=ana.id)}"[:90])

    assert "with Ben" in text_of(ana.messages()[-1])


@pytest.mark.usefixtures("bot")
async def test_a_match_that_was_played_is_listed_and_its_result_opens(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    table = await Seats.started(discord, (ana, ben))
    await table.play_on(Random(1))

    text = await shown(ana)
    listed = ana.messages()[-1]
    assert "with Ben" in text

    await ana.click(listed, labelled(listed, "Result"))

    opened = ana.messages()[-1]
    assert opened["id"] == listed["id"]
    assert text_of(opened).splitlines()[0] == text_of(table.board).splitlines()[0]
    assert labels(opened) == [
        "Back to the history",
        "Leaderboard",
        "Replay",
        "Review my match",
        "Check rolls and deals",
    ]  # no rematch of a match of long ago
    assert "🎉 First win: Bluff" in "".join([said(await one.command("stats", {})) for one in (ana, ben)])


async def test_the_way_back_leads_to_the_page_that_a_result_was_opened_from(
    bot: Finte, discord: Localcord, ana: Person, ben: Person, played: Played
) -> None:
    cancelled = await cancelled_table(bot, discord, player(ana))
    for at in range(2 * LINES + 1):
        await played((player(ana), 1), (player(ben), 0), at=at, game="tuecke")
    pages = [await shown(ana, user=ben.id, game="tuecke")]
    for _ in range(2):
        await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], "▶"))
        pages.append(text_of(ana.messages()[-1]))

    for page in reversed(pages):
        panel = ana.messages()[-1]
        assert text_of(panel) == page
        result = next(custom_id for custom_id in custom_ids(panel) if "|past|" in custom_id)
        await ana.raw_click(panel, f"f1|past|{cancelled}|0|{result.rpartition('|')[2]}")
        assert "This table was cancelled" in text_of(ana.messages()[-1])
        await ana.click(panel, labelled(ana.messages()[-1], "Back to the history"))
        assert text_of(ana.messages()[-1]) == page
        if page != pages[0]:
            await ana.click(panel, labelled(ana.messages()[-1], "◀"))


async def test_a_result_opened_by_an_old_button_leads_back_to_ones_own_history(
    bot: Finte, discord: Localcord, ana: Person
) -> None:
    cancelled = await cancelled_table(bot, discord, player(ana))
    await shown(ana)

    await ana.raw_click(ana.messages()[-1], f"f1|past|{cancelled}|0|")
    await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], "Back to the history"))

    assert text_of(ana.messages()[-1]).startswith("## Your matches · All games")


@pytest.mark.usefixtures("bot")
async def test_others_on_the_server_open_a_result_and_nobody_elsewhere_does(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    table = await Seats.started(discord, (ana, ben))
    await table.play_on(Random(1))
    dora = discord.person("Dora")
    past = f"f1|past|{table.match_id}|0|"

    assert "🏆" in said(await dora.raw_click(table.board, past))

    await dora.command("history", {}, channel_id=dora.dm_channel_id)
    there = dora.messages(dora.dm_channel_id)[-1]
    refused = "Only people who can see the channel of this match can see its result."
    assert said(await dora.raw_click(there, past)) == refused


async def test_a_result_in_a_channel_that_one_cannot_see_stays_closed(
    bot: Finte, discord: Localcord, ana: Person, ben: Person
) -> None:
    past = f"f1|past|{await cancelled_table(bot, discord, player(ben))}|0|"
    await shown(ana)

    refused = "Only people who can see the channel of this match can see its result."
    assert said(await ana.raw_click(ana.messages()[-1], past)) == refused
    await shown(ben)
    assert "This table was cancelled" in said(await ben.raw_click(ben.messages()[-1], past))


@pytest.mark.usefixtures("bot")
async def test_results_of_open_unknown_and_private_tables_stay_closed(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    table = await Seats.started(discord, (ana, ben))
    await ben.command("learn", {"game": "bluff"})
    lesson = custom_ids(ben.messages()[-1])[0].split("|")[2]

    async def opened(match_id: str) -> str:
        return said(await ana.raw_click(table.board, f"f1|past|{match_id}|0|"))

    assert await opened(table.match_id) == "This match isn't over yet."
    assert await opened("999999999") == "This match is no longer stored."
    assert await opened(lesson) == "Only people who can see the channel of this match can see its result."


async def test_old_matches_go_and_what_they_counted_for_stays(
    bot: Finte, discord: Localcord, ana: Person, clock: Clock
) -> None:
    table = await Seats.started(discord, (ana, discord.person("Ben")))
    await table.play_on(Random(1))
    text = said(await ana.command("stats", {"game": "bluff"}))
    await shown(ana)
    listed = ana.messages()[-1]
    clock.now += 2 * DAY_SECONDS
    await bot.jobs.retention.tick()
    assert "with Ben" in await shown(ana)

    bot.jobs.retention.keep_days = 1
    clock.now += DAY_SECONDS
    await bot.jobs.retention.tick()

    assert "with Ben" not in await shown(ana)
    assert said(await ana.command("stats", {"game": "bluff"})) == text
    assert said(await ana.raw_click(listed, labelled(listed, "Result"))) == "This match is no longer stored."
    assert said(await table.press(ana, "Rematch")) == "This table is closed."


def test_a_line_tells_how_a_match_ended_for_somebody() -> None:
    ben, iris = Player(2, "Ben"), Robot("hard", "Iris")
    among = seated(ANA, ben, iris, phase="over")
    alone = seated(ANA, iris, Robot("easy", "Otto"), phase="over")

    def gone(presence: str) -> Table:
        return replace(among, clocks=(SeatClock(presence=presence), SeatClock(), SeatClock()))  # type: ignore[arg-type]

    won = "Bluff · 🏆 **1st place** among people\n-# Match 7 · "
    assert f"{won}**+12** · with Ben, 🤖 Iris · hard" in text_for(finished(among))
    assert "🏆 ahead of 2 of 2 computer players" in text_for(finished(alone, "computer", points=2))
    assert "· left early\n-# Match 7 · **−20** · with" in text_for(
        finished(gone("left"), place=2, has_won=False, rating_after=980)
    )
    assert "· away at the end\n-# Match 7 · **±0** · with" in text_for(
        finished(gone("away"), place=2, has_won=False, rating_after=1000)
    )
    assert f"{won}with Ben" in text_for(finished(among, rating_before=None, rating_after=None))


def test_a_page_of_one_game_does_not_repeat_its_name() -> None:
    assert "<t:1800000000:d> · 🏆 **1st place**" in text_for(finished(seated(ANA, phase="over")), game="bluff")


def test_a_host_who_keeps_matches_for_a_while_has_that_said() -> None:
    assert "-# Matches are kept for 30 days here." in text_for(keep_days=30)
    assert "kept" not in text_for()


@pytest.mark.parametrize("language", ["en-US", "de", "fr"])
@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_the_longest_page_is_within_discords_limits(language: str, name: str) -> None:
    table = seated(ANA, *(Player(number, name) for number in range(2, 7)), phase="over")
    for game in (ALL_GAMES, *GAMES):
        lines = tuple(finished(replace(table, id=900_000_000 + number)) for number in range(LINES))
        found = HistoryPage(name, lines, has_newer=True, has_older=True)
        page = MatchList(Someone(LARGEST_ID, game), found, GAME_UIS, words(language), name, keep_days=365).page()

        check_message(message(page))
        assert len(ids_of(page.parts)) == len(set(ids_of(page.parts)))
