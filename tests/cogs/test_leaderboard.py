"""`/leaderboard`, as people see it."""

from collections.abc import Sequence
from textwrap import dedent

import pytest

from bot.interactions.client import Finte
from bot.tables.periods import season_before, season_begins, season_of
from bot.tables.table import Person as Player
from cogs.commands.leaderboard import LINES, MOST_LOOKUPS
from localcord import Localcord, Person
from localcord.components import selects
from localcord.wire import JsonObject
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.tables import player
from tests.end_to_end.tables import labelled, labels, said, text_of

pytestmark = pytest.mark.slow

DAY = 86_400
BEN, CLEO = Player(2, "*Ben*"), Player(3, "Cleo")


def page(text: str) -> str:
    return dedent(text).strip()


@pytest.fixture
async def in_words(ana: Person, bot: Finte) -> Person:
    """Ana, who wants no pictures."""
    await bot.preferences.like_pictures(int(ana.id), pictures=False)
    return ana


def crowd(size: int) -> list[tuple[Player, int]]:
    """So many people, each with a point more than the next one."""
    return [(Player(100 + number, f"Player {number}"), 50 - number) for number in range(size)]


async def shown(person: Person, **options: str) -> str:
    """The texts of `/leaderboard`'s answer."""
    answer = await person.command("leaderboard", options)
    assert answer.message is not None
    return text_of(answer.message)


async def choose(person: Person, menu: str, value: str) -> str:
    """Chooses from a menu of the newest leaderboard; returns the text of the page it leads to."""
    panel = person.messages()[-1]
    (custom_id,) = (found["custom_id"] for found in selects(panel) if f"|rank{menu}|" in found["custom_id"])
    await person.select(panel, custom_id, [value])
    return text_of(person.messages()[-1])


def options(message: JsonObject) -> list[Sequence[str]]:
    """The labels in each menu."""
    return [[option["label"] for option in found["options"]] for found in selects(message)]


@pytest.mark.usefixtures("bot")
async def test_before_the_first_match_the_page_says_so(ana: Person) -> None:
    assert await shown(ana) == page("""
        ## Leaderboard · All games
        -# Rating · All time · With other people · This server
        No match with two or more people has been finished here yet. Start the first with /play!
    """)


async def test_a_line_has_rank_name_rating_points_and_wins(in_words: Person, played: Played, clock: Clock) -> None:
    for points in (1, 1, 0):
        await played((player(in_words), points), (BEN, 1 - points), at=int(clock()))

    lines = (await shown(in_words, game="bluff", period="7d", by="points")).splitlines()
    assert lines[:2] == ["## Leaderboard · Bluff", "-# Points · 7 days · With other people · This server"]
    assert [line.split(" · ")[2:] for line in lines[2:]] == [
        ["**2 pts**", "2/3 won"],
        ["**1 pt**", "1/3 won"],
    ]
    assert lines[2].startswith("🥇 **Ana** (you) · rating – · ")
    assert lines[3].startswith(r"🥈 **\*Ben\*** · rating – · ")


async def test_a_question_mark_leads_to_what_counts(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    first = await shown(ana, by="points")
    panel = ana.messages()[-1]

    await ana.click(panel, labelled(panel, "?"))

    told = text_of(ana.messages()[-1])
    assert ana.messages()[-1]["id"] != panel["id"]
    assert told.startswith("## Points · With other people\nIn matches with two or more people, you get a point")
    assert "you get a point" not in first


async def test_the_picture_is_described_by_the_same_lines(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 1), (BEN, 0), at=int(clock()))

    lines = (await shown(ana, by="wins")).splitlines()

    assert ana.messages()[-1]["attachments"]
    assert [line.partition(" · rating ")[0] for line in lines[2:4]] == ["1. Ana (you)", "2. *Ben*"]


async def test_the_ranking_against_the_computer_states_its_own_rule(
    in_words: Person, played: Played, clock: Clock
) -> None:
    await played((player(in_words), 5), field="computer", at=int(clock()))

    text = await shown(in_words, field="computer")

    assert "-# Rating · All time · Against the computer · This server" in text
    assert "1\\. **Ana** (you) · **rating " in text
    assert "5 pts · 1/1 won" in text


async def test_a_period_leaves_older_matches_out(ana: Person, played: Played, clock: Clock) -> None:
    for days in (31, 8, 6):
        await played((player(ana), 1), (BEN, 0), at=int(clock()) - days * DAY)

    counted = [(await shown(ana, period=period)).splitlines()[2] for period in ("7d", "30d", "all")]

    assert ["1/1 won" in counted[0], "2/2 won" in counted[1], "3/3 won" in counted[2]] == [True] * 3


async def test_ones_own_line_is_always_there_with_those_around_it(
    in_words: Person, played: Played, clock: Clock
) -> None:
    await played(*crowd(LINES + 4), (player(in_words), 30), (BEN, 20), at=int(clock()))

    lines = (await shown(in_words, by="points")).splitlines()[2 : LINES + 6]

    assert lines[LINES - 1].startswith("10\\. **Player 9**")
    assert lines[LINES] == "…"
    assert [line.split(" · ")[0] for line in lines[LINES + 1 :]] == [
        "14\\. **Player 13**", "15\\. **Ana** (you)", "16\\. **\\*Ben\\***"
    ]  # fmt: skip


async def test_my_place_is_a_click_away(in_words: Person, played: Played, clock: Clock) -> None:
    await played(*crowd(LINES + 4), (player(in_words), 0), at=int(clock()))
    await shown(in_words, by="points")
    panel = in_words.messages()[-1]

    await in_words.click(panel, labelled(panel, "My place"))

    turned = in_words.messages()[-1]
    assert turned["id"] == panel["id"]
    places = [line.split(" · ")[0] for line in text_of(turned).splitlines()[2:7]]
    assert [places[0], places[-1]] == ["11\\. **Player 10**", "15\\. **Ana** (you)"]
    assert "My place" not in labels(turned)


