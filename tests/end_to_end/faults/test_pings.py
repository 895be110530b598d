"""What happens to pings when Discord fails or doesn't answer the requests that post and delete them."""

import pytest

import bot.interactions.client
from bot.background.pings import RETRY_SECONDS
from bot.interactions.client import Finte
from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.faults.failures import FAULTS, TIMES, request_seconds, waiting
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, is_call
from tests.end_to_end.time import pass_by

PATIENT_SECONDS = 45
"""How long the others wait before a player is pinged."""


@pytest.fixture(name="discord")
def impatiently(discord: Localcord, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Localcord:
    """The stand-in, for a bot that gives Discord little time for a request if one isn't answered."""
    monkeypatch.setattr(bot.interactions.client, "REQUEST_SECONDS", request_seconds(request.node.name))
    return discord


@pytest.mark.parametrize("fault", ["503", "reset after it was done", "no answer"])
async def test_a_ping_that_goes_wrong_comes_once_and_is_deleted_after_the_move(
    table: Table, bot: Finte, proof: Proof, *, clock: Clock, fault: str
) -> None:
    asked = table.asked
    assert asked

    def pings() -> list[str]:
        """The pings of this player that are in the channel."""
        return [found["id"] for found in table.people[0].messages() if is_call(found) and found in asked.pings]

    for route in (("POST", "/channels/"), ("DELETE", "/channels/")):
        FAULTS[fault](table.discord, *route)
    await pass_by(bot, clock, PATIENT_SECONDS)
    for _ in range(TIMES):
        await pass_by(bot, clock, RETRY_SECONDS)
    assert len(pings()) == len(asked.pings) == 1

    await table.move(asked)
    for _ in range(TIMES + 1):
        await pass_by(bot, clock, RETRY_SECONDS)
    await table.until(lambda: not pings())
    assert not waiting(table.discord)
    await proof.finish(table)
