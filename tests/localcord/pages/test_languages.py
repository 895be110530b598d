"""Languages on the page."""

import pytest
from playwright.async_api import expect

from localcord import Localcord
from tests.localcord.conftest import Tab, asking

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_commands_are_described_in_the_language_chosen_on_the_page(local: Localcord, tab: Tab) -> None:
    rules = {"name": "rules", "description": "Read them", "description_localizations": {"de": "Lies sie"}}
    async with asking(local) as ask:
        await ask("PUT", f"/applications/{local.application_id}/commands", [rules])
    page = await tab("Ana")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Your language").select_option("de")
    await expect(page.get_by_label("Your language")).to_have_value("de")
    await page.locator("#composer").fill("/ru")
    await expect(page.locator("#suggestion-list")).to_contain_text("Lies sie")