async def test_pages_are_turned_by_buttons(ana: Person, played: Played, clock: Clock) -> None:
    await played(*crowd(LINES + 2), at=int(clock()))
    await shown(ana, by="points")
    panel = ana.messages()[-1]
    assert labels(panel) == ["▶", "Everywhere", "Show everyone", "?"]

    await ana.click(panel, labelled(panel, "▶"))

    turned = ana.messages()[-1]
    assert turned["id"] == panel["id"]
    lines = [line.split(" · ")[0] for line in text_of(turned).splitlines()[2:4]]
    assert lines == ["11. Player 10", "12. Player 11"]
    assert "◀" in labels(turned)


async def test_each_menu_leads_to_another_leaderboard(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    await shown(ana)

    titles = [
        (await choose(ana, menu, value)).splitlines()[:2]
        for menu, value in (("game", "bluff"), ("period", "7d"), ("view", "wins computer"))
    ]

    assert titles[0] == ["## Leaderboard · Bluff", "-# Rating · All time · With other people · This server"]
    assert titles[-1] == ["## Leaderboard · Bluff", "-# Wins · 7 days · Against the computer · This server"]


async def test_a_button_leads_to_the_leaderboard_across_servers_and_back(
    ana: Person, played: Played, clock: Clock
) -> None:
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    await shown(ana, game="bluff", by="wins")
    panel = ana.messages()[-1]
    title = "## Leaderboard · Bluff\n-# Wins · All time · With other people · "

    await ana.click(panel, labelled(panel, "Everywhere"))
    assert text_of(ana.messages()[-1]).startswith(f"{title}Everywhere")
    await ana.click(panel, labelled(ana.messages()[-1], "This server"))
    assert text_of(ana.messages()[-1]).startswith(f"{title}This server")


async def test_a_forged_choice_gives_the_first_page(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    await shown(ana, game="bluff", period="7d")

    answer = await ana.raw_click(ana.messages()[-1], "f1|rankperiod|0|0|bluff 7d people 0 wins here")

    assert answer.answered
    assert text_of(ana.messages()[-1]).startswith("## Leaderboard · All games\n-# Rating · All time")


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
    menus = options(ana.messages()[-1])

    assert "\nLast season: 🏆 **Cleo** (" in first
    assert "1. Dora · rating" in first
    assert "🏆" not in await choose(ana, "period", "7d")
    assert [label.split(" (")[0] for label in menus[1]][:4] == ["All time", "This season", "30 days", "7 days"]
    assert [label.split(" ")[0] for label in menus[1][4:]] == ["Season", "Season"]
    earlier = await choose(ana, "period", last)
    assert "1. Cleo · rating" in earlier
    assert "\nThe season before: 🏆 **Dora** (" in earlier


async def test_shown_to_all_it_says_nothing_of_its_reader(
    ana: Person, discord: Localcord, played: Played, clock: Clock
) -> None:
    await played(*crowd(LINES), (player(ana), 0), at=int(clock()))
    await shown(ana, by="points")
    panel = ana.messages()[-1]

    await ana.click(panel, labelled(panel, "Show everyone"))

    public = text_of(discord.person("Ben").messages()[-1])
    assert "1. Player 0" in public
    assert "Ana" not in public


@pytest.mark.parametrize("page", ["1", "2", "3", "9" * 40])
async def test_a_page_beyond_the_end_shows_the_last_one(
    ana: Person, ben: Person, played: Played, clock: Clock, page: str
) -> None:
    await played((player(ana), 1), (BEN, 0), at=int(clock()))
    stranger = ben  # has no line of their own, which every page would show
    await shown(stranger)

    answer = await stranger.raw_click(stranger.messages()[-1], f"f1|rank|0|0|all all people {page} points here")

    assert answer.answered
    assert text_of(stranger.messages()[-1]).splitlines()[2].startswith("1. Ana · ")


async def test_a_person_who_has_only_played_alone_finds_themselves(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 3), at=int(clock()), field="computer")

    lines = (await shown(ana)).splitlines()
    assert lines[1] == "-# Rating · All time · Against the computer · This server"
    assert lines[2].endswith("3 pts · 1/1 won")
    assert "No match with two or more people" in await shown(ana, field="people")


async def test_an_empty_week_says_so(ana: Person, played: Played) -> None:
    await played((player(ana), 1), (BEN, 0), at=0)

    assert "No finished matches in this period yet." in await shown(ana, period="7d")


async def test_a_direct_message_is_called_a_chat_and_has_nobody_to_show_it_to(ana: Person, bot: Finte) -> None:
    await Played(bot.store, 0)((player(ana), 3), field="computer")

    answer = await ana.command("leaderboard", {}, channel_id=ana.dm_channel_id)

    assert "This chat" in said(answer)
    assert answer.message
    assert "Show everyone" not in labels(answer.message)


async def test_a_person_who_turns_pages_too_fast_is_asked_to_wait(ana: Person, bot: Finte) -> None:
    for _ in range(MOST_LOOKUPS):
        bot.leaderboard.drop()  # so that no answer is kept
        await shown(ana, field="people")
    bot.leaderboard.drop()

    assert "That was quick!" in await shown(ana, field="people")


@pytest.mark.usefixtures("bot")
async def test_a_page_in_memory_may_be_asked_for_at_any_speed(ana: Person) -> None:
    for _ in range(2 * MOST_LOOKUPS):
        assert "Leaderboard" in await shown(ana)
