"""A round's result as people see it: on the board and in every panel, before anyone has to choose again."""

from asyncio import to_thread
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from threading import Event

import pytest

from bot.interactions.client import Finte
from bot.messages import renderer
from bot.pictures.drawing import Drawing
from bot.pictures.encode import named_png
from cogs.bluff.picture import Reveal
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.slow_disk import held
from tests.end_to_end.tables import Table, labelled, labels, text_of

REVEAL_SECONDS = 3
OVER = "round 1 is over"
ASKED = "Your turn"


@pytest.fixture
async def bot(discord: Localcord, clock: Clock, tmp_path: Path) -> AsyncIterator[Finte]:
    async with ready_bot(discord, clock, tmp_path, rng=Random(2), reveal_seconds=REVEAL_SECONDS) as client:
        yield client


def panel(table: Table, person: Person) -> JsonObject:
    found = table.panel(person)
    assert found
    return found


def everywhere(table: Table) -> list[str]:
    """The texts of the board and both panels."""
    return [text_of(table.board), *(text_of(panel(table, person)) for person in table.people)]


@pytest.fixture
async def doubted(table: Table, asked: Person, other: Person) -> Table:
    """A table right after the first doubt, once all its messages say so."""
    await table.press(other, "My dice")
    await table.move(asked)
    await table.doubt(other)
    await table.until(lambda: all(OVER in shown for shown in everywhere(table)))
    return table


async def test_a_result_stands_on_the_board_and_in_every_panel_before_the_next_round(
    bot: Finte, doubted: Table, clock: Clock, asked: Person, other: Person
) -> None:
    assert "You doubted" in text_of(panel(doubted, other))
    assert "doubted your" in text_of(panel(doubted, asked))
    assert not any(ASKED in shown for shown in everywhere(doubted))

    clock.now += REVEAL_SECONDS
    await bot.jobs.every_second()
    await doubted.until(lambda: not any(OVER in shown for shown in everywhere(doubted)))
    await doubted.until(lambda: any(ASKED in shown for shown in everywhere(doubted)))


async def test_the_next_round_begins_once_everyone_goes_on(doubted: Table, asked: Person, other: Person) -> None:
    await doubted.tap(other, "Go on")
    await doubted.until(lambda: "as soon as these players press" in text_of(panel(doubted, other)))
    assert OVER in text_of(doubted.board)

    await doubted.tap(asked, "Go on")
    await doubted.until(lambda: not any(OVER in shown for shown in everywhere(doubted)))


async def test_a_click_on_an_older_button_shows_the_result(doubted: Table, asked: Person) -> None:
    board = doubted.board
    answer = await asked.click(board, labelled(board, "My dice"))

    assert answer.message
    assert OVER in text_of(answer.message)
    assert "Go on" in labels(answer.message)


async def test_to_go_on_in_a_match_that_was_cancelled_says_so_in_the_panel(
    bot: Finte, doubted: Table, asked: Person
) -> None:
    match = await bot.matches.get(int(doubted.match_id))
    await bot.matches.seats.cancel(match.table.id, match.table.host_id, "playing", moderator=True)

    answer = await doubted.forge(asked, f"f1|go|{doubted.match_id}|{match.decision}|")

    assert "This table is closed." in answer
    assert "It doesn't count for you." in answer


@pytest.mark.usefixtures("bot")
async def test_the_picture_of_a_result_is_drawn_while_the_disk_is_still_busy_with_it(
    table: Table, asked: Person, other: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Event()

    def note(drawing: Drawing) -> tuple[str, bytes]:
        if isinstance(drawing, Reveal):
            drawn.set()
        return named_png(drawing)

    monkeypatch.setattr(renderer, "named_png", note)
    await table.press(other, "My dice")
    await table.move(asked)
    with held(tmp_path):
        await table.doubt(other)
        is_early = await to_thread(drawn.wait, PATIENCE_SECONDS)
        meanwhile = everywhere(table)
    await table.until(lambda: OVER in text_of(panel(table, other)))

    assert is_early
    assert not any(OVER in shown for shown in meanwhile)
