"""The bot is killed while a result is up or a match is being ended: nothing is lost, stuck or counted twice."""

import asyncio
from collections.abc import Callable, Mapping

import pytest
from aiohttp import web

from localcord import Localcord, Person
from localcord.api import Outage
from tests.end_to_end.child import Child
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.tables import Table, labelled, labels, text_of, told

pytestmark = pytest.mark.kills


OVER = "round 1 is over"


@pytest.fixture
def settings() -> Mapping[str, str]:
    """A result stays up, unless everyone goes on, for longer than any test takes."""
    return {"REVEAL_SECONDS": "60"}


class Kill(Outage):
    """A SIGKILL instead of the bot's next answer to a click, whose effect is then on the disk."""

    def __init__(self, kill: Callable[[], None]) -> None:
        super().__init__("POST", "/callback", 500, is_done=False)
        self._kill = kill

    def hits(self, request: web.Request) -> bool:
        if not super().hits(request):
            return False
        self._kill()
        return True


async def doubted(discord: Localcord) -> Table:
    """A table that shows the result of the first round."""
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    first = table.asked
    assert first
    (second,) = (person for person in table.people if person is not first)
    await table.press(second, "My dice")
    await bid(table, first, "4x*")
    await table.doubt(second)
    await table.until(lambda: OVER in text_of(table.board))
    return table


async def bid(table: Table, person: Person, text: str) -> None:
    """Makes this bid, whichever page of the panel it is on. A doubt of 4 stars costs nobody all of their five dice."""
    panel = table.panel(person)
    assert panel
    decision, _, _ = table.moves(person)[0].rpartition("|")
    await person.raw_click(panel, f"{decision}|bid {text}")


async def left(discord: Localcord, *people: str) -> Table:
    """A table that the last of these people has left; its people are those who remain."""
    *rest, leaver = sitting = [discord.person(name) for name in people]
    table = await Table.started(discord, sitting)
    await leaver.raw_click(table.board, f"f1|quit|{table.match_id}|0|")
    told_so = ("🤖 Plays for", "All other people have left")
    await table.until(lambda: any(words in text_of(table.board) for words in told_so))
    return Table(discord, table.match_id, table.first_board_id, tuple(rest))


async def test_a_result_that_stood_stands_after_a_kill_and_who_had_read_it_is_known(
    discord: Localcord, child: Child
) -> None:
    table = await doubted(discord)
    ana, ben = table.people
    await table.tap(ana, "Go on")
    await child.killed_and_started_again()
    assert OVER in text_of(table.board)

    await table.tap(ben, "Go on")
    await table.until(lambda: table.asked and OVER not in text_of(table.board))


async def test_a_player_who_has_agreed_to_end_a_match_has_agreed_after_a_kill(discord: Localcord, child: Child) -> None:
    table = await left(discord, "Ana", "Ben", "Chloé")
    ana, ben = table.people
    await ana.raw_click(table.board, f"f1|settle|{table.match_id}|0|")
    await table.until(lambda: "🤝 Agreed" in text_of(table.board))
    await child.killed_and_started_again()

    await ben.raw_click(table.board, f"f1|settle|{table.match_id}|0|")
    await table.until(lambda: table.is_over)
    assert await leaderboard(ana, "people") == [("Ana", 1, 1, 1), ("Ben", 1, 1, 1), ("Chloé", 0, 0, 1)]


async def test_a_win_that_was_taken_right_before_a_kill_is_on_the_board_and_counts_once(
    discord: Localcord, child: Child
) -> None:
    table = await left(discord, "Ana", "Ben")
    (ana,) = table.people
    await table.until(lambda: "Take the win" in labels(table.board))
    board = table.board
    discord.api.outages.append(Kill(child.kill))
    unanswered = asyncio.create_task(ana.click(board, labelled(board, "Take the win")))
    await child.dead()
    unanswered.cancel()

    discord.api.outages.clear()
    assert await child.start()
    await table.until(lambda: table.is_over)
    again = await ana.raw_click(table.board, labelled(board, "Take the win"))
    assert "You took the win" in await told(ana, again)
    assert await leaderboard(ana, "people") == [("Ana", 1, 1, 1), ("Ben", 0, 0, 1)]


async def test_a_result_that_nobody_saw_before_a_kill_tells_its_turning_point(discord: Localcord, child: Child) -> None:
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    bidder = table.asked
    assert bidder
    (doubter,) = (person for person in table.people if person is not bidder)
    await table.press(doubter, "My dice")
    await bid(table, bidder, "9x*")
    await table.until(lambda: "Doubt!" in labels(table.panel(doubter) or {"components": []}))
    panel = table.panel(doubter)
    assert panel
    discord.api.outages.append(Kill(child.kill))
    unanswered = asyncio.create_task(doubter.raw_click(panel, labelled(panel, "Doubt!")))
    await child.dead()
    unanswered.cancel()

    discord.api.outages.clear()
    assert await child.start()
    for person in table.people:
        answer = await person.raw_click(table.board, f"f1|hand|{table.match_id}|0|")
        assert "dice short, and" in await told(person, answer)
