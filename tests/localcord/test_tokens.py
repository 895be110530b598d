"""What an interaction's token allows, and for how long."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from localcord import Interaction, Localcord, Person
from tests.clock import Clock
from tests.localcord.conftest import Answer, Ask

REPLY = {"type": 4, "data": {"content": "yours", "flags": 64}}
BUTTONS = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Join", "custom_id": "join"}]}]


class Asked:
    """An interaction that the test answers over plain HTTP, in place of the bot."""

    def __init__(self, local: Localcord, ask: Ask, opened: "asyncio.Task[Interaction]", event: dict[str, str]) -> None:
        self._local = local
        self._ask = ask
        self.opened = opened
        self.event = event

    async def answer(self, body: object, query: str = "") -> Answer:
        """Sends the first answer."""
        return await self._ask("POST", f"/interactions/{self.event['id']}/{self.event['token']}/callback{query}", body)

    async def webhook(self, method: str, path: str = "", body: object = None) -> Answer:
        """Sends a request with the interaction's token."""
        return await self._ask(method, f"/webhooks/{self._local.application_id}/{self.event['token']}{path}", body)


@pytest.fixture
async def gateway(local: Localcord) -> AsyncIterator[ClientWebSocketResponse]:
    """A session of the gateway that has received all its first events."""
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": local.token, "intents": 0, "properties": {}}})
        await socket.receive_json()
        yield socket


@pytest.fixture
async def asked(local: Localcord, ask: Ask, gateway: ClientWebSocketResponse) -> Asked:
    """Ana's click on a public message, before any answer."""
    message = await ask("POST", f"/channels/{local.channel_id}/messages", {"content": "Table", "components": BUTTONS})
    return await click(local, ask, gateway, local.person("Ana"), message.body["id"])


async def click(local: Localcord, ask: Ask, gateway: ClientWebSocketResponse, who: Person, message_id: str) -> Asked:
    """Clicks, and returns the interaction as the bot receives it."""
    opened = asyncio.create_task(who.click(message_id, "join"))
    event = (await gateway.receive_json())["d"]
    return Asked(local, ask, opened, event)


async def test_an_answer_after_3_seconds_is_too_late(asked: Asked, clock: Clock) -> None:
    clock.now += 3.1
    answer = await asked.answer(REPLY)
    assert (answer.status, answer.code) == (404, 10062)


async def test_a_second_first_answer_is_refused(asked: Asked) -> None:
    await asked.answer(REPLY)
    answer = await asked.answer(REPLY)
    assert (answer.status, answer.code) == (400, 40060)


async def test_an_answer_that_does_not_fit_is_refused_and_may_be_bettered(asked: Asked) -> None:
    refused = await asked.answer({"type": 8, "data": {"choices": []}})
    assert (refused.code, (await asked.answer(REPLY)).status) == (50035, 204)


async def test_a_wrong_token_is_an_unknown_interaction(asked: Asked) -> None:
    asked.event["token"] = "forged"
    assert (await asked.answer(REPLY)).code == 10062


async def test_there_is_no_webhook_before_the_first_answer(asked: Asked) -> None:
    answer = await asked.webhook("POST", "", {"content": "early"})
    assert (answer.status, answer.code) == (404, 10015)


async def test_a_token_lives_15_minutes(asked: Asked, clock: Clock) -> None:
    await asked.answer(REPLY)
    clock.now += 15 * 60 - 1
    living = await asked.webhook("PATCH", "/messages/@original", {"content": "still"})
    clock.now += 2
    dead = await asked.webhook("PATCH", "/messages/@original", {"content": "no more"})
    assert (living.status, dead.status, dead.code) == (200, 401, 50027)


async def test_a_token_reaches_no_other_ephemeral_message(
    asked: Asked, local: Localcord, ask: Ask, gateway: ClientWebSocketResponse
) -> None:
    await asked.answer(REPLY)
    original = (await asked.webhook("GET", "/messages/@original")).body["id"]
    other = await click(local, ask, gateway, local.person("Ben"), local.person("Ben").messages()[0]["id"])
    await other.answer({"type": 6})
    assert (await other.webhook("PATCH", f"/messages/{original}", {"content": "mine"})).code == 10008


async def test_a_channel_route_does_not_know_an_ephemeral_message(asked: Asked, ask: Ask, local: Localcord) -> None:
    await asked.answer(REPLY)
    original = (await asked.webhook("GET", "/messages/@original")).body["id"]
    answer = await ask("PATCH", f"/channels/{local.channel_id}/messages/{original}", {"content": "x"})
    assert (answer.status, answer.code) == (404, 10008)


async def test_a_dismissed_message_is_unknown_to_its_token(asked: Asked, local: Localcord) -> None:
    await asked.answer(REPLY)
    local.person("Ana").restart_client()
    assert (await asked.webhook("PATCH", "/messages/@original", {"content": "x"})).code == 10008


async def test_a_follow_up_to_a_deleted_deferred_answer_is_a_message_of_its_own(asked: Asked, local: Localcord) -> None:
    await asked.answer({"type": 5, "data": {"flags": 64}})
    await asked.webhook("DELETE", "/messages/@original")
    await asked.webhook("POST", "", {"content": "late"})
    assert [message["content"] for message in local.person("Ben").messages()] == ["Table", "late"]
