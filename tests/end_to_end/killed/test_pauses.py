"""What becomes of a pause when the bot is killed: it stands, and goes on once both have pressed."""

import asyncio

import pytest

from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.child import Child
from tests.end_to_end.tables import Table, labelled, labels, text_of

pytestmark = pytest.mark.kills


async def test_a_pause_whose_last_vote_was_stored_as_the_bot_was_killed_lasts_until_both_go_on(
    discord: Localcord, child: Child
) -> None:
    ana, ben = people = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, people)
    await table.until(lambda: table.asked)
    asked = table.asked
    for person in people:
        answer = await table.press(person, "Seats")
        assert answer.message
        held = discord.hold_next("POST", "/callback") if person is ben else None
        vote = labelled(answer.message, "Pause for up to a day")
        click = asyncio.create_task(person.click(answer.message, vote))
        if held is None:
            await click
            continue
        async with asyncio.timeout(PATIENCE_SECONDS):
            await held.came.wait()
        await child.killed_and_started_again()
        held.let_go()
        await click

    await table.until(lambda: "⏸️ Paused" in text_of(table.board) and "Go on" in labels(table.board))
    await table.press(ana, "Go on")
    await child.killed_and_started_again()
    await table.press(ben, "Go on")
    await table.until(lambda: "⏸️" not in text_of(table.board))
    assert asked
    await table.press(asked, "My dice")
    await table.move(asked)
