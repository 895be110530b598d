"""Links to messages lead to the message on the page itself, in the same tab or another."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from localcord import Localcord
from tests.localcord.conftest import Tab

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def link_to(local: Localcord, channel_id: str, message_id: str, server: str = "") -> str:
    """A link to a message as bots write it."""
    return f"[there](https://discord.com/channels/{server or local.guild_id}/{channel_id}/{message_id})"


async def follow(page: Page) -> None:
    await page.get_by_role("link", name="there").click()


async def test_a_link_to_a_message_scrolls_to_it_and_lights_it_up(local: Localcord, tab: Tab) -> None:
    ben = local.person("Ben")
    for number in range(40):
        ben.say(f"line {number}")
    first = ben.messages()[0]["id"]
    ben.say(link_to(local, local.channel_id, first))
    ana = await tab("Ana")
    await follow(ana)

    found = ana.locator(f'article[data-message-id="{first}"]')
    await expect(found).to_be_in_viewport()
    assert await found.evaluate("article => article.getAnimations().length") == 1


async def test_a_link_to_a_message_leads_into_another_channel(local: Localcord, tab: Tab) -> None:
    ana = local.person("Ana")
    ana.say("my dice", ana.dm_channel_id)
    (said,) = ana.messages(ana.dm_channel_id)
    ana.say(link_to(local, ana.dm_channel_id, said["id"], server="@me"))
    page = await tab("Ana")
    await follow(page)

    await expect(page.locator(f'article[data-message-id="{said["id"]}"]')).to_be_in_viewport()


async def test_a_link_to_a_message_that_is_gone_says_so(local: Localcord, tab: Tab) -> None:
    local.person("Ben").say(link_to(local, local.channel_id, "77"))
    ana = await tab("Ana")
    await follow(ana)

    await expect(ana.locator("#note")).to_have_text("That message is gone, or you cannot see it.")


@pytest.mark.parametrize("how", [{"modifiers": ["Control"]}, {"button": "middle"}], ids=["control", "middle"])
async def test_a_link_to_a_message_opens_another_tab_of_this_page(
    local: Localcord, tab: Tab, how: dict[str, Any]
) -> None:
    ben = local.person("Ben")
    first = ben.say("here")["id"]
    for number in range(40):
        ben.say(f"line {number}")
    ben.say(link_to(local, local.channel_id, first))
    ana = await tab("Ana")
    async with ana.context.expect_page() as opened:
        await ana.get_by_role("link", name="there").click(**how)

    await expect((await opened.value).locator(f'article[data-message-id="{first}"]')).to_be_in_viewport()
