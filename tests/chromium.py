"""A real browser for tests of pages, which are skipped on a machine without one."""

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from threading import Thread

import pytest
from playwright.async_api import Browser, BrowserContext, async_playwright, expect

from localcord.people import PATIENCE_SECONDS

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SKIPPED = pytest.mark.skip(reason="no chromium, chromium-browser or google-chrome on the PATH")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # to start a process for each tab takes longer than most tests
)

PATIENCE_MS = 1000 * PATIENCE_SECONDS

expect.set_options(timeout=PATIENCE_MS)


@asynccontextmanager
async def chromium(*flags: str) -> AsyncIterator[Browser]:
    """A browser with timeouts long enough for a slow machine."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=(*FLAGS, *flags), timeout=2 * PATIENCE_MS
        )
        browser.on("context", _wait_longer)
        yield browser
        await browser.close()


@contextmanager
def lasting_chromium() -> Iterator[str]:
    """The address of a browser for many tests, since starting one takes longer than most of them."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    stack = AsyncExitStack()
    try:
        port = _free_port()
        begun = stack.enter_async_context(chromium(f"--remote-debugging-port={port}"))
        asyncio.run_coroutine_threadsafe(begun, loop).result()
        yield f"http://127.0.0.1:{port}"
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def chromium_at(address: str) -> AsyncIterator[Browser]:
    """The browser at this address. Its new tabs are closed at the end, and what they stored is forgotten."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(address, timeout=2 * PATIENCE_MS)
        browser.on("context", _wait_longer)
        yield browser
        await browser.close()


def _wait_longer(context: BrowserContext) -> None:
    context.set_default_timeout(PATIENCE_MS)
