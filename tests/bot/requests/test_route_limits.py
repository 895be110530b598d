"""The collection of rate limits that discord.py uses."""

import pytest
from discord.http import Ratelimit

from bot.requests import route_limits
from bot.requests.route_limits import RouteLimits
from tests.bot.answering import Answering

FEW = 4


@pytest.fixture
def limits(client: Answering, monkeypatch: pytest.MonkeyPatch) -> RouteLimits:
    monkeypatch.setattr(route_limits, "FEW", FEW)
    client.http._buckets.clear()
    return RouteLimits(client.http)


async def test_a_route_keeps_its_limit(limits: RouteLimits) -> None:
    assert limits.get("a") is limits.get("a")
    assert limits.get("a") is not limits.get("b")


async def test_a_limit_that_routes_turn_out_to_share_is_kept(client: Answering, limits: RouteLimits) -> None:
    client.http._buckets["shared"] = limit = limits.get("of one route")  # as discord.py does when it learns of it

    assert limits.get("shared") is limit


async def test_limits_in_use_stay_and_others_are_dropped(limits: RouteLimits, monkeypatch: pytest.MonkeyPatch) -> None:
    used = limits.get("used")
    monkeypatch.setattr(Ratelimit, "is_inactive", lambda limit: limit is not used)
    for number in range(100):
        limits.get(str(number))

    assert len(limits) <= FEW
    assert limits.get("used") is used


async def test_a_new_limit_rarely_costs_a_look_at_all_others(
    limits: RouteLimits, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Ratelimit] = []

    def is_inactive(limit: Ratelimit) -> bool:
        looks.append(limit)
        return False

    monkeypatch.setattr(Ratelimit, "is_inactive", is_inactive)
    for number in range(1000):
        limits.get(str(number))

    assert len(limits) == 1000
    assert len(looks) < 2 * 1000
