"""A whole match in a browser by `make play`, from `/play` to `/leaderboard`."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.chromium import chromium_at
from tests.end_to_end.leaderboard import lines_of

pytestmark = pytest.mark.browser


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[str]:
    """The address that `make play` prints."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'play.sqlite3'}",
        "COMPUTER_SECONDS": "0",
        "REVEAL_SECONDS": "0",
        "BOARD_SECONDS": "0",
    }
    bot = (sys.executable, "-m", "bot")
    play = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "localcord", "--port", "0", "--", *bot,
        stdout=asyncio.subprocess.PIPE, env=environment,
    )  # fmt: skip
    assert play.stdout is not None
    said = (await play.stdout.readline()).decode()
    found = re.search(r"http://[\d.:]+", said)
    assert found, said
    yield found[0]
    play.terminate()
    assert await play.wait() == 0


def panel(page: Page) -> Locator:
    """The newest message that only this person sees."""
    return page.locator("article.ephemeral").last


async def command(page: Page, text: str) -> None:
    """Types a slash command and sends it."""
    await page.locator("#composer").focus()
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


def moves(page: Page) -> Locator:
    """The enabled buttons on the person's panel that move."""
    return page.locator("article.ephemeral button[data-custom-id*='|play|']:not([data-select]):enabled")


async def first_to_be_there(*locators: Locator) -> Locator:
    """The first of these that becomes visible."""
    waits = {asyncio.ensure_future(locator.first.wait_for()): locator for locator in locators}
    done, late = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in late:
        wait.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    return waits[done.pop()]


async def test_two_people_and_a_computer_play_a_match_by_make_play(made: str, browser_address: str) -> None:
    async with chromium_at(browser_address) as browser:
        ana, ben = await browser.new_page(), await browser.new_page(viewport={"width": 380, "height": 800})
        await ana.goto(f"{made}/?user=Ana")
        await ben.goto(f"{made}/?user=Ben")
        await command(ana, "/play bluff seats:3 reroll:true")
        await ben.get_by_role("button", name="Join").click()
        await expect(panel(ben)).to_contain_text("You're")
        await ana.get_by_role("button", name="Easy", exact=True).click()
        await expect(ana.locator("article").first).to_contain_text("· easy")
        await ana.get_by_role("button", name="Start").click()

        over = ana.get_by_role("button", name="Rematch")
        while (asked := await first_to_be_there(over, moves(ana), moves(ben))) is not over:
            plays = moves(asked.page)
            custom_id = await plays.last.get_attribute("data-custom-id")
            await plays.last.click()  # the doubt, if there is a bid
            await asked.page.locator(f'[data-custom-id="{custom_id}"]:enabled').first.wait_for(state="hidden")

        await command(ana, "/leaderboard")
        ranking = panel(ana).locator('img[alt*=" won"]')
        await ranking.wait_for()
        lines = lines_of(await ranking.get_attribute("alt") or "")
        assert sorted((name, matches) for name, _, _, matches in lines) == [("Ana", 1), ("Ben", 1)]
