"""Pages that somebody shows to everyone: a few a minute in each channel, whatever they are."""

import ast
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from bot.interactions.limits import MOST_POSTS, POST_SECONDS
from localcord import Interaction, Localcord, Permission, Person
from tests.bot.daily_matches import finish
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.replaying import Stored, opened, page
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, labelled, said

REFUSED = "You've just posted several pages in this channel. Wait a minute, then try again."

BUTTONS = {"replay": "Show everyone", "leaderboard": "Show everyone", "stats": "Show everyone", "daily": "Share"}
"""Every button that posts a page, by the command that leads to it."""


Show = Callable[[str], Awaitable[str]]
"""Has Ana open the page that a command leads to. Shape: the custom_id of the button that posts it."""


@pytest.fixture
def show(bot: Finte, discord: Localcord, ana: Person, played: Played) -> Show:
    async def opened_with(command: str) -> str:
        if command == "replay":
            number = await Stored(bot, discord)(player(ana), player(discord.person("Ben")))
            await opened(ana, number)
        elif command == "daily":
            await ana.command("daily", {"game": "faehrte"})
            found = (await bot.store.dailies.tries(int(ana.id), bot.matches.dailies.today))["faehrte"]
            await finish(bot.matches, await bot.matches.get(found.match_id or 0))
            await ana.command("daily", {"game": "faehrte"})
        else:
            await played((player(ana), 1), (player(discord.person("Ben")), 0), at=int(bot.clock()))
            await ana.command(command)
        return labelled(page(ana), BUTTONS[command])

    return opened_with


def is_public(answer: Interaction) -> bool:
    """Whether everyone sees this answer."""
    return answer.message is not None and not answer.message["flags"] & EPHEMERAL


@pytest.mark.parametrize("command", BUTTONS)
async def test_of_many_quick_clicks_a_few_post_a_page_and_the_others_get_a_sentence(
    discord: Localcord, ana: Person, clock: Clock, show: Show, command: str
) -> None:
    button = await show(command)
    panel, before = page(ana), len(discord.public_messages)

    for _ in range(2 * MOST_POSTS):
        clock.now += 1
        answer = await ana.raw_click(panel, button)

    assert len(discord.public_messages) == before + MOST_POSTS
    assert said(answer) == REFUSED

    clock.now += POST_SECONDS
    await ana.raw_click(panel, button)

    assert len(discord.public_messages) == before + MOST_POSTS + 1


async def test_pages_of_all_kinds_count_together(ana: Person, show: Show) -> None:
    answers = []
    for command in BUTTONS:
        button = await show(command)
        answers.append(await ana.raw_click(page(ana), button))

    assert [is_public(answer) for answer in answers] == [True] * MOST_POSTS + [False]
    assert said(answers[-1]) == REFUSED


async def test_others_and_other_channels_have_a_limit_of_their_own(discord: Localcord, ana: Person, show: Show) -> None:
    button = await show("leaderboard")
    panel = page(ana)
    for _ in range(MOST_POSTS):
        await ana.raw_click(panel, button)
    ben = discord.person("Ben")
    await ben.command("leaderboard")
    await ana.command("leaderboard", channel_id=ana.dm_channel_id)

    for answer in (
        await ben.raw_click(page(ben), button),
        await ana.raw_click(ana.messages(ana.dm_channel_id)[-1], button),
    ):
        assert is_public(answer)


async def test_opening_tables_is_no_post(bot: Finte, ana: Person) -> None:
    for _ in range(MOST_POSTS + 1):
        await ana.command("play bluff", {"seats": 2})

    assert len(await bot.store.open_tables_of(int(ana.id))) == MOST_POSTS + 1


@pytest.mark.parametrize(
    ("language", "refusal"),
    [("de", "Du hast in diesem Kanal gerade"), ("fr", "Tu viens de publier plusieurs pages dans ce salon.")],
)
async def test_the_refusal_is_in_the_readers_language(ana: Person, show: Show, language: str, refusal: str) -> None:
    button = await show("leaderboard")
    panel = page(ana)
    ana.choose_locale(language)

    for _ in range(MOST_POSTS + 1):
        answer = await ana.raw_click(panel, button)

    assert said(answer).startswith(refusal)


def test_one_module_makes_every_public_message() -> None:
    """So no page can be posted past the limit."""
    makers = {
        path.as_posix()
        for path in Path("cogs").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "Public"
    }

    assert makers == {"cogs/table/answers.py"}


@pytest.mark.parametrize("command", BUTTONS)
async def test_a_page_is_posted_only_where_the_bot_may_send(
    discord: Localcord, ana: Person, show: Show, command: str
) -> None:
    button = await show(command)
    discord.set_bot_permissions(discord.channel_id, Permission.VIEW_CHANNEL)

    answer = await ana.click(page(ana), button)

    assert said(answer) == "I can't post here: I need the *Send Messages* permission in this channel."
