"""What happens to pings when Discord fails, limits, resets or doesn't answer the requests that post and delete them."""

import pytest

import bot.interactions.client
from bot.background.pings import RETRY_SECONDS
from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.faults.failures import FAULTS, TIMES, Fault, request_seconds, waiting
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, is_call
from tests.end_to_end.time import pass_by

PATIENT_SECONDS = 45
"""How long the others wait before a player is pinged."""

EVERY_FAULT = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


@pytest.fixture(name="discord")
def impatiently(discord: Localcord, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Localcord:
    """The stand-in, for a bot that gives Discord little time for a request if one isn't answered."""
    monkeypatch.setattr(bot.interactions.client, "REQUEST_SECONDS", request_seconds(request.node.name))
    return discord


def is_pinged(table: Table, person: Person) -> bool:
    """Whether a ping of this person is in the channel."""
    return any(is_call(message) and message in person.pings for message in table.people[0].messages())


@EVERY_FAULT
async def test_a_ping_whose_post_goes_wrong_comes_once_and_goes_with_the_move(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, clock: Clock, fault: Fault
) -> None:
    fault(table.discord, "POST", "/channels/")
    await pass_by(bot, clock, PATIENT_SECONDS)
    for _ in range(TIMES):
        await pass_by(bot, clock, RETRY_SECONDS)
    assert len(asked.pings) == 1
    assert not waiting(table.discord)
    await table.move(asked)
    await pass_by(bot, clock, 1)
    await table.until(lambda: not is_pinged(table, asked))
    await proof.finish(table)


@EVERY_FAULT
async def test_a_ping_whose_post_goes_wrong_is_gone_after_a_move_before_the_next_try(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, clock: Clock, fault: Fault
) -> None:
    fault(table.discord, "POST", "/channels/")
    await pass_by(bot, clock, PATIENT_SECONDS)
    await table.move(asked)
    for _ in range(TIMES):
        await pass_by(bot, clock, RETRY_SECONDS)
    await table.until(lambda: not is_pinged(table, asked))
    assert not waiting(table.discord)
    await proof.finish(table)


@EVERY_FAULT
async def test_a_ping_whose_deletion_goes_wrong_is_deleted_later(
    table: Table, bot: Finte, asked: Person, proof: Proof, *, clock: Clock, fault: Fault
) -> None:
    await pass_by(bot, clock, PATIENT_SECONDS)
    assert is_pinged(table, asked)
    fault(table.discord, "DELETE", "/channels/")
    await table.move(asked)
    for _ in range(TIMES + 1):
        await pass_by(bot, clock, RETRY_SECONDS)
    await table.until(lambda: not is_pinged(table, asked))
    assert not waiting(table.discord)
    await proof.finish(table)
