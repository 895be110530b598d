"""A real browser for the tests of pages; a contributor's machine without one says so and goes on."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, BrowserContext, async_playwright, expect

from localcord.people import PATIENCE_SECONDS

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome on the PATH"
)

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

PATIENCE_MS = 1000 * PATIENCE_SECONDS

expect.set_options(timeout=PATIENCE_MS)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser that waits as long as a slow machine needs."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=2 * PATIENCE_MS)
        browser.on("context", _wait_longer)
        yield browser
        await browser.close()


def _wait_longer(context: BrowserContext) -> None:
    context.set_default_timeout(PATIENCE_MS)
