"""`/history`, as people see it; and the results that it leads to."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.interactions.client import Finte
from bot.store.statistics import LINES, Finished, HistoryPage
from bot.tables.clock import DAY_SECONDS
from bot.tables.table import Place, Robot, Table
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.commands.history import MatchList
from cogs.commands.lookups import ALL_GAMES, Someone
from localcord import Localcord, Person
from tests.bot.people import draft
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import ANA, AWAY, BEN, HERE, LEFT, player, seated
from tests.end_to_end.tables import Table as Seats
from tests.end_to_end.tables import custom_ids, labelled, labels, said, set_up, text_of
from tests.pages import as_text

pytestmark = pytest.mark.slow

IRIS = Robot("hard", "Iris")
CLOSED = "Only people who can see the channel of this match can see its result."


async def shown(person: Person, **options: object) -> str:
    """The texts of `/history`'s answer."""
    return said(await person.command("history", options))


async def click(person: Person, label: str) -> str:
    """The text of the newest message after a click on its button."""
    await person.click(person.messages()[-1], labelled(person.messages()[-1], label))
    return text_of(person.messages()[-1])


async def cancelled_table(bot: Finte, discord: Localcord, host: Person) -> int:
    """A table that was cancelled, in a channel that nobody can see. Shape: its number."""
    table = await bot.store.open(draft(player(host), place=Place(int(discord.guild_id), 4711)))
    await bot.store.close(replace(table, version=1, phase="cancelled"))
    return table.id


def text_for(table: Table, *, game: str = ALL_GAMES, keep_days: int = 0, **facts: object) -> str:
    """Ana's page with a match that she has won, unless facts say else."""
    line = Finished(1, table, "people", True, 1, 1_800_000_000, 1, 1000, 1012)
    found = HistoryPage("Ana", (replace(line, **facts),))  # type: ignore[arg-type]
    return as_text(MatchList(Someone(1, game), found, GAME_UIS, ENGLISH, keep_days=keep_days).page().parts)


def test_a_line_tells_how_a_match_ended_for_somebody() -> None:
    among = seated(ANA, BEN, IRIS, phase="over")
    alone = seated(ANA, IRIS, Robot("easy", "Otto"), phase="over")
    lost: dict[str, Any] = {"place": 2, "has_won": False, "rating_after": 980}

    won = "Bluff · 🏆 **1st place** among people\n-# Match 7 · "
    assert f"{won}**+12** · with Ben, 🤖 Iris · hard" in text_for(among)
    assert "+12" not in text_for(among, is_placement=True)
    assert f"{won}with Ben" in text_for(among, rating_before=None, rating_after=None)
    assert "🏆 ahead of 2 of 2 computer players" in text_for(alone, field="computer", place=None, points=2)
    for gone, told in ((LEFT, "left early"), (AWAY, "away at the end")):
        text = text_for(replace(among, clocks=(gone, HERE, HERE)), **lost)
        assert f"· {told}\n-# Match 7 · **−20** · with" in text


async def test_statistics_history_and_games_lead_to_each_other(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana, user=ben.id, game="bluff")

    assert (await click(ana, "Statistics")).startswith("## Ben: statistics · Bluff")
    assert (await click(ana, "Match history")).startswith("## Ben: matches · Bluff")
    await ana.select(ana.messages()[-1], f"f1|historypick|0|0|{ben.id} bluff", ["tuecke"])
    assert "No finished match of Mit List und Tücke" in text_of(ana.messages()[-1])


async def test_matches_elsewhere_and_of_those_who_hide_theirs_are_not_listed(
    ana: Person, ben: Person, played: Played
) -> None:
    await played((player(ana), 1), (player(ben), 0), guild_id=4711)
    assert "Ben hasn't finished a match here yet." in await shown(ana, user=ben.id)

    await played((player(ana), 1), (player(ben), 0))
    await set_up(ben, "stats", "private")
    assert await shown(ana, user=ben.id) == "This player keeps their statistics and matches to themselves."
    assert "with Ana" in await shown(ben)


