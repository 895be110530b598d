"""A whole match of each game in a browser, from `/play` to `/leaderboard`; one of them by `make play`."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from games.catalogue import GAMES
from tests.chromium import chromium_at
from tests.end_to_end.leaderboard import lines_of
from tests.end_to_end.short import short_options

pytestmark = pytest.mark.browser


FIRST, *OTHERS = GAMES

SWITCHED_ON = {"bluff": "reroll:true", "faehrte": "jokers:true"}
"""Options whose buttons are worth a look in the browser."""


def options_of(game: str) -> str:
    """What to type for a match of two people and a computer player, who is added in the lobby."""
    seats = max(GAMES[game].game.seats[0], 3)
    short = [f"{key}:{value}" for key, value in short_options(game).items()]
    switched_on = [SWITCHED_ON[game]] if game in SWITCHED_ON else []
    return " ".join((f"seats:{seats}", f"bots:{seats - 3}", *short, *switched_on))


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


def buttons(page: Page, verb: str) -> Locator:
    """The enabled buttons with this verb on the person's panel."""
    return page.locator(f"article.ephemeral button[data-custom-id*='|{verb}|']:not([data-select]):enabled")


def choices(page: Page) -> Locator:
    """The buttons that this person can play with, or prepare a move with."""
    return buttons(page, "play").or_(buttons(page, "show"))


async def first_to_be_there(*locators: Locator) -> Locator:
    """The first of these that becomes visible."""
    waits = {asyncio.ensure_future(locator.first.wait_for()): locator for locator in locators}
    done, late = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in late:
        wait.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    return waits[done.pop()]


async def play(address: str, browser_address: str, game: str) -> None:
    """Plays a whole match of two people and a computer player."""
    async with chromium_at(browser_address) as browser:
        ana, ben = await browser.new_page(), await browser.new_page(viewport={"width": 380, "height": 800})
        await ana.goto(f"{address}/?user=Ana")
        await ben.goto(f"{address}/?user=Ben")
        await command(ana, f"/play {game} {options_of(game)}")
        await ben.get_by_role("button", name="Join").click()
        await expect(panel(ben)).to_contain_text("You're")
        await ana.get_by_role("button", name="Easy", exact=True).click()
        await expect(ana.locator("article").first).to_contain_text("· easy")
        await ana.get_by_role("button", name="Start").click()

        over = ana.get_by_role("button", name="Rematch")
        while (asked := await first_to_be_there(over, choices(ana), choices(ben))) is not over:
            plays = buttons(asked.page, "play")
            if not await plays.count():  # a card to hide must be chosen first
                await buttons(asked.page, "show").first.click()
                await plays.first.wait_for()
            custom_id = await plays.last.get_attribute("data-custom-id")
            await plays.last.click()  # the doubt, if there is a bid
            await asked.page.locator(f'[data-custom-id="{custom_id}"]:enabled').first.wait_for(state="hidden")

        await command(ana, "/leaderboard")
        ranking = panel(ana).locator('img[alt*=" won"]')
        await ranking.wait_for()
        lines = lines_of(await ranking.get_attribute("alt") or "")
        assert sorted((name, matches) for name, _, _, matches in lines) == [("Ana", 1), ("Ben", 1)]


async def test_two_people_and_a_computer_play_a_match_by_make_play(made: str, browser_address: str) -> None:
    await play(made, browser_address, FIRST)
