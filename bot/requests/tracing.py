"""Makes every request of discord.py's session wait for its turn, including those that discord.py makes by itself.

aiohttp awaits `on_request_start` before it connects. At that point discord.py holds no lock, only a place in the rate
limit of the route, so waiting here delays only requests of the same route and channel. aiohttp's total timeout would
run during the wait, so requests have none (bot/interactions/client.py).
"""

from collections.abc import Mapping
from contextlib import suppress
from types import SimpleNamespace

import aiohttp
import discord
import yarl

from bot.requests.budget import Budget
from bot.requests.purpose import Purpose, Urgency, current

LONGEST_STOP_SECONDS = 600.0
"""The longest pause after a global 429, whatever Discord asks for."""

FIRST_STOP_SECONDS = 1.0
"""The pause after a global 429 without `Retry-After`."""

UNCOUNTED = ("/interactions/", "/webhooks/")
"""Routes with an interaction's token, which don't count towards the global limit.

https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
"""

GATEWAY = "/gateway"


def traced(budget: Budget) -> aiohttp.TraceConfig:
    """A trace for discord.py's option `http_trace`."""

    async def start(
        _session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        purpose = _purpose(request.url)
        context.slot = None if purpose is None else await budget.leave(purpose)

    async def end(
        _session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if _route(request.url) is not None:
            note_answer(budget, request.response)
        if context.slot:
            context.slot.answered()

    async def fail(
        _session: aiohttp.ClientSession, context: SimpleNamespace, _request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if context.slot:
            context.slot.answered()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def note_answer(budget: Budget, response: aiohttp.ClientResponse) -> None:
    """Tells the budget what Discord has answered."""
    headers, status = response.headers, response.status
    budget.answered(status, headers.get("X-RateLimit-Scope"))
    if status == 429 and _stops_everything(headers):
        budget.stop_for(_retry_after(headers))


def _route(url: yarl.URL) -> str | None:
    """The path below the address of Discord's API; None for other addresses, such as the gateway and files."""
    base = yarl.URL(discord.http.Route.BASE)
    if not base.absolute or url.origin() != base.origin() or not url.path.startswith(base.path + "/"):
        return None
    return url.path.removeprefix(base.path)


def _purpose(url: yarl.URL) -> Purpose | None:
    """What a request is for; None if it doesn't count towards the global limit."""
    route = _route(url)
    if route is None or route.startswith(UNCOUNTED):
        return None
    if route.startswith(GATEWAY):
        return Purpose(Urgency.ANSWER)  # without a connection no click arrives
    return current()


def _retry_after(headers: Mapping[str, str]) -> float:
    """How long a 429 asks to wait. Units: seconds."""
    with suppress(ValueError):
        return min(float(headers.get("Retry-After", "")), LONGEST_STOP_SECONDS)
    return FIRST_STOP_SECONDS


def _stops_everything(headers: Mapping[str, str]) -> bool:
    """Whether a 429 is for all requests: of the bot, or of its address, which Discord's proxy sends without `Via`."""
    return "X-RateLimit-Global" in headers or headers.get("X-RateLimit-Scope") == "global" or "Via" not in headers
