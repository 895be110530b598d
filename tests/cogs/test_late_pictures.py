"""A leaderboard whose picture isn't ready when its click is answered is there in words first."""

from collections.abc import Iterator
from threading import Event

import pytest

import bot.messages.studio
from bot.interactions.client import Finte
from bot.pictures.drawing import Drawing
from bot.pictures.encode import png
from bot.tables.table import Person as Player
from localcord import Localcord, Person
from tests.bot.results import Played
from tests.clock import Clock
from tests.end_to_end.tables import labelled, text_of


@pytest.fixture
async def played(bot: Finte, discord: Localcord, clock: Clock) -> None:
    """A match that is on the leaderboard."""
    await Played(bot.store, int(discord.guild_id))((Player(1, "Ben"), 1), (Player(2, "Cleo"), 0), at=int(clock()))


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Answers wait for no picture, and pictures are drawn only when the test sets this."""
    drawn = Event()

    def later(drawing: Drawing) -> bytes:
        drawn.wait()
        return png(drawing)

    monkeypatch.setattr(bot.messages.studio, "png", later)
    monkeypatch.setattr(bot.messages.studio, "ANSWER_WAITS_SECONDS", 0)
    yield drawn
    drawn.set()


def newest(person: Person) -> str:
    return text_of(person.messages()[-1])


@pytest.mark.usefixtures("played")
async def test_the_picture_comes_when_it_is_drawn(ana: Person, late: Event) -> None:
    await ana.command("leaderboard", {"by": "wins"})
    assert "🥇 **Ben**" in newest(ana)
    assert not ana.messages()[-1]["attachments"]

    late.set()

    await ana.wait_for(lambda shown: bool(shown[-1]["attachments"]))
    assert "1. Ben" in newest(ana)


@pytest.mark.usefixtures("played")
async def test_a_page_that_has_been_turned_gets_no_older_picture(ana: Person, late: Event) -> None:
    await ana.command("leaderboard", {"by": "wins"})
    panel = ana.messages()[-1]
    await ana.raw_click(panel, "f1|rank|0|0|all all people 0 points here")

    late.set()

    await ana.wait_for(lambda shown: bool(shown[-1]["attachments"]))
    assert "-# Points · " in newest(ana)


@pytest.mark.usefixtures("played")
async def test_what_is_shown_to_all_gets_its_picture_too(ana: Person, discord: Localcord, late: Event) -> None:
    await ana.command("leaderboard", {})
    panel = ana.messages()[-1]
    await ana.click(panel, labelled(panel, "Show everyone"))

    late.set()

    ben = discord.person("Ben")
    await ben.wait_for(lambda shown: bool(shown[-1]["attachments"]))
    assert "1. Ben" in newest(ben)
