"""An answer whose picture isn't ready in time is there in words first: a leaderboard, or the result of a match."""

from collections.abc import Iterator
from threading import Event

import pytest

import bot.messages.renderer
from bot.interactions.client import Finte
from bot.pages.custom_id import CustomId
from bot.pictures.drawing import Drawing
from bot.pictures.encode import named_png
from bot.tables.table import Person as Player
from cogs.table.endings import panel as own_panel
from localcord import Localcord, Person
from tests.bot.daily_matches import finish
from tests.bot.people import play_out
from tests.bot.results import Played
from tests.clock import Clock
from tests.cogs.replaying import page
from tests.end_to_end.tables import Table, labelled, labels, text_of


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Answers and edits of panels wait for no picture, and pictures are drawn only when the test sets this."""
    drawn = Event()

    def later(drawing: Drawing) -> tuple[str, bytes]:
        drawn.wait()
        return named_png(drawing)

    monkeypatch.setattr(bot.messages.renderer, "named_png", later)
    monkeypatch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", 0)
    monkeypatch.setattr(bot.messages.renderer, "EDIT_WAITS_SECONDS", 0)
    yield drawn
    drawn.set()


async def drawn(person: Person, message_id: str) -> str:
    """Waits for a message's pictures; returns its text."""

    def found(shown: list[dict[str, object]]) -> bool:
        return any(message["id"] == message_id and message["attachments"] for message in shown)

    await person.wait_for(found)
    return next(text_of(message) for message in person.messages() if message["id"] == message_id)


@pytest.fixture
async def ranking(ana: Person, played: Played, clock: Clock, late: Event) -> str:
    """The message with a leaderboard whose picture is late."""
    await played((Player(1, "Ben"), 1), (Player(2, "Cleo"), 0), at=int(clock()))
    await ana.command("leaderboard", {"by": "wins"})
    assert not late.is_set()
    assert "🥇 **Ben**" in text_of(page(ana))
    assert not page(ana)["attachments"]
    return str(page(ana)["id"])


async def test_the_picture_comes_when_it_is_drawn(ana: Person, ranking: str, late: Event) -> None:
    late.set()

    assert "1. Ben" in await drawn(ana, ranking)


@pytest.fixture
async def result(ana: Person, bot: Finte, late: Event) -> str:
    """The message with the result of a daily match, whose pictures are late."""
    await ana.command("daily", {"game": "bluff"})
    found = (await bot.store.dailies.tries(int(ana.id), bot.matches.dailies.today))["bluff"]
    await finish(bot.matches, await bot.matches.get(found.match_id or 0))
    await ana.command("daily", {"game": "bluff"})
    assert not late.is_set()
    assert not page(ana)["attachments"]
    return str(page(ana)["id"])


async def test_a_page_that_has_been_left_gets_no_picture(ana: Person, result: str, late: Event) -> None:
    await ana.click(page(ana), labelled(page(ana), "All dailies"))
    await ana.command("daily", {"game": "bluff"})

    late.set()

    await drawn(ana, page(ana)["id"])
    assert not any(message["attachments"] for message in ana.messages() if message["id"] == result)


async def test_a_panel_is_edited_in_words_while_its_picture_is_drawn(
    ana: Person, ben: Person, bot: Finte, discord: Localcord, *, late: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "cogs.table.endings.panel",
        lambda match, seat, ui, say: (*own_panel(match, seat, ui, say), *ui.board(match.table, match.view(None), say)),
    )
    table = await Table.started(discord, (ana, ben))
    await table.until(lambda: table.asked)
    await play_out(bot.matches, await bot.matches.get(int(table.match_id)))
    await table.until(lambda: all("Rematch" in labels(table.panel(person)) for person in table.people))
    assert not any((table.panel(person) or {})["attachments"] for person in table.people)
    monkeypatch.setattr(bot.pages, "panel", lambda match, *_: bot.pages.board(match))  # which has a picture
    dora = discord.person("Dora")
    watched = await dora.raw_click(table.board, CustomId("hand", int(table.match_id)).to_text())
    assert watched.message
    assert not watched.message["attachments"]

    late.set()

    await table.until(lambda: all((table.panel(person) or {})["attachments"] for person in table.people))
    await drawn(dora, watched.message["id"])
