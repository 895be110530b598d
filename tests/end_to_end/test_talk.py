"""A board that talk has pushed away comes down when the match starts and when a person's turn begins."""

from collections import Counter

import pytest

from bot.messages.boards import BURIED_AT_A_TURN, TALK_SECONDS
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.tables import Table, text_of

pytestmark = pytest.mark.usefixtures("bot")


def chat(discord: Localcord, person: Person, lines: int) -> None:
    """Somebody posts this many messages."""
    for line in range(lines):
        discord.messages.post(discord.world.channels[discord.channel_id], person.user, {"content": f"line {line}"}, [])


def lately(discord: Localcord) -> Counter[str]:
    """The requests since the last look that count towards the limit, by method."""
    counted = [one.method for one in discord.requests if not one.path.startswith(("/interactions/", "/webhooks/"))]
    discord.requests.clear()
    return Counter(counted)


async def two_at(discord: Localcord) -> Table:
    """A table of Ana and Ben that hasn't started."""
    table = await (await Table.opened(discord, discord.person("Ana"), seats=2)).joined_by(discord.person("Ben"))
    lately(discord)
    return table


async def test_the_board_comes_down_at_the_start_in_two_requests(discord: Localcord) -> None:
    table = await two_at(discord)
    chat(discord, table.people[1], BURIED_AT_A_TURN)
    await table.tap(table.people[0], "Start")
    await table.until(lambda: table.board["id"] != table.first_board_id and "turn" in text_of(table.board))
    await table.until(lambda: "further down" in text_of(discord.world.messages[table.first_board_id].body))
    assert lately(discord) == {"GET": 1, "POST": 1}


async def test_with_little_talk_it_stays_and_without_any_nobody_looks(discord: Localcord) -> None:
    table = await two_at(discord)
    await table.tap(table.people[0], "Start")
    await table.until(lambda: "turn" in text_of(table.board) and table.asked)
    assert lately(discord)["GET"] == 0
    asked = table.asked
    assert asked
    chat(discord, asked, BURIED_AT_A_TURN - 1)
    await table.move(asked)
    await table.until(lambda: table.asked not in {None, asked})
    assert table.board["id"] == table.first_board_id


async def test_when_a_persons_turn_begins_it_comes_down_but_not_twice_within_a_while(
    discord: Localcord, clock: Clock
) -> None:
    table = await two_at(discord)
    chat(discord, table.people[0], 1)
    await table.tap(table.people[0], "Start")
    await table.until(lambda: "turn" in text_of(table.board) and table.asked)
    first = table.asked
    assert first
    second = next(person for person in table.people if person is not first)
    for pause, mover, waits, moves in ((0, first, second, False), (TALK_SECONDS, second, first, True)):
        clock.now += pause
        chat(discord, mover, BURIED_AT_A_TURN)
        await table.move(mover)
        await discord_shows(table, waits)
        assert (table.board["id"] != table.first_board_id) == moves


async def discord_shows(table: Table, person: Person) -> None:
    """Waits until the board says that it's this person's turn."""
    await table.until(lambda: f"{person.user.name}**'s turn" in text_of(table.board))
