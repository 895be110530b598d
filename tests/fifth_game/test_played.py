"""The fifth game from end to end: nothing but its own files had to change for the bot to know it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from docs.screens import screens
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import Table, enabled, said, text_of
from tests.fifth_game.game import GAME, HigherState
from tests.fifth_game.registered import registered
from tests.fifth_game.screens import AIM


@pytest.fixture(autouse=True)
def five_games() -> Iterator[None]:
    """The game is there before the bot starts."""
    with registered():
        yield


@pytest.fixture(name="bot")
async def bot_there(five_games: None, discord: Localcord, clock: Clock, tmp_path: Path) -> AsyncIterator[Finte]:  # noqa: ARG001
    async with ready_bot(discord, clock, tmp_path) as client:
        yield client


@pytest.fixture
def people(discord: Localcord) -> tuple[Person, Person]:
    return discord.person("Ana"), discord.person("Ben")


@pytest.mark.usefixtures("bot")
async def test_a_match_is_opened_joined_played_and_counted(discord: Localcord, people: tuple[Person, Person]) -> None:
    ana, ben = people
    table = await Table.opened(discord, ana, GAME.key, seats=3, bots=1, rounds=2)
    assert text_of(table.board).startswith("## Higher\n-# 2/3 seats taken · one more wanted · so many rounds: 2")
    table = await table.joined_by(ben)
    await table.tap(ana, "Start")

    clicks = await table.play_on(Random(1))

    assert all(click.answered for click in clicks)
    assert " · medium" in text_of(table.board)
    ranked = said(await ana.command("leaderboard", {"game": GAME.key, "field": "people"}))
    assert {"Higher", "Ana", "Ben"} <= {word for word in ("Higher", "Ana", "Ben") if word in ranked}


@pytest.mark.usefixtures("bot")
async def test_a_panel_shows_its_owners_card_and_no_board_shows_any(
    discord: Localcord, bot: Finte, people: tuple[Person, Person]
) -> None:
    seen = Recorder(discord)
    table = await Table.started(discord, people, GAME.key, rounds=1)
    await table.until(lambda: all(table.moves(person) for person in people))
    match = await bot.matches.get(int(table.match_id))
    assert isinstance(match.state, HigherState)

    for seat, person in enumerate(people):
        panel = table.panel(person)
        assert panel
        assert f"Your card is the {match.state.cards[seat]}." in text_of(panel)
    assert [version.text for version in seen.public if "card is" in version.text] == []


@pytest.mark.usefixtures("bot")
async def test_a_lesson_is_played_to_its_end(people: tuple[Person, Person]) -> None:
    ana, _ = people
    answer = said(await ana.command("learn", {"game": GAME.key}))
    assert AIM in answer

    await ana.click(ana.messages()[-1], enabled(ana.messages()[-1], "go")[0]["custom_id"])
    shown = ana.messages()[-1]
    assert "💡 I'd bet" in text_of(shown)
    await ana.click(shown, enabled(shown, "play")[0]["custom_id"])

    assert "## Higher · the lesson is over" in text_of(ana.messages()[-1])


async def test_the_gallery_has_its_screens(bot: Finte) -> None:
    own = [screen for screen in screens() if screen.game == GAME.key]

    assert {"lobby", "board-bet", "panel-bet", "board-result", "lesson", "rules-1"} <= {screen.name for screen in own}
    assert all(screen.page(bot, "en-US").parts for screen in own)
