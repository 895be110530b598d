"""The session for requests with an interaction's token: what Discord's replies tell the budget and the caller."""

import asyncio

import discord
import pytest

import bot.requests.tracing
from bot.interactions.replies import Private
from bot.messages import sending
from bot.messages.renderer import ReadyPage
from bot.pages.faces import TWINS
from bot.pages.layout import components
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Answering, page, seen
from tests.end_to_end.fast_timeouts import SOON

EDIT = ("PATCH", "/webhooks/")
AFTER = ReadyPage(components(page("after"), TWINS, {}), (), is_whole=True)


async def edit(local: Localcord, client: Answering) -> None:
    """Edits an answer with its token."""
    asked = await client.do(local.person("Ana"), "command", Private(page("before")))
    await sending.edit_by_token(client, asked.token, "@original", AFTER)


async def test_an_error_arrives_with_its_code(local: Localcord, client: Answering) -> None:
    local.fail_next(*EDIT, status=403)

    with pytest.raises(discord.Forbidden) as refused:
        await edit(local, client)

    assert refused.value.text
    assert client.budget.refused == 1


@pytest.mark.parametrize(("is_global", "stops"), [(True, 1), (False, 0)], ids=["global", "shared"])
async def test_only_a_global_429_stops_other_requests(
    local: Localcord, client: Answering, monkeypatch: pytest.MonkeyPatch, is_global: bool, stops: int
) -> None:
    monkeypatch.setattr(bot.requests.tracing, "LONGEST_STOP_SECONDS", SOON)
    local.limit_next(*EDIT, seconds=SOON, is_global=is_global)

    async with asyncio.timeout(PATIENCE_SECONDS):
        await edit(local, client)

    assert (client.budget.stops, client.budget.refused) == (stops, stops)
    assert seen(local.person("Ana")) == [("private", "after")]
