"""What happens to matches when the machine's clock steps, or the bot is told to stop while many click."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from localcord import Interaction, Localcord, Person
from tests.clock import Clock
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.here import ready_bot
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, text_of
from tests.end_to_end.time import pass_by, time_left

HOUR = 3600
LONGEST_TURN_SECONDS = 300

PATIENT_SECONDS = 45
"""How long the others wait before a player is pinged."""

TABLES = 4
"""Tables at which people click while the bot is told to stop. All of them fit on one page of the leaderboard."""


@pytest.fixture
def host_clock() -> Clock:
    """The clock of the machine that the bot runs on. Discord has its own."""
    return Clock()


@pytest.fixture(name="bot")
async def bot_there(discord: Localcord, host_clock: Clock, tmp_path: Path) -> AsyncIterator[Finte]:
    async with ready_bot(discord, host_clock, tmp_path) as client:
        yield client


@pytest.mark.parametrize("step", [-HOUR, 24 * HOUR], ids=["an hour back", "a day on"])
async def test_a_clock_that_steps_ends_no_turn_closes_no_lobby_and_pings_once(
    table: Table, bot: Finte, asked: Person, other: Person, proof: Proof, *, host_clock: Clock, step: int
) -> None:
    for person in (asked, other):  # from then on they have a reserve, so the turn lasts long enough
        await table.move(person)
    await table.until(lambda: table.asked is asked)
    lobby = await Table.opened(table.discord, table.discord.person("Chloé"), seats=2)
    await pass_by(bot, host_clock, 10)
    host_clock.now += step
    await bot.jobs.every_minute()  # this loop may come before the one that gives the time back
    await bot.jobs.every_second()
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert [clock.misses for clock in stored.clocks] == [0, 0]
    assert 0 < await time_left(bot, table, host_clock) <= LONGEST_TURN_SECONDS
    await pass_by(bot, host_clock, 2 * PATIENT_SECONDS)
    assert len(asked.pings) == 1
    assert (await lobby.press(table.discord.person("Dora"), "Join")).answered
    assert "closed" not in text_of(lobby.board)

    for person in table.people:  # by the new time, the tokens of their panels are too old or too new
        assert (await table.press(person, "My dice")).answered
    await table.play_on(Random(3))
    proof.check()


@pytest.mark.kills
async def test_a_stop_in_a_burst_of_clicks_loses_none_that_it_answers(tmp_path: Path, fork_server: ForkServer) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, fork_server)
        await child.start()
        proof = Proof(discord, child.database)
        tables = [await _begun(discord, number) for number in range(TABLES)]
        clicks = [asyncio.create_task(click) for table in tables for click in _clicks(table)]
        await asyncio.sleep(0)
        assert await child.stop() == 0
        for click in clicks:
            click.cancel()
        await child.start()
        await proof.finish(*tables)
        assert await child.stop() == 0


async def _begun(discord: Localcord, number: int) -> Table:
    """A table at which one of two people is to move."""
    table = await Table.started(discord, (discord.person(f"Ana {number}"), discord.person(f"Ben {number}")))
    await table.until(lambda: table.asked)
    return table


def _clicks(table: Table) -> "list[Coroutine[None, None, Interaction]]":
    """The player's move, five times, and the other's look at their dice."""
    player = table.asked
    assert player
    (other,) = (person for person in table.people if person is not player)
    move = table.moves(player)[0]
    return [*(player.raw_click(table.board, move) for _ in range(5)), table.press(other, "My dice")]