async def test_a_match_that_was_played_is_listed_until_it_is_deleted_and_its_result_opens_to_those_on_the_server(
    bot: Finte, discord: Localcord, ana: Person, ben: Person, *, clock: Clock
) -> None:
    table = await Seats.started(discord, (ana, ben))
    await table.play_on(Random(1))
    stats, past = said(await ana.command("stats", {"game": "bluff"})), f"f1|past|{table.match_id}|0|"
    assert "with Ben" in await shown(ana)
    listed = ana.messages()[-1]

    assert (await click(ana, "Result")).splitlines()[0] == text_of(table.board).splitlines()[0]
    opened = ana.messages()[-1]
    assert opened["id"] == listed["id"]
    assert "Rematch" not in labels(opened)
    assert labels(opened)[0] == "Back to the history"
    dora = discord.person("Dora")
    assert "🏆" in said(await dora.raw_click(table.board, past))
    await dora.command("history", {}, channel_id=dora.dm_channel_id)
    assert said(await dora.raw_click(dora.messages(dora.dm_channel_id)[-1], past)) == CLOSED

    bot.jobs.retention.keep_days = 1
    clock.now += DAY_SECONDS + 1
    await bot.jobs.retention.tick()
    assert "with Ben" not in await shown(ana)
    assert said(await ana.command("stats", {"game": "bluff"})) == stats
    assert said(await ana.raw_click(listed, labelled(listed, "Result"))) == "This match is no longer stored."
    assert said(await table.press(ana, "Rematch")) == "This table is closed."


async def test_pages_are_turned_and_a_result_leads_back_to_the_page_that_it_was_opened_from(
    bot: Finte, discord: Localcord, ana: Person, ben: Person, *, played: Played
) -> None:
    cancelled = await cancelled_table(bot, discord, ana)
    for at in range(2 * LINES + 1):
        await played((player(ana), 1), (player(ben), 0), at=at, game="tuecke")
    pages = [await shown(ana, user=ben.id, game="tuecke")]
    assert "◀" not in labels(ana.messages()[-1])
    pages += [await click(ana, "▶"), await click(ana, "▶")]
    assert "▶" not in labels(ana.messages()[-1])
    assert [page.count("place**") for page in pages] == [LINES, LINES, 1]

    for page in reversed(pages):
        panel = ana.messages()[-1]
        assert text_of(panel) == page
        result = next(custom_id for custom_id in custom_ids(panel) if "|past|" in custom_id)
        await ana.raw_click(panel, f"f1|past|{cancelled}|0|{result.rpartition('|')[2]}")
        assert "This table was cancelled" in text_of(ana.messages()[-1])
        assert await click(ana, "Back to the history") == page
        if page != pages[0]:
            await click(ana, "◀")


@pytest.mark.parametrize("text", ["{id} all older 0", "{id} all newer 99999", "{id} all x 1", "{id} all older 9" * 3])
async def test_a_page_that_never_existed_is_the_newest_one(ana: Person, ben: Person, played: Played, text: str) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await shown(ana)

    await ana.raw_click(ana.messages()[-1], f"f1|history|0|0|{text.format(id=ana.id)}"[:90])

    assert "with Ben" in text_of(ana.messages()[-1])


async def test_results_of_hidden_open_unknown_and_private_tables_stay_closed(
    bot: Finte, discord: Localcord, ana: Person, ben: Person
) -> None:
    table = await Seats.started(discord, (ana, ben))
    await ben.command("learn", {"game": "bluff"})
    lesson = custom_ids(ben.messages()[-1])[0].split("|")[2]
    hidden = await cancelled_table(bot, discord, ben)

    async def opened(person: Person, match_id: int | str) -> str:
        return said(await person.raw_click(table.board, f"f1|past|{match_id}|0|"))

    assert await opened(ana, table.match_id) == "This match isn't over yet."
    assert await opened(ana, "999999999") == "This match is no longer stored."
    assert await opened(ana, lesson) == await opened(ana, hidden) == CLOSED
    assert "This table was cancelled" in await opened(ben, hidden)
