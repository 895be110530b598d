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
from localcord.wire import JsonObject
from tests.bot.daily_matches import finish
from tests.bot.people import play_out
from tests.bot.results import Played
from tests.clock import Clock
from tests.end_to_end.tables import Table, labelled, labels, text_of


@pytest.fixture
async def played(bot: Finte, discord: Localcord, clock: Clock) -> None:
    """A match that is on the leaderboard."""
    await Played(bot.store, int(discord.guild_id))((Player(1, "Ben"), 1), (Player(2, "Cleo"), 0), at=int(clock()))


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


async def shows_daily_result(ana: Person, bot: Finte) -> None:
    """Lets this person finish a daily match, and look at what it came to."""
    await ana.command("daily", {"game": "bluff"})
    found = (await bot.store.dailies.tries(int(ana.id), bot.matches.dailies.today))["bluff"]
    await finish(bot.matches, await bot.matches.get(found.match_id or 0))
    await ana.command("daily", {"game": "bluff"})


async def test_the_result_of_a_daily_match_gets_its_pictures_too(ana: Person, bot: Finte, late: Event) -> None:
    await shows_daily_result(ana, bot)
    assert not ana.messages()[-1]["attachments"]

    late.set()

    await ana.wait_for(lambda shown: bool(shown[-1]["attachments"]))
    assert "Streak: 1 day" in newest(ana)


async def test_a_page_gets_its_pictures_after_a_button_that_posts_something_else(
    ana: Person, bot: Finte, late: Event
) -> None:
    await shows_daily_result(ana, bot)
    result = ana.messages()[-1]
    await ana.click(result, labelled(result, "Share"))

    late.set()

    await ana.wait_for(lambda shown: any(m["id"] == result["id"] and m["attachments"] for m in shown))


async def test_a_page_that_has_been_left_gets_no_picture(ana: Person, bot: Finte, late: Event) -> None:
    await shows_daily_result(ana, bot)
    result = ana.messages()[-1]
    await ana.click(result, labelled(result, "All dailies"))

    late.set()
    await ana.command("daily", {"game": "bluff"})

    await ana.wait_for(lambda shown: bool(shown[-1]["attachments"]))
    assert not any(message["attachments"] for message in ana.messages() if message["id"] == result["id"])


@pytest.fixture
async def table(ana: Person, bot: Finte, discord: Localcord, late: Event, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table at which Ana and Ben have played to the end, and see the result on their panels, here with a picture."""
    assert not late.is_set()
    monkeypatch.setattr(
        "cogs.table.endings.panel",
        lambda match, seat, ui, say: (
            *own_panel(match, seat, ui, say),
            *ui.board(match.table, match.view(None), say),
        ),
    )
    table = await Table.started(discord, (ana, discord.person("Ben")))
    await table.until(lambda: table.asked)
    await play_out(bot.matches, await bot.matches.get(int(table.match_id)))
    await table.until(lambda: all("Rematch" in labels(table.panel(person)) for person in table.people))
    return table


def pictures(table: Table, person: Person) -> list[JsonObject]:
    panel = table.panel(person)
    assert panel
    return list(panel["attachments"])


async def test_a_panel_is_edited_in_words_while_its_picture_is_drawn(table: Table, late: Event) -> None:
    assert not [one for person in table.people for one in pictures(table, person)]

    late.set()

    await table.until(lambda: all(pictures(table, person) for person in table.people))


async def test_somebody_who_watches_gets_the_picture_too(
    table: Table, bot: Finte, discord: Localcord, late: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.pages, "panel", lambda match, *_: bot.pages.board(match))  # which has a picture
    dora = discord.person("Dora")
    answer = await dora.raw_click(table.board, CustomId("hand", int(table.match_id)).to_text())
    assert answer.message
    answer_id = answer.message["id"]
    assert not answer.message["attachments"]

    late.set()

    await dora.wait_for(lambda shown: any(m["id"] == answer_id and m["attachments"] for m in shown))
