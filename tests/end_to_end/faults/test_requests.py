"""What happens to matches when Discord fails, limits, resets or doesn't answer the bot's requests."""

import asyncio
from collections.abc import Coroutine

import pytest

import bot.interactions.client
from bot.background.pings import RETRY_SECONDS as PING_RETRY_SECONDS
from bot.interactions.client import Finte
from bot.messages.boards import LOOK_SECONDS
from localcord import Interaction, Localcord, Person
from localcord.interactions import ANSWER_SECONDS
from tests.clock import Clock
from tests.end_to_end.faults.failures import FAULTS, TIMES, Fault, request_seconds, waiting
from tests.end_to_end.proof import Proof
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import Table, is_call, text_of
from tests.end_to_end.time import pass_by

ROUTES = (
    ("POST", "/callback"),
    ("POST", "/webhooks/"),
    ("PATCH", "/webhooks/"),
    ("DELETE", "/webhooks/"),
    ("GET", "/channels/"),
    ("PATCH", "/channels/"),
    ("POST", "/channels/"),
)
"""Every route that matches use: first answers, follow-ups, edits and removals of panels, looks below boards, boards."""

PATIENT_SECONDS = 45
"""How long the others wait before a player is pinged."""

UNANSWERED_SECONDS = 1
"""After this much real time, the three seconds are over in which Discord waits for an answer."""


@pytest.fixture(name="discord")
def impatiently(discord: Localcord, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Localcord:
    """The stand-in, for a bot that gives Discord little time for a request if one isn't answered."""
    monkeypatch.setattr(bot.interactions.client, "REQUEST_SECONDS", request_seconds(request.node.name))
    return discord


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_requests_that_go_wrong_on_every_route_cost_no_move(
    table: Table, asked: Person, other: Person, proof: Proof, *, clock: Clock, fault: Fault
) -> None:
    for route in ROUTES:
        fault(table.discord, *route)
    planned = waiting(table.discord)
    clock.now += LOOK_SECONDS + 1
    for name in ("Chloé", "Dora"):
        await done(table, clock, table.discord.person(name).command("play bluff"))
    await done(table, clock, table.move(asked))
    await done(table, clock, table.press(other, "My dice"))
    await table.until(lambda: "turn: raise" in text_of(table.board))
    table.discord.messages.delete(table.discord.world.messages[table.board["id"]])
    await done(table, clock, other.command("table"))
    await proof.finish(table)
    assert set(planned - waiting(table.discord)) == set(ROUTES)


async def test_a_board_whose_post_seems_to_have_failed_appears_once(table: Table, asked: Person, other: Person) -> None:
    table.discord.messages.delete(table.discord.world.messages[table.board["id"]])
    posted = Recorder(table.discord)
    FAULTS["no answer though it was done"](table.discord, "POST", "/channels/")
    await table.move(asked)
    await table.until(lambda: posted.public)
    await table.move(other)  # so that the repeated post would show something else
    await table.until(lambda: f"{asked.user.name}'s turn" in text_of(table.board))
    assert len({version.message_id for version in posted.public}) == 1
    assert waiting(table.discord).total() == 0


@pytest.mark.parametrize("fault", ["503", "reset after it was done", "no answer"])
async def test_a_ping_that_goes_wrong_comes_once_and_is_deleted_after_the_move(
    table: Table, bot: Finte, proof: Proof, asked: Person, other: Person, *, clock: Clock, fault: str
) -> None:
    for person in (asked, other):  # from then on they have a reserve, so the turn lasts long enough
        await table.move(person)
    await table.until(lambda: table.asked is asked)

    def pings() -> list[str]:
        """The pings of this player that are in the channel."""
        return [found["id"] for found in table.people[0].messages() if is_call(found) and found in asked.pings]

    for route in (("POST", "/channels/"), ("DELETE", "/channels/")):
        FAULTS[fault](table.discord, *route)
    await pass_by(bot, clock, PATIENT_SECONDS)
    for _ in range(TIMES):
        await pass_by(bot, clock, PING_RETRY_SECONDS)
    assert len(pings()) == len(asked.pings) == 1

    await table.move(asked)
    for _ in range(TIMES + 1):
        await pass_by(bot, clock, PING_RETRY_SECONDS)
    await table.until(lambda: not pings())
    assert not waiting(table.discord)
    await proof.finish(table)


async def done(table: Table, clock: Clock, doing: Coroutine[None, None, Interaction]) -> Interaction:
    """What became of an action, whether it was answered or not."""
    task = asyncio.create_task(doing)
    finished, _ = await asyncio.wait({task}, timeout=UNANSWERED_SECONDS)
    if not finished:
        clock.now += ANSWER_SECONDS
        table.discord.clock_moved()
    return await task
