"""`/leaderboard`, as people see it."""

from itertools import product
from textwrap import dedent
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.pages.page import Page
from bot.tables.standings import Field
from bot.tables.table import Person as Player
from bot.words import ENGLISH
from cogs.commands.leaderboard import (
    ALL_GAMES,
    LINES,
    LOOKUP_SECONDS,
    MOST_LOOKUPS,
    LookupLimit,
    PageQuery,
    Period,
    _buttons,
)
from games.catalogue import GAMES
from localcord import Localcord, Person
from localcord.limits import check_message
from tests.bot.results import Played
from tests.clock import Clock
from tests.end_to_end.tables import labelled, labels, text_of
from tests.pages import custom_ids, message

DAY = 86_400

EVERY_QUESTION = [
    PageQuery(game, period, field, page)
    for game, period, field, page in product((ALL_GAMES, *GAMES), get_args(Period), get_args(Field), (0, 1, 2, 3))
]


def page(text: str) -> str:
    return dedent(text).strip()


@pytest.fixture
async def played(bot: Finte, discord: Localcord) -> Played:
    """Stores results for the server that everyone is in."""
    return Played(bot.store, int(discord.guild_id))


def player(person: Person) -> Player:
    return Player(int(person.id), person.user.name)


async def shown(person: Person, **options: str) -> str:
    """The texts of `/leaderboard`'s answer."""
    answer = await person.command("leaderboard", options)
    assert answer.message is not None
    return text_of(answer.message)


@pytest.mark.usefixtures("bot")
async def test_before_the_first_match_the_page_says_so(ana: Person) -> None:
    assert await shown(ana) == page("""
        ## Leaderboard · All games
        -# With other people · All time
        No match with two or more people has been finished here yet. Start the first with /play!
    """)


async def test_a_line_has_rank_name_points_wins_and_rate(ana: Person, played: Played, clock: Clock) -> None:
    for points in (1, 1, 0):
        await played((player(ana), points), (Player(2, "*Ben*"), 1 - points), at=int(clock()))

    *lines, rule = (await shown(ana, game="bluff", period="7d")).splitlines()
    assert "\n".join(lines) == page(r"""
        ## Leaderboard · Bluff
        -# With other people · 7 days
        🥇 **Ana** · **2** pts · 2/3 won · 67%
        🥈 **\*Ben\*** · **1** pt · 1/3 won · 33%
    """)
    assert rule.startswith("-# In matches with two or more people, you get a point")


async def test_the_ranking_against_the_computer_states_its_own_rule(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 5), field="computer", at=int(clock()))

    text = await shown(ana, field="computer")

    assert "-# Against the computer · All time" in text
    assert "**5** pts · 1/1 won · 100%" in text
    assert "you get a point for every computer player who finishes behind you" in text


async def test_a_period_leaves_older_matches_out(ana: Person, played: Played, clock: Clock) -> None:
    for days in (6, 8, 31):
        await played((player(ana), 1), (Player(2, "Ben"), 0), at=int(clock()) - days * DAY)

    counted = [(await shown(ana, period=period)).splitlines()[2] for period in ("7d", "30d", "all")]

    assert ["1/1 won" in counted[0], "2/2 won" in counted[1], "3/3 won" in counted[2]] == [True] * 3


async def test_below_the_page_stands_ones_own_line(ana: Person, played: Played, clock: Clock) -> None:
    field = [(Player(100 + number, f"Player {number}"), 50 - number) for number in range(LINES)]
    await played(*field, (player(ana), 0), at=int(clock()))

    lines = (await shown(ana)).splitlines()

    assert lines[-3:-1] == ["…", "11. **Ana** · **0** pts · 0/1 won · 0%"]


async def test_pages_are_turned_by_buttons(ana: Person, played: Played, clock: Clock) -> None:
    field = [(Player(100 + number, f"Player {number}"), 50 - number) for number in range(LINES + 2)]
    await played(*field, at=int(clock()))
    await shown(ana)
    panel = ana.messages()[-1]
    assert labels(panel)[-3:] == ["▶", "Against the computer", "Show everyone"]

    await ana.click(panel, labelled(panel, "▶"))

    turned = ana.messages()[-1]
    assert turned["id"] == panel["id"]
    assert [line.split(" · ")[0] for line in text_of(turned).splitlines()[2:-1]] == [
        "11. **Player 10**",
        "12. **Player 11**",
    ]
    assert "◀" in labels(turned)


