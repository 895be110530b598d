"""Serves `/healthz` and `/metrics` over HTTP. Knows nothing of what is measured."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

Reasons = Callable[[], Awaitable[Mapping[str, str]]]


@asynccontextmanager
async def serving(registry: CollectorRegistry, reasons: Reasons, host: str, port: int) -> AsyncIterator[int]:
    """Serves both pages, and yields the port; 0 chooses a free one. Raises: OSError if the address is taken."""

    async def healthz(_request: web.Request) -> web.Response:
        wrong = await reasons()
        return web.json_response({"healthy": not wrong, "reasons": dict(wrong)}, status=503 if wrong else 200)

    async def metrics(_request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
