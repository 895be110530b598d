"""One window of a browser for all tests of pages. They share its event loop, and each has its own tabs."""

from collections.abc import AsyncIterator
from urllib.parse import urlencode

import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from localcord import Localcord
from tests.chromium import chromium
from tests.clock import Clock
from tests.localcord.bot import SmallBot
from tests.localcord.conftest import Tab


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window() -> AsyncIterator[BrowserContext]:
    """A window in which an empty tab is always open. A window for each test would take longer than most of them."""
    async with chromium() as started:
        context = await started.new_context()
        await context.new_page()
        yield context


@pytest_asyncio.fixture(loop_scope="session")
async def local(clock: Clock) -> AsyncIterator[Localcord]:
    """The stand-in, without rate limits."""
    async with Localcord(clock=clock, rate_limits=False) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def bot(pointed: Localcord) -> AsyncIterator[SmallBot]:
    """A bot that has logged in."""
    client = SmallBot()
    await client.come(pointed)
    yield client
    await client.go()


@pytest_asyncio.fixture(loop_scope="session")
async def tab(local: Localcord, window: BrowserContext) -> AsyncIterator[Tab]:
    """Opens the page as a person in a new tab: `await tab("Ana", width=400, theme="dark")`."""

    async def open_as(name: str, width: int = 1000, **query: str) -> Page:
        page = await window.new_page()
        await page.set_viewport_size({"width": width, "height": 700})
        await page.goto(f"{local.url}/?{urlencode({'user': name, **query})}")
        await expect(page.locator("#open-people")).to_contain_text(name)
        return page

    yield open_as
    _, *opened = window.pages
    for page in opened:
        await page.evaluate("localStorage.clear()")  # a later test may get the same port
        await page.close()
