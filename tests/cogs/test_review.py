"""`/review` and the button on a result: who may ask, what is shown meanwhile, and that the page updates itself."""

import asyncio

import pytest

import bot.interactions.interactions
from bot.interactions.client import Finte
from bot.tables.table import Place, Robot
from localcord import Localcord, Person
from localcord.components import buttons
from localcord.people import PATIENCE_SECONDS
from tests.bot.finished import finished
from tests.bot.judging import Judge
from tests.cogs.replaying import click, page
from tests.cogs.tables import player
from tests.end_to_end.tables import labels, said, text_of


@pytest.fixture
def client(request: pytest.FixtureRequest) -> Finte:
    """The bot; its own name is that of the package."""
    found: Finte = request.getfixturevalue("bot")
    return found


@pytest.fixture
def judge(client: Finte, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Judges in place of the process."""
    monkeypatch.setattr(bot.interactions.interactions, "PAUSE_SECONDS", 0.01)
    found = Judge()
    monkeypatch.setattr(client.reviews, "_reviewer", found)
    return found


@pytest.fixture
async def match(client: Finte, discord: Localcord, ana: Person) -> int:
    """The number of a match that Ana has finished."""
    place = Place(int(discord.guild_id), int(discord.channel_id))
    return (await finished(client.store, player(ana), Robot("medium", "Iris"), place=place)).id


@pytest.mark.usefixtures("judge")
async def test_a_review_comes_by_itself_and_its_pages_are_turned_in_one_message(ana: Person, match: int) -> None:
    asked = said(await ana.command("review", {"match": match}))
    panel = page(ana)["id"]
    assert "## Review · Bluff" in asked
    assert "⏳ Looking at your decisions: **0 of " in asked
    await ana.wait_for(lambda shown: "All decisions" in labels(shown[-1]))
    assert "decisions were judged." in text_of(page(ana))

    for label in ("All decisions", "▶", "Summary", "With hindsight", "Summary"):
        await click(ana, label)
        assert page(ana)["id"] == panel
    view = next(found["custom_id"] for found in buttons(page(ana)) if found["label"] == "View")
    await ana.click(page(ana), view)
    assert "### Decision " in text_of(page(ana))
    await click(ana, "All decisions")
    await ana.select(page(ana), f"f1|reviewed|{match}|0|d", ["d1"])
    assert "### Decision 2 of " in text_of(page(ana))

    await ana.raw_click(page(ana), f"f1|review|{match}|0|")
    assert page(ana)["id"] != panel
    assert "decisions were judged." in text_of(page(ana))


@pytest.mark.usefixtures("judge")
async def test_only_who_sat_there_can_ask(ana: Person, ben: Person, match: int) -> None:
    assert said(await ben.command("review", {"match": match})) == "Only people who played in a match can review it."
    await ana.command("review", {"match": match})

    await ana.raw_click(page(ana), "f1|reviewed|4711|0|d0")

    assert text_of(page(ana)) == "This match is no longer stored."


async def test_whatever_goes_wrong_the_page_is_only_left_as_it_is(
    client: Finte, ana: Person, match: int, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.go_on.clear()
    await ana.command("review", {"match": match})
    shown = text_of(page(ana))
    failing = asyncio.Event()

    async def fail(*_: object) -> None:
        failing.set()
        raise OSError

    monkeypatch.setattr(client.reviews, "look", fail)
    await asyncio.wait_for(failing.wait(), PATIENCE_SECONDS)
    await asyncio.sleep(0)

    assert text_of(page(ana)) == shown
    judge.go_on.set()
