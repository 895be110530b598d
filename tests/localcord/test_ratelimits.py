"""Rate limits: what they count, what a 429 says, and how the real client copes with them."""

import discord
import pytest
import yarl

from localcord import Limit, Localcord, RateLimits
from tests.clock import Clock
from tests.localcord.bot import SmallBot
from tests.localcord.conftest import asking

CREATE = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{token}/callback"


def test_the_sixth_message_of_a_channel_in_five_seconds_has_to_wait(clock: Clock) -> None:
    limits = RateLimits(clock=clock)

    def created(channel: str = "1") -> float | None:
        return limits.charge("POST", CREATE, {"channel_id": channel}, counts_globally=True).retry_after

    assert [created() for _ in range(5)] == [None] * 5
    clock.now += 3
    assert (created(), created("2")) == (2.0, None)
    clock.now += 2
    assert created() is None


def test_the_global_limit_spares_interactions(clock: Clock) -> None:
    limits = RateLimits(whole=Limit(1, 1), clock=clock)
    limits.charge("GET", "/users/@me", {}, counts_globally=True)
    spared = limits.charge("POST", CALLBACK, {"token": "t"}, counts_globally=False)
    refused = limits.charge("GET", "/users/@me", {}, counts_globally=True)
    assert (spared.retry_after, refused.body["global"]) == (None, True)


async def test_edits_of_a_message_older_than_an_hour_have_a_limit_of_their_own(clock: Clock) -> None:
    async with Localcord(clock=clock, rate_limits=RateLimits(clock=Clock())) as local, asking(local) as ask:
        path = f"/channels/{local.channel_id}/messages"
        sent = await ask("POST", path, {"content": "x"})
        clock.now += 3601
        answers = [await ask("PATCH", f"{path}/{sent.body['id']}", {"content": "y"}) for _ in range(4)]
    assert [(answer.status, answer.code) for answer in answers] == [(200, None)] * 3 + [(429, 30046)]
    assert (answers[-1].headers["retry-after"], "via" in answers[-1].headers) == ("21", True)


async def test_the_real_client_waits_out_a_429(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = RateLimits({("POST", CREATE): Limit(2, 0.2)})
    async with Localcord(rate_limits=limits) as local:
        monkeypatch.setattr(discord.http.Route, "BASE", local.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(local.gateway_url))
        client = SmallBot()
        await client.come(local)
        for _ in range(2):
            limits.charge("POST", CREATE, {"channel_id": local.channel_id}, counts_globally=False)
        await client.text_channel(local.channel_id).send("late")
        await client.go()
        assert [request.status for request in local.requests if request.method == "POST"] == [429, 200]
