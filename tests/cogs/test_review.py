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
from tests.cogs.tables import player
from tests.end_to_end.tables import labelled, labels, said, text_of

OTHER = Robot("medium", "Iris")


@pytest.fixture
def client(request: pytest.FixtureRequest) -> Finte:
    """The bot; its own name is that of the package."""
    found: Finte = request.getfixturevalue("bot")
    return found


@pytest.fixture
async def judge(client: Finte, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Judges in place of the process."""
    found = Judge()
    monkeypatch.setattr(client.reviews, "_reviewer", found)
    return found


@pytest.fixture
async def match(client: Finte, discord: Localcord, ana: Person) -> int:
    """The number of a match that Ana has finished."""
    place = Place(int(discord.guild_id), int(discord.channel_id))
    return (await finished(client.store, player(ana), OTHER, place=place)).id


def newest(person: Person) -> str:
    return text_of(person.messages()[-1])


@pytest.mark.usefixtures("judge")
async def test_a_review_comes_by_itself(ana: Person, match: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.interactions.interactions, "PAUSE_SECONDS", 0.01)

    asked = said(await ana.command("review", {"match": match}))

    assert "## Review · Bluff" in asked
    assert "⏳ Looking at your decisions: **0 of " in asked
    await ana.wait_for(lambda shown: "All decisions" in labels(shown[-1]))
    assert "decisions were judged." in newest(ana)


async def test_pages_are_turned_in_one_message(client: Finte, ana: Person, match: int, judge: Judge) -> None:
    judge.go_on.clear()
    await ana.command("review", {})
    panel = ana.messages()[-1]
    judge.go_on.set()
    await done(client, match, ana)

    for label in ("Refresh", "All decisions", "▶", "Summary", "With hindsight", "Summary"):
        await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], label))
        assert ana.messages()[-1]["id"] == panel["id"]

    look = next(found["custom_id"] for found in buttons(ana.messages()[-1]) if found["label"] == "View")
    await ana.click(ana.messages()[-1], look)
    assert "### Decision " in newest(ana)
    await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], "All decisions"))
    await ana.select(ana.messages()[-1], f"f1|reviewed|{match}|0|d", ["d1"])
    assert "### Decision 2 of " in newest(ana)


@pytest.mark.usefixtures("judge")
async def test_a_button_asks_for_a_review_in_a_message_of_its_own(client: Finte, ana: Person, match: int) -> None:
    await ana.command("review", {"match": match})
    await done(client, match, ana)
    before = ana.messages()[-1]["id"]

    await ana.raw_click(ana.messages()[-1], f"f1|review|{match}|0|")

    assert ana.messages()[-1]["id"] != before
    assert "decisions were judged." in newest(ana)


@pytest.mark.usefixtures("judge")
async def test_only_who_sat_there_can_ask(ana: Person, ben: Person, match: int) -> None:
    assert said(await ben.command("review", {"match": match})) == "Only people who played in a match can review it."
    assert said(await ben.command("review", {"match": 4711})) == "There's no match 4711."
    assert "You haven't played a match to the end yet." in said(await ben.command("review", {}))
    await ana.command("review", {"match": match})
    shown = ana.messages()[-1]

    await ana.raw_click(shown, "f1|reviewed|4711|0|d0")

    assert newest(ana) == "This match is no longer stored."


async def test_whatever_goes_wrong_the_page_is_only_left_as_it_is(
    client: Finte,
    ana: Person,
    match: int,
    *,
    judge: Judge,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge.go_on.clear()
    monkeypatch.setattr(bot.interactions.interactions, "PAUSE_SECONDS", 0.01)
    await ana.command("review", {"match": match})
    shown = newest(ana)
    failing = asyncio.Event()

    async def fail(*_: object) -> None:
        failing.set()
        raise OSError

    monkeypatch.setattr(client.reviews, "look", fail)
    await asyncio.wait_for(failing.wait(), PATIENCE_SECONDS)
    await asyncio.sleep(0)

    assert newest(ana) == shown
    judge.go_on.set()


async def done(client: Finte, match: int, person: Person) -> None:
    """Waits until a review is done."""
    while working := client.reviews._working:
        await asyncio.wait({working}, timeout=PATIENCE_SECONDS)
    assert (await client.reviews.look(match, int(person.id))).is_done
