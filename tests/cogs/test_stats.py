"""`/stats`, as people see it."""

from dataclasses import replace

import pytest

from bot.interactions.client import Finte
from bot.pages.page import Page, Picture
from bot.store import Curve, FigureSums, First, Opponent, Statistics
from bot.store.statistics import Count, Record, Streak
from bot.tables.table import Person as Player
from bot.words import ENGLISH, words
from cogs.catalogue import SCREENS
from cogs.commands.someone import ALL_GAMES, LARGEST_ID, Someone
from cogs.commands.stats_page import StatsPage
from games.catalogue import GAMES
from localcord import Localcord, Person
from localcord.limits import check_message
from tests.bot.results import Played
from tests.cogs.tables import LONGEST_NAMES
from tests.end_to_end.tables import labelled, labels, said, text_of
from tests.pages import as_text, custom_ids, message

LONG = LONGEST_NAMES[1]

EVERYTHING = Statistics(
    name=LONG,
    standings={"people": Record(240, 130, 1832, False, 2), "computer": Record(40, 20, 1210, True, 5)},
    by_game={(game, field): Record(240, 130, 1832, False) for game in GAMES for field in ("people", "computer")},
    counts={
        **{("place", str(place)): Count(40, 1) for place in range(1, 7)},
        **{("pace", pace): Count(80, 40) for pace in ("live", "relaxed", "correspondence")},
        **{("level", level): Count(10, 5) for level in ("easy", "medium", "hard", "steady")},
    },
    won=dict.fromkeys(GAMES, Streak(2, 11)),
    finished=Streak(31, 90),
    opponents=tuple(Opponent(number, LONG, 99, 50, 49) for number in range(25)),
    curves={"people": Curve(tuple(range(1000, 1200)), 1000), "computer": Curve((1000, 990, 980, 970), 3)},
    figures={figure.key: FigureSums(58, 100, 500, 1000) for game in GAMES.values() for figure in game.figures},
    firsts=tuple(First(kind, game) for game in GAMES for kind in ("win", "win against hard")),
)
"""Of somebody with a long name who has done everything there is."""


@pytest.fixture
async def played(bot: Finte, discord: Localcord) -> Played:
    """Stores results for the server that everyone is in."""
    return Played(bot.store, int(discord.guild_id))


@pytest.fixture
def ben(discord: Localcord) -> Person:
    return discord.person("Ben")


def player(person: Person) -> Player:
    return Player(int(person.id), person.user.name)


def drawn(**facts: object) -> StatsPage:
    """A page of statistics."""
    shown = StatsPage(Someone(1, "bluff"), EVERYTHING, SCREENS, ENGLISH, opponents=EVERYTHING.opponents)
    return replace(shown, **facts)  # type: ignore[arg-type]


async def shown(person: Person, **options: object) -> str:
    """The texts of `/stats`'s answer."""
    return said(await person.command("stats", options))


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

    assert text.startswith("## Your statistics · Bluff\n**With other people**\nRating **")
    assert "(provisional) · **3** matches · **2** wins (67%)" in text
    assert "1st place: 2× · 2nd place: 1×" in text
    assert "Won by pace: live **2/3**" in text
    assert "Wins in a row: **0** now, **2** at best" in text
    assert "Ben: 3 matches, 2× ahead, 1× behind" in text
    assert "🎉 First win: Bluff" in text
    assert len(ana.messages()[-1]["attachments"]) == 1


async def test_a_person_without_pictures_reads_the_curve(ana: Person, ben: Person, played: Played) -> None:
    await ana.command("settings", {"messages": "off"})
    for _ in range(3):
        await played((player(ana), 1), (player(ben), 0))

    assert "Rating over the last 3 matches: from 1000 to " in await shown(ana, game="bluff")


