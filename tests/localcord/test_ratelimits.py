"""Rate limits: what they count, what a 429 says, and how the real client copes with them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import discord
import pytest
import yarl
from aiohttp import ClientSession

from localcord import Limit, Localcord, RateLimits
from tests.clock import Clock
from tests.localcord.bot import SmallBot

CREATE = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{token}/callback"


@dataclass
class Limited:
    """A stand-in with rate limits, timed by the test's clock."""

    local: Localcord
    clock: Clock
    ticks: Clock
    session: ClientSession
    sent: list[str] = field(default_factory=list)

    async def create(self, channel_id: str | None = None) -> tuple[int, dict[str, str], dict[str, object]]:
        """Sends a message; returns the status, headers and body of the answer."""
        url = f"{self.local.api_url}/channels/{channel_id or self.local.channel_id}/messages"
        async with self.session.post(url, json={"content": "x"}) as answer:
            body = await answer.json()
            return answer.status, {key.lower(): value for key, value in answer.headers.items()}, body

    async def edit(self, message_id: object) -> tuple[int, object]:
        """Edits a message; returns the status and the code of the answer."""
        url = f"{self.local.api_url}/channels/{self.local.channel_id}/messages/{message_id}"
        async with self.session.patch(url, json={"content": "y"}) as answer:
            return answer.status, (await answer.json()).get("code")


@pytest.fixture
async def limited(clock: Clock) -> AsyncIterator[Limited]:
    ticks = Clock()
    async with Localcord(clock=clock, rate_limits=RateLimits(clock=ticks)) as local:
        headers = {"Authorization": f"Bot {local.token}"}
        async with ClientSession(headers=headers) as session:
            yield Limited(local, clock, ticks, session)


async def test_the_sixth_message_in_five_seconds_is_429(limited: Limited) -> None:
    assert [(await limited.create())[0] for _ in range(6)] == [200] * 5 + [429]


async def test_a_429_says_how_long_to_wait_and_comes_through_a_proxy(limited: Limited) -> None:
    for _ in range(5):
        await limited.create()
    limited.ticks.now += 3
    _, headers, body = await limited.create()
    assert (headers["retry-after"], "via" in headers, body["retry_after"], body["global"]) == ("3", True, 2.0, False)


async def test_another_channel_has_its_own_bucket(limited: Limited) -> None:
    for _ in range(5):
        await limited.create()
    assert (await limited.create(limited.local.add_channel("other")))[0] == 200


async def test_edits_of_a_message_older_than_an_hour_have_a_limit_of_their_own(limited: Limited) -> None:
    _, _, sent = await limited.create()
    limited.clock.now += 3601
    assert [await limited.edit(sent["id"]) for _ in range(4)] == [(200, None)] * 3 + [(429, 30046)]


async def test_emojis_have_a_limit_of_their_own(limited: Limited) -> None:
    url = f"{limited.local.api_url}/applications/{limited.local.application_id}/emojis"
    answers = [await limited.session.post(url, json={}) for _ in range(21)]
    last = answers[-1]
    assert ([answer.status for answer in answers], last.headers["Retry-After"]) == ([400] * 20 + [429], "6")


async def test_the_global_limit_spares_interactions() -> None:
    limits = RateLimits(whole=Limit(1, 1), clock=Clock())
    limits.charge("GET", "/users/@me", {}, counts_globally=True)
    spared = limits.charge("POST", CALLBACK, {"token": "t"}, counts_globally=False)
    refused = limits.charge("GET", "/users/@me", {}, counts_globally=True)
    assert (spared.retry_after, refused.body["global"]) == (None, True)


async def test_the_real_client_waits_out_a_429(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = RateLimits({("POST", CREATE): Limit(2, 0.2)})
    async with Localcord(rate_limits=limits) as local:
        monkeypatch.setattr(discord.http.Route, "BASE", local.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(local.gateway_url))
        client = SmallBot()
        await client.come(local)
        limits.charge("POST", CREATE, {"channel_id": local.channel_id}, counts_globally=False)
        limits.charge("POST", CREATE, {"channel_id": local.channel_id}, counts_globally=False)
        await client.text_channel(local.channel_id).send("late")
        await client.go()
        assert [request.status for request in local.requests if request.method == "POST"] == [429, 200]
