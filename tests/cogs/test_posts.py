"""Pages that somebody shows to everyone: a few a minute in each channel, whatever they are."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from bot.interactions.limits import MOST_POSTS
from localcord import Interaction, Localcord, Permission, Person
from tests.bot.daily_matches import finish
from tests.bot.results import Played
from tests.cogs.replaying import Stored, opened, page
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, labelled, said

BUTTONS = {"replay": "Show everyone", "leaderboard": "Show everyone", "stats": "Show everyone", "daily": "Share"}
"""Every button that posts a page, by the command that leads to it."""


Show = Callable[[str], Awaitable[str]]
"""Has Ana open the page that a command leads to. Shape: the custom_id of the button that posts it."""


@pytest.fixture
def show(bot: Finte, ana: Person, ben: Person, stored: Stored, played: Played) -> Show:
    async def opened_with(command: str) -> str:
        if command == "replay":
            await opened(ana, await stored(player(ana), player(ben)))
        elif command == "daily":
            await ana.command("daily", {"game": "faehrte"})
            found = (await bot.store.dailies.tries(int(ana.id), bot.matches.dailies.today))["faehrte"]
            await finish(bot.matches, await bot.matches.get(found.match_id or 0))
            await ana.command("daily", {"game": "faehrte"})
        else:
            await played((player(ana), 1), (player(ben), 0), at=int(bot.clock()))
            await ana.command(command)
        return labelled(page(ana), BUTTONS[command])

    return opened_with


def is_public(answer: Interaction) -> bool:
    """Whether everyone sees this answer."""
    return answer.message is not None and not answer.message["flags"] & EPHEMERAL


async def test_pages_of_all_kinds_count_together_and_tables_not_at_all(bot: Finte, ana: Person, show: Show) -> None:
    answers = []
    for command in BUTTONS:
        button = await show(command)
        answers.append(await ana.raw_click(page(ana), button))

    assert [is_public(answer) for answer in answers] == [True] * MOST_POSTS + [False]
    ana.choose_locale("de")
    assert said(await ana.raw_click(page(ana), button)).startswith("Du hast in diesem Kanal gerade")
    await ana.command("play bluff", {"seats": 2})
    assert len(await bot.store.open_tables_of(int(ana.id))) == 1


def test_one_module_makes_every_public_message() -> None:
    """So no page can be posted past the limit."""
    makers = {
        path.as_posix() for path in Path("cogs").rglob("*.py") if re.search(r"\bPublic\b", path.read_text("utf-8"))
    }

    assert makers == {"cogs/table/answers.py"}


async def test_a_page_is_posted_only_where_the_bot_may_send(discord: Localcord, ana: Person, show: Show) -> None:
    button = await show("replay")
    discord.set_bot_permissions(discord.channel_id, Permission.VIEW_CHANNEL)

    answer = await ana.click(page(ana), button)

    assert said(answer) == "I can't post here: I need the *Send Messages* permission in this channel."
