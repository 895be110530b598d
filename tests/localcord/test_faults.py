"""Planned failures: which request they hit, whether it's carried out, and what its sender gets."""

import asyncio

import pytest
from aiohttp import ClientConnectionError

from localcord import Localcord
from tests.localcord.conftest import Ask


def shown(local: Localcord) -> list[str]:
    """What the channel's messages say."""
    return [message["content"] for message in local.person("Ana").messages()]


def messages(local: Localcord) -> str:
    return f"/channels/{local.channel_id}/messages"


@pytest.mark.parametrize(("is_done", "left"), [(False, ["two"]), (True, ["one", "two"])])
async def test_the_next_request_fails_and_the_one_after_it_does_not(
    local: Localcord, ask: Ask, *, is_done: bool, left: list[str]
) -> None:
    local.fail_next("POST", "/messages", status=503, is_done=is_done)
    answers = [await ask("POST", messages(local), {"content": text}) for text in ("one", "two")]
    assert [answer.status for answer in answers] == [503, 200]
    assert shown(local) == left


async def test_a_failure_waits_for_a_request_with_its_method_and_path(local: Localcord, ask: Ask) -> None:
    local.fail_next("POST", "/messages")
    assert (await ask("GET", messages(local))).status == 200
    assert (await ask("POST", f"/channels/{local.channel_id}/typing")).status != 500
    assert (await ask("POST", messages(local), {"content": "one"})).status == 500


async def test_failures_may_come_several_times(local: Localcord, ask: Ask) -> None:
    local.fail_next("POST", "/messages", times=2)
    answers = [await ask("POST", messages(local), {"content": "one"}) for _ in range(3)]
    assert [answer.status for answer in answers] == [500, 500, 200]


@pytest.mark.parametrize(("is_done", "left"), [(False, []), (True, ["one"])])
async def test_a_reset_connection_gives_no_answer(
    local: Localcord, ask: Ask, *, is_done: bool, left: list[str]
) -> None:
    local.reset_next("POST", "/messages", is_done=is_done)
    with pytest.raises(ClientConnectionError):
        await ask("POST", messages(local), {"content": "one"})
    assert shown(local) == left


@pytest.mark.parametrize("is_global", [False, True])
async def test_a_limit_says_how_long_to_wait_and_whether_for_everything(
    local: Localcord, ask: Ask, *, is_global: bool
) -> None:
    local.limit_next("POST", "/messages", seconds=1.5, is_global=is_global)
    refused = await ask("POST", messages(local), {"content": "one"})
    assert (refused.status, refused.body["retry_after"], refused.body["global"]) == (429, 1.5, is_global)
    assert ("x-ratelimit-global" in refused.headers) is is_global
    assert "via" in refused.headers  # without it, discord.py takes the answer for a block of its address
    assert shown(local) == []


@pytest.mark.parametrize(("is_done", "meanwhile"), [(False, []), (True, ["one"])])
async def test_a_request_that_is_held_is_answered_once_it_is_let_go(
    local: Localcord, ask: Ask, *, is_done: bool, meanwhile: list[str]
) -> None:
    held = local.hold_next("POST", "/messages", is_done=is_done)
    asking = asyncio.ensure_future(ask("POST", messages(local), {"content": "one"}))
    await held.came.wait()
    assert (asking.done(), shown(local)) == (False, meanwhile)
    held.let_go()
    assert (await asking).status == 200
    assert shown(local) == ["one"]
