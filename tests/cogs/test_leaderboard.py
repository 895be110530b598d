"""`/leaderboard`, as people see it."""

import pytest

from bot.interactions.client import Finte
from bot.tables.periods import season_before, season_begins, season_of
from bot.tables.table import Person as Player
from cogs.commands.leaderboard import LINES, MOST_LOOKUPS
from localcord import Person
from localcord.components import selects
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import player
from tests.end_to_end.tables import labelled, labels, said, text_of

pytestmark = pytest.mark.slow

DAY = 86_400
BEN, CLEO = Player(2, "*Ben*"), Player(3, "Cleo")


@pytest.fixture
async def in_words(ana: Person, bot: Finte) -> Person:
    """Ana, who wants no pictures."""
    await bot.preferences.choose("person", int(ana.id), pictures=False)
    return ana


@pytest.fixture
async def one_win(ana: Person, played: Played, clock: Clock) -> None:
    """A match that Ana has won against Ben."""
    await played((player(ana), 1), (BEN, 0), at=int(clock()))


def crowd(size: int) -> list[tuple[Player, int]]:
    """So many people, each with a point more than the next one."""
    return [(Player(100 + number, f"Player {number}"), 50 - number) for number in range(size)]


async def shown(person: Person, **options: str) -> str:
    """The texts of `/leaderboard`'s answer."""
    return said(await person.command("leaderboard", options))


async def click(person: Person, label: str) -> str:
    """The text of the newest message after a click on its button."""
    await person.click(person.messages()[-1], labelled(person.messages()[-1], label))
    return text_of(person.messages()[-1])


async def choose(person: Person, menu: str, value: str) -> str:
    """Chooses from a menu of the newest leaderboard; returns the text of the page it leads to."""
    panel = person.messages()[-1]
    (custom_id,) = (found["custom_id"] for found in selects(panel) if f"|rank{menu}|" in found["custom_id"])
    await person.select(panel, custom_id, [value])
    return text_of(person.messages()[-1])


async def test_a_line_has_rank_name_rating_points_and_wins(in_words: Person, played: Played, clock: Clock) -> None:
    for points in (1, 1, 0):
        await played((player(in_words), points), (BEN, 1 - points), at=int(clock()))

    assert (await shown(in_words, game="bluff", period="7d", by="points")).splitlines()[:4] == [
        "## Leaderboard · Bluff",
        "-# Points · 7 days · With other people · This server",
        "🥇 **Ana** (you) · rating – · **2 pts** · 2/3 won",
        r"🥈 **\*Ben\*** · rating – · **1 pt** · 1/3 won",
    ]


async def test_ones_own_line_is_on_every_page_and_my_place_a_click_away(
    in_words: Person, played: Played, clock: Clock
) -> None:
    await played(*crowd(LINES + 4), (player(in_words), 30), (BEN, 20), at=int(clock()))

    lines = (await shown(in_words, by="points")).splitlines()[2 : LINES + 6]
    assert [line.split(" · ")[0] for line in lines[LINES - 1 :]] == [
        "10\\. **Player 9**", "…", "14\\. **Player 13**", "15\\. **Ana** (you)", "16\\. **\\*Ben\\***"
    ]  # fmt: skip
    panel = in_words.messages()[-1]

    lines = (await click(in_words, "My place")).splitlines()[2:8]
    assert in_words.messages()[-1]["id"] == panel["id"]
    assert lines[0].startswith("11\\. **Player 10**")
    assert "My place" not in labels(in_words.messages()[-1])
    assert (await click(in_words, "◀")).splitlines()[2].startswith("🥇 **Player 0**")


@pytest.mark.usefixtures("one_win")
async def test_menus_and_buttons_lead_to_other_leaderboards(ana: Person) -> None:
    title = "## Leaderboard · Bluff\n-# {} · With other people · {}\n"
    await shown(ana)
    assert labels(ana.messages()[-1]) == ["Everywhere", "Show everyone", "?"]

    assert (await choose(ana, "game", "bluff")).startswith(title.format("Rating · All time", "This server"))
    assert (await choose(ana, "period", "7d")).startswith(title.format("Rating · 7 days", "This server"))
    assert (await choose(ana, "view", "wins people")).startswith(title.format("Wins · 7 days", "This server"))
    assert (await click(ana, "Everywhere")).startswith(title.format("Wins · 7 days", "Everywhere"))
    assert (await click(ana, "This server")).startswith(title.format("Wins · 7 days", "This server"))
    answer = await ana.raw_click(ana.messages()[-1], "f1|rankperiod|0|0|bluff 7d people 0 wins here")
    assert answer.answered
    assert text_of(ana.messages()[-1]).startswith("## Leaderboard · All games\n-# Rating · All time")
    panel = ana.messages()[-1]["id"]
    assert (await click(ana, "?")).startswith("## Rating · With other people\n")
    assert ana.messages()[-1]["id"] != panel


async def test_seasons_that_were_played_can_be_chosen_and_the_last_one_names_its_champions(
    ana: Person, played: Played, clock: Clock
) -> None:
    season = season_of(int(clock()))
    last = season_before(season)
    for rival in range(6):  # of all time, somebody else is the best
        for day in (1, 2):
            await played((Player(9, "Dora"), 1), (Player(20 + rival, "Rival"), 0), at=season_begins(last) - DAY * day)
    for rival in range(4):
        await played((CLEO, 1), (Player(20 + rival, "Rival"), 0), at=season_begins(last) + rival)
        await played((CLEO, 1), (Player(20 + rival, "Rival"), 0), at=season_begins(last) + DAY * rival)
    await played((player(ana), 1), (BEN, 0), at=int(clock()))

    first = await shown(ana)
    periods = [option["label"] for option in selects(ana.messages()[-1])[1]["options"]]

    assert "\nLast season: 🏆 **Cleo** (" in first
    assert "1. Dora · rating" in first
    assert "🏆" not in await choose(ana, "period", "7d")
    assert [label.split(" (")[0] for label in periods][:4] == ["All time", "This season", "30 days", "7 days"]
    assert [label.split(" ")[0] for label in periods[4:]] == ["Season", "Season"]
    earlier = await choose(ana, "period", last)
    assert "1. Cleo · rating" in earlier
    assert "\nThe season before: 🏆 **Dora** (" in earlier


async def test_who_turns_pages_too_fast_is_asked_to_wait_unless_they_are_in_memory(ana: Person, bot: Finte) -> None:
    for _ in range(2 * MOST_LOOKUPS):
        assert "Leaderboard" in await shown(ana, field="people")
    for _ in range(MOST_LOOKUPS):
        bot.leaderboard.drop()
        text = await shown(ana, field="people")

    assert "That was quick!" in text