async def test_shown_to_all_it_says_nothing_of_its_reader(
    ana: Person, discord: Localcord, played: Played, clock: Clock
) -> None:
    field = [(Player(100 + number, f"Player {number}"), 50 - number) for number in range(LINES)]
    await played(*field, (player(ana), 0), at=int(clock()))
    await shown(ana)
    panel = ana.messages()[-1]

    await ana.click(panel, labelled(panel, "Show everyone"))

    public = text_of(discord.person("Ben").messages()[-1])
    assert "🥇 **Player 0**" in public
    assert "Ana" not in public


async def test_a_page_beyond_the_end_shows_the_last_one(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 1), (Player(2, "Ben"), 0), at=int(clock()))
    await shown(ana)

    answer = await ana.raw_click(ana.messages()[-1], f"f1|rank|0|0|all all people {'9' * 60}")

    assert answer.answered
    assert text_of(ana.messages()[-1]).splitlines()[2] == "🥇 **Ana** · **1** pt · 1/1 won · 100%"


async def test_a_person_who_has_only_played_alone_finds_themselves(ana: Person, played: Played, clock: Clock) -> None:
    await played((player(ana), 3), at=int(clock()), field="computer")

    assert (await shown(ana)).splitlines()[1:3] == [
        "-# Against the computer · All time",
        "🥇 **Ana** · **3** pts · 1/1 won · 100%",
    ]
    assert "No match with two or more people" in await shown(ana, field="people")


async def test_an_empty_week_says_so(ana: Person, played: Played) -> None:
    await played((player(ana), 1), (Player(2, "Ben"), 0), at=0)

    assert "No finished matches in this period yet." in await shown(ana, period="7d")


@pytest.mark.parametrize("total", [0, 1, LINES, LINES + 1, 5 * LINES])
def test_no_two_buttons_of_a_page_are_the_same(total: int) -> None:
    for asked in EVERY_QUESTION:
        parts = _buttons(asked, total, ENGLISH)
        ids = custom_ids(parts)

        assert len(ids) == len(set(ids)), asked
        check_message(message(Page(parts, accent=0)))


@pytest.mark.parametrize("asked", EVERY_QUESTION, ids=str)
def test_a_button_asks_for_what_it_says(asked: PageQuery) -> None:
    assert PageQuery.from_text(asked.custom_id("rank").rpartition("|")[2]) == asked


@given(st.text())
def test_any_text_asks_for_some_page(text: str) -> None:
    assert PageQuery.from_text(text)


@pytest.mark.parametrize("text", ["", "chess all people 0", "all 1d people 0", "all all robots 0", "all all people -1"])
def test_a_question_that_makes_no_sense_asks_for_the_first_page(text: str) -> None:
    assert PageQuery.from_text(text) == PageQuery()


async def test_a_person_who_turns_pages_too_fast_is_asked_to_wait(ana: Person, bot: Finte) -> None:
    for _ in range(MOST_LOOKUPS):
        bot.leaderboard.note_end()  # so that no answer is kept
        await shown(ana, field="people")
    bot.leaderboard.note_end()

    assert "That was quick!" in await shown(ana, field="people")


@pytest.mark.usefixtures("bot")
async def test_a_page_in_memory_may_be_asked_for_at_any_speed(ana: Person) -> None:
    for _ in range(2 * MOST_LOOKUPS):
        assert "Leaderboard" in await shown(ana)


async def test_patience_comes_back(clock: Clock) -> None:
    limit = LookupLimit(clock)
    for _ in range(MOST_LOOKUPS):
        limit.take(1)
    limit.take(2)
    with pytest.raises(NotAllowed):
        limit.take(1)

    clock.now += LOOKUP_SECONDS

    limit.take(1)
