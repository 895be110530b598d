"""Requests with a token over a connection that is already open."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

import bot.interactions.options
from bot.interactions.options import bound_requests
from bot.interactions.replies import Private
from bot.messages import sending
from bot.messages.studio import ReadyPage
from bot.pages.faces import TWINS
from bot.pages.layout import components
from bot.pages.page import Page, Text
from bot.requests.budget import Budget
from bot.requests.tracing import BudgetTrace
from localcord import Interaction, Localcord
from tests.bot.answering import Answering, page

EDIT = ("PATCH", "/webhooks/")


@pytest.fixture
def budget() -> Budget:
    return Budget()


@pytest.fixture
async def client(local: Localcord, budget: Budget) -> AsyncIterator[Answering]:
    """A client with a budget, in place of the one that other tests have."""
    client = Answering(local)
    client.http.http_trace = BudgetTrace(budget)
    await client.come(local)
    yield client
    await client.go()


@pytest.fixture
async def asked(local: Localcord, client: Answering) -> Interaction:
    """An answered command. Its answer has opened a connection."""
    return await client.do(local.person("Ana"), "command", Private(page("panel")))


async def edit(client: Answering, asked: Interaction, text: str) -> None:
    ready = ReadyPage(components(Page((Text(text),), accent=7), TWINS, {}), (), is_whole=True)
    await sending.edit_by_token(client, asked.token, "@original", ready)


def shown(local: Localcord) -> str:
    (message,) = local.person("Ana").messages()
    text: str = message["components"][0]["components"][0]["content"]
    return text


async def test_an_open_connection_is_used_without_aiohttps_session(
    local: Localcord, client: Answering, asked: Interaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(aiohttp.ClientSession, "request")
    for text in ("first", "second"):
        await edit(client, asked, text)

    assert shown(local) == "second"


async def test_without_an_open_connection_the_session_opens_one(
    local: Localcord, client: Answering, asked: Interaction
) -> None:
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined]
    assert session.connector is not None
    session.connector._conns.clear()  # as if none were idle
    await edit(client, asked, "after")

    assert shown(local) == "after"


@pytest.mark.parametrize("status", [403, 404])
async def test_a_refusal_says_why_and_is_counted(
    local: Localcord, client: Answering, asked: Interaction, budget: Budget, status: int
) -> None:
    local.fail_next(*EDIT, status=status)
    with pytest.raises(discord.HTTPException) as refused:
        await edit(client, asked, "after")

    assert (refused.value.status, budget.refused) == (status, int(status == 403))
    assert refused.value.text


async def test_a_global_429_stops_other_requests_and_the_edit_is_sent_again(
    local: Localcord, client: Answering, asked: Interaction, budget: Budget
) -> None:
    local.limit_next(*EDIT, seconds=0.01, is_global=True)
    await edit(client, asked, "after")

    assert (shown(local), budget.stops, budget.refused) == ("after", 1, 1)


async def test_a_reset_connection_is_an_error_and_not_used_again(
    local: Localcord, client: Answering, asked: Interaction
) -> None:
    local.reset_next(*EDIT)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await edit(client, asked, "lost")
    await edit(client, asked, "after")

    assert shown(local) == "after"


async def test_silence_is_a_timeout(
    local: Localcord, client: Answering, asked: Interaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.interactions.options, "REQUEST_SECONDS", 0.1)
    bound_requests(client)
    local.hold_next(*EDIT)

    async with asyncio.timeout(5):
        with pytest.raises(TimeoutError):
            await edit(client, asked, "after")


async def test_a_late_reply_to_a_cancelled_edit_is_not_taken_for_that_to_the_next(
    local: Localcord, client: Answering, asked: Interaction
) -> None:
    held = local.hold_next(*EDIT)
    given_up = asyncio.create_task(edit(client, asked, "given up"))
    await held.came.wait()
    given_up.cancel()
    await asyncio.wait({given_up})
    held.let_go()
    local.fail_next(*EDIT, status=403)

    with pytest.raises(discord.Forbidden):
        await edit(client, asked, "after")
