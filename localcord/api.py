"""REST over HTTP: authorization, rate limits, the log of requests, errors as JSON. Knows no particular route."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from localcord import refusals
from localcord.faults import Outage, hang_up
from localcord.gateway import Gateway
from localcord.interactions import Interactions
from localcord.limits import Refused
from localcord.messages import Messages
from localcord.ratelimits import RateLimits, Verdict
from localcord.rest import ROUTES
from localcord.rest.call import JSON, Body, Call, Handler, Reply, read_body
from localcord.rest.interactions import OPEN_TEMPLATES
from localcord.wire import Json, to_bytes
from localcord.world import World

PREFIX = "/api/v10"
OLD_SECONDS = 3600.0
"""Edits of messages older than this have a lower limit of their own (30046)."""

EDIT_TEMPLATE = "/channels/{channel_id}/messages/{message_id}"
PUBLIC_PATHS = frozenset({"/gateway"})

Endpoint = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class SeenRequest:
    """One request of the bot, and how it was answered.

    Shape: `query` is what stands behind the path's question mark, "" for nothing.
    Units: time in seconds since 1970, when it came; `file_sizes` in bytes.
    """

    method: str
    path: str
    query: str
    body: Json
    file_names: tuple[str, ...]
    file_sizes: tuple[int, ...]
    status: int
    code: int | None
    time: float


class Api:
    """Every route under /api/v10."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        interactions: Interactions,
        rate_limits: RateLimits | None,
        gateway: Gateway,
    ) -> None:
        self._world = world
        self._messages = messages
        self._interactions = interactions
        self._gateway = gateway
        self.rate_limits = rate_limits
        self.seen: list[SeenRequest] = []
        self.outages: list[Outage] = []

    def add_to(self, app: web.Application) -> None:
        """Registers the routes, and the answer to unknown paths."""
        app.middlewares.append(self._unknown_routes)
        routes = dict(ROUTES) | {("GET", "/gateway"): self._show_gateway, ("GET", "/gateway/bot"): self._show_gateway}
        for (method, template), handler in routes.items():
            app.router.add_route(method, PREFIX + template, self._endpoint(template, handler))

    def _show_gateway(self, _call: Call) -> Reply:
        return Reply({"url": self._gateway.url, "shards": 1, "session_start_limit": self._gateway.starts.to_json()})

    @web.middleware
    async def _unknown_routes(self, request: web.Request, handler: Endpoint) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        try:
            return await handler(request)
        except web.HTTPMethodNotAllowed:
            refusal = refusals.wrong_method()
        except web.HTTPNotFound:
            refusal = refusals.unknown_route()
        return self._answer(request, self._world.clock(), Body({}), Reply(refusal.to_json(), refusal.status), {})

    def _endpoint(self, template: str, handler: Handler) -> Endpoint:
        """Wrap a route as an aiohttp handler."""

        async def serve(request: web.Request) -> web.StreamResponse:
            came, body, headers = self._world.clock(), Body({}), dict[str, str]()
            try:
                body = await read_body(request)
                self._authorize(request, template)
                verdict = self._charge(request, template)
                headers = verdict.headers
                if verdict.retry_after is not None:
                    return self._answer(request, came, body, Reply(verdict.body, 429), headers)
                reply, more = await self._reply(request, handler, body)
                headers |= more
            except Refused as refusal:
                reply = Reply(refusal.to_json(), refusal.status)
            return self._answer(request, came, body, reply, headers)

        return serve

    async def _reply(self, request: web.Request, handler: Handler, body: Body) -> tuple[Reply, dict[str, str]]:
        """Carries out a request, or what is planned in its place. Shape: the reply and its headers."""
        outage = next((planned for planned in self.outages if planned.hits(request)), None)
        if outage is None:
            return handler(self._call(request, body)), {}
        self.outages.remove(outage)
        reply = handler(self._call(request, body)) if outage.is_done else None
        if outage.held is not None:
            await outage.held.until_let_go()
            return reply or handler(self._call(request, body)), {}
        if outage.verdict is not None:
            return Reply(outage.verdict.body, 429), outage.verdict.headers
        if outage.hangs_up:
            hang_up(request)
        return Reply({"message": "Internal Server Error", "code": 0}, outage.status), {}

    def _call(self, request: web.Request, body: Body) -> Call:
        return Call(self._world, self._messages, self._interactions, request.match_info, request.query, body)

    def _authorize(self, request: web.Request, template: str) -> None:
        """Raises: Refused (401) unless the bot's token comes with it, on the routes that want it."""
        if template in OPEN_TEMPLATES or template in PUBLIC_PATHS:
            return
        if request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise refusals.unauthorized()

    def _charge(self, request: web.Request, template: str) -> Verdict:
        if self.rate_limits is None:
            return Verdict()
        if request.method == "PATCH" and template == EDIT_TEMPLATE:
            message = self._world.messages.get(request.match_info["message_id"])
            if message is not None and self._world.clock() - message.created > OLD_SECONDS:
                verdict = self.rate_limits.charge_old_edit(message.channel_id)
                if verdict.retry_after is not None:
                    return verdict
        is_open = template in OPEN_TEMPLATES
        return self.rate_limits.charge(request.method, template, request.match_info, counts_globally=not is_open)

    def _answer(
        self, request: web.Request, came: float, body: Body, reply: Reply, headers: dict[str, str]
    ) -> web.Response:
        """Logs the request and builds its HTTP response."""
        code = reply.body.get("code") if isinstance(reply.body, dict) and reply.status >= 400 else None
        seen = SeenRequest(
            method=request.method,
            path=request.path.removeprefix(PREFIX),
            query=request.query_string,
            body=body.content,
            file_names=tuple(upload.name for upload in body.files),
            file_sizes=tuple(len(upload.content) for upload in body.files),
            status=reply.status,
            code=code,
            time=came,
        )
        self.seen.append(seen)
        if reply.body is None:
            return web.Response(status=204, headers=headers)
        return web.Response(body=to_bytes(reply.body), status=reply.status, headers=headers | JSON)