async def test_all_games_are_listed_each_with_its_rating(ana: Person, ben: Person, played: Played) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await played((player(ana), 1), game="tuecke", field="computer")

    text = await shown(ana)

    assert text.startswith("## Your statistics · All games")
    assert "Bluff: Rating **" in text
    assert "Mit List und Tücke (With Cunning and Guile): Rating **" in text
    assert "Matches in a row played to the end: **2** now, **2** at best" in text


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
    assert "You've met in 3 matches: 2× you were ahead, 1× behind." in text
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
    assert "Ana: 1 match" in await shown(ben)

    await ben.command("settings", {"stats": "open"})
    assert "## Ben: statistics" in await shown(ana, user=ben.id)


async def test_opponents_who_hide_are_named_to_those_who_played_them_alone(
    ana: Person, ben: Person, discord: Localcord, played: Played
) -> None:
    await played((player(ana), 1), (player(ben), 0))
    await ben.command("settings", {"stats": "private"})

    assert "Ben: 1 match" in await shown(ana)
    assert "Ben" not in await shown(discord.person("Dora"), user=ana.id)

    await shown(ana)
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

    assert said(answer) == "You can show everyone only your own statistics."
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


def test_a_forged_text_is_about_the_reader() -> None:
    assert Someone.from_text("x y", 7) == Someone(7, ALL_GAMES)
    assert Someone.from_text(Someone(8, "bluff").custom_id("stats").rpartition("|")[2], 7) == Someone(8, "bluff")


@pytest.mark.parametrize("game", [ALL_GAMES, *GAMES])
@pytest.mark.parametrize("language", ["en-US", "de", "fr"])
def test_the_longest_page_is_within_discords_limits(game: str, language: str) -> None:
    full = drawn(someone=Someone(LARGEST_ID, game), say=words(language), name=LONG, met=EVERYTHING.opponents[0])

    for page in (full.private(), full.public(), replace(full, name=None).private()):
        check_message(message(page))
        ids = custom_ids(page.parts)
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_game_is_shown_beside_everyones_average(game: str) -> None:
    text = as_text(drawn(someone=Someone(1, game)).public().parts)

    for figure in GAMES[game].figures:
        label = SCREENS[game].figures[figure.key]
        own, average = ("58%** of 100", "(50%)") if figure.kind == "share" else ("0.6**", "(0.5)")
        assert f"{label}: **{own} {average}" in text


def test_a_figure_that_was_never_observed_is_missing() -> None:
    figures = {"doubts_right": EVERYTHING.figures["doubts_right"]}
    text = as_text(drawn(stats=replace(EVERYTHING, figures=figures)).public().parts)

    assert "Doubts that were right" in text
    assert "Doubted bids that held" not in text


def test_a_comma_stands_where_a_language_has_one() -> None:
    assert "Teiler (je kleiner, desto besser): **0,6** (0,5)" in as_text(
        drawn(someone=Someone(1, "tuecke"), say=words("de")).public().parts
    )


def test_only_one_curve_is_drawn_that_of_play_with_people() -> None:
    def curves(page: Page) -> list[str]:
        return [part.alt for part in page.parts if isinstance(part, Picture)]

    (alt,) = curves(drawn().public())
    assert alt.startswith("Rating over the last 1000 matches: from 1000 to 1199")
    assert curves(drawn(stats=replace(EVERYTHING, curves={"people": Curve((1000, 1010), 1)})).public()) == []


def test_computer_players_of_former_levels_are_left_out() -> None:
    assert "Won by level: easy **5/10** · medium **5/10** · hard **5/10**\n" in as_text(drawn().public().parts) + "\n"


def test_a_provisional_rating_has_no_rank() -> None:
    text = as_text(drawn().public().parts)

    assert "Rating **1832** · #2 on the leaderboard · **240** matches" in text
    assert "Rating **1210** (provisional) · **40** matches" in text


def test_three_opponents_are_named_and_a_forgotten_one_is_a_former_player() -> None:
    opponents = (Opponent(1, None, 3, 2, 1), *EVERYTHING.opponents)
    text = as_text(drawn(opponents=opponents).public().parts)

    assert "a former player: 3 matches, 2× ahead, 1× behind" in text
    assert text.count("× ahead") == 3
