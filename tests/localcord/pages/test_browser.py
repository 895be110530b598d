"""The page in a real browser: what people see, type and press. Knows nothing of the frames in between."""

import asyncio

import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui
from playwright.async_api import Page, expect

from localcord import Localcord
from tests.clock import Clock
from tests.localcord.bot import SmallBot, buttons, filled_in, form
from tests.localcord.conftest import Tab
from tests.localcord.pictures import picture, png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MARKDOWN = {
    "**bold *it*** _it_ __under__ ~~no~~": (
        "<p><strong>bold <em>it</em></strong> <em>it</em> <u>under</u> <s>no</s></p>"
    ),
    r"snake_case_name 2 * 3 * 4 \*plain\*": "<p>snake_case_name 2 * 3 * 4 *plain*</p>",
    "see\n```py\nif a < b: **c**\n```": '<p>see</p><pre><code data-language="py">if a &lt; b: **c**</code></pre>',
    "# One\n### Three\n-# small\nplain": '<h2>One</h2><h4>Three</h4><p class="subtext">small</p><p>plain</p>',
    "- a\n- b\n  1. c\n- d": '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li><li>d</li></ul>',
    "> quoted\n> too\nnot": "<blockquote><p>quoted\ntoo</p></blockquote><p>not</p>",
    "[**here**](https://example.org/a_b)": (
        '<p><a href="https://example.org/a_b" target="_blank" rel="noopener noreferrer"><strong>here</strong></a></p>'
    ),
    "[no](javascript:alert(1))": "<p>[no](javascript:alert(1))</p>",
    "<:die_4:77>": '<p><img class="emoji" src="/emojis/77.png" alt=":die_4:" title=":die_4:" draggable="false"></p>',
    "<img src=x onerror=alert(1)> `<i>`": "<p>&lt;img src=x onerror=alert(1)&gt; <code>&lt;i&gt;</code></p>",
    "<@1> <t:99999999999999:R>": (
        '<p><span class="mention" data-mention="1">@unknown-user</span> &lt;t:99999999999999:R&gt;</p>'
    ),
}
"""Texts in Markdown, and the HTML that each becomes."""

Uses = asyncio.Queue[tuple[int, bool]]
Use = discord.Interaction[SmallBot]

LONG_CHOICES = ["a minute a move, and three in reserve for the whole match", "a day a move"]


async def test_markdown_becomes_these_elements_and_no_others(local: Localcord, tab: Tab) -> None:
    for text in MARKDOWN:
        local.person("<b>Eve</b>").say(text)
    ben = await tab("Ben")
    await expect(ben.locator("article")).to_have_count(len(MARKDOWN))
    shown = await ben.locator("article .text").evaluate_all("all => all.map(text => text.innerHTML)")
    assert dict(zip(MARKDOWN, shown, strict=True)) == MARKDOWN
    await expect(ben.locator("article .author").first).to_have_text("<b>Eve</b>")


async def test_whoever_gives_no_name_is_asked_for_it_and_can_open_a_second_seat(local: Localcord, tab: Tab) -> None:
    page = await tab("Ana")
    await page.goto(local.url)
    await page.get_by_label("Who are you?").fill("Chloé")
    await page.keyboard.press("Enter")
    await expect(page.locator("#open-people")).to_contain_text("Chloé")
    async with page.expect_popup() as opened:
        await page.locator("#second-seat").click()
    await expect((await opened.value).locator("#open-people")).to_contain_text("Ana")


@pytest_asyncio.fixture(loop_scope="session")
async def played(bot: SmallBot) -> Uses:
    """The options that `/play bluff` was used with, on a bot with that command."""
    uses: Uses = asyncio.Queue()
    play: app_commands.Group = app_commands.Group(name="play", description="Opens a table")

    @play.command(name="bluff", description="Liar's Dice")
    @app_commands.choices(pace=[app_commands.Choice(name=name, value=name) for name in LONG_CHOICES])
    async def _bluff(
        interaction: Use,
        seats: app_commands.Range[int, 2, 6],
        reroll: bool = False,
        pace: str = LONG_CHOICES[0],  # noqa: ARG001 - only shown
    ) -> None:
        await interaction.response.send_message(f"a table for {seats}")
        uses.put_nowait((seats, reroll))

    bot.tree.add_command(play)
    await bot.tree.sync()
    return uses


async def test_a_command_is_filled_in_by_keyboard_alone_on_a_phone(played: Uses, tab: Tab) -> None:
    ana = await tab("Ana", width=390)
    await ana.locator("#composer").focus()
    await ana.keyboard.type("/pl")
    await expect(ana.get_by_role("option", name="/play bluff")).to_be_visible()
    await ana.keyboard.press("Tab")
    await expect(ana.locator("#command-form select").first).to_be_visible()
    assert await ana.evaluate("document.documentElement.scrollWidth") == 390

    for keys in ("4", "Tab", "y", "Enter"):
        await ana.keyboard.press(keys)
    await expect(ana.locator("article .text")).to_have_text("a table for 4")
    assert await played.get() == (4, True)


async def test_a_command_can_be_typed_in_one_go_unless_a_value_is_missing_or_out_of_range(
    played: Uses, tab: Tab
) -> None:
    ana = await tab("Ana")
    for typed, told in (
        ("seats:9", "seats: at most 6"),
        ("seats:3 reroll:", "reroll: type a value, or press Tab"),
        ("seats:3 reroll:true", ""),
    ):
        await ana.locator("#composer").fill(f"/play bluff {typed}")
        await ana.locator("#composer").press("Enter")
        await expect(ana.locator("#note")).to_have_text(told)
    assert await played.get() == (3, True)
    assert played.empty()


async def test_an_ephemeral_answer_is_in_one_tab_only_until_it_is_dismissed(
    bot: SmallBot, local: Localcord, tab: Tab
) -> None:
    async def answer(interaction: Use) -> None:
        await interaction.response.send_message("your dice", ephemeral=True)

    bot.react = answer
    await bot.text_channel(local.channel_id).send("the table", view=buttons("hand"))
    ana, ben = await tab("Ana"), await tab("Ben")
    await ana.locator('button[data-custom-id="hand"]').click()
    await expect(ana.locator("article.ephemeral")).to_contain_text("Only you can see this")
    local.person("Ana").say("got it")
    await expect(ben.locator("article")).to_have_count(2)
    await expect(ben.get_by_text("your dice")).to_have_count(0)
    await ana.get_by_role("button", name="Dismiss message").click()
    await expect(ana.locator("article.ephemeral")).to_have_count(0)


async def test_a_button_is_busy_until_its_click_has_failed(
    bot: SmallBot, local: Localcord, tab: Tab, clock: Clock
) -> None:
    await bot.text_channel(local.channel_id).send("the table", view=buttons("hand"))
    ana = await tab("Ana")
    button = ana.locator('button[data-custom-id="hand"]')
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    clock.now += 4
    local.clock_moved()
    await expect(ana.locator("article .trouble")).to_contain_text("This interaction failed")
    await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_a_choice_is_made_by_keyboard_and_sent(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    chosen: asyncio.Queue[object] = asyncio.Queue()

    async def note(interaction: Use) -> None:
        chosen.put_nowait(dict(interaction.data or {}).get("values"))
        await interaction.response.defer()

    bot.react = note
    view = ui.View(timeout=None)
    view.add_item(ui.Select(custom_id="face", options=[discord.SelectOption(label=face) for face in "123"]))
    await bot.text_channel(local.channel_id).send("the table", view=view)
    ana = await tab("Ana")
    await ana.locator('button[data-custom-id="face"]').press("Enter")
    for key in ("ArrowDown", "Enter"):
        await ana.keyboard.press(key)
    assert await chosen.get() == ["2"]


async def test_a_modal_is_filled_in_and_sent(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    async def ask(interaction: Use) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(form("Table", "Name of the table"))
        else:
            await interaction.response.send_message(f"the table {filled_in(interaction)}")

    bot.react = ask
    await bot.text_channel(local.channel_id).send("the table", view=buttons("rename"))
    ana = await tab("Ana")
    await ana.locator('button[data-custom-id="rename"]').click()
    await ana.get_by_label("Name of the table").fill("Tuesday")
    await ana.keyboard.press("Enter")
    await expect(ana.locator("article").last).to_contain_text("the table Tuesday")
    await expect(ana.locator("#modal")).not_to_be_visible()


async def test_a_banner_says_that_the_bot_is_away(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    ana = await tab("Ana")
    await expect(ana.locator("#banner")).not_to_be_visible()
    await bot.close()
    await local.bot_disconnected()
    await expect(ana.locator("#banner")).to_contain_text("The bot is away")


async def test_the_page_follows_new_messages_unless_someone_has_scrolled_up(local: Localcord, tab: Tab) -> None:
    ben = local.person("Ben")
    for number in range(60):
        ben.say(f"line {number}")
    ana = await tab("Ana")
    ben.say("news")
    await expect(ana.get_by_text("news")).to_be_in_viewport()
    await ana.locator("#scroller").hover()
    await ana.mouse.wheel(0, -600)
    await expect(ana.get_by_text("line 59")).not_to_be_in_viewport()
    ben.say("more")
    await expect(ana.get_by_text("more")).to_be_attached()
    await expect(ana.get_by_text("more")).not_to_be_in_viewport()


async def test_a_link_to_a_message_scrolls_to_it_and_says_if_it_is_gone(local: Localcord, tab: Tab) -> None:
    ben, place = local.person("Ben"), f"https://discord.com/channels/{local.guild_id}/{local.channel_id}"
    first = ben.say("first")["id"]
    for number in range(40):
        ben.say(f"line {number}")
    ben.say(f"[there]({place}/{first}) [gone]({place}/77)")
    ana = await tab("Ana")
    await ana.get_by_role("link", name="there").click()
    await expect(ana.locator(f'article[data-message-id="{first}"]')).to_be_in_viewport()
    await ana.get_by_role("link", name="gone").click()
    await expect(ana.locator("#note")).to_have_text("That message is gone, or you cannot see it.")


async def test_commands_are_described_in_the_language_chosen_on_the_page(
    bot: SmallBot, local: Localcord, tab: Tab
) -> None:
    rules = {"name": "rules", "description": "Read them", "description_localizations": {"de": "Lies sie"}}
    await bot.http.bulk_upsert_global_commands(int(local.application_id), payload=[rules])
    page = await tab("Ana")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Your language").select_option("de")
    await page.locator("#composer").fill("/ru")
    await expect(page.locator("#suggestion-list")).to_contain_text("Lies sie")


async def is_dark(page: Page) -> bool:
    colour = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return int(colour.removeprefix("rgb(").split(",")[0]) < 128


async def test_the_theme_is_the_systems_until_one_is_chosen(tab: Tab) -> None:
    page = await tab("Ana")
    for theme in ("light", "dark"):
        await page.emulate_media(color_scheme=theme)
        assert await is_dark(page) == (theme == "dark")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Theme").select_option("light")
    await page.reload()
    await expect(page.locator("#open-people")).to_contain_text("Ana")
    assert not await is_dark(page)


async def test_on_a_phone_nothing_is_wider_than_the_screen(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    made = await bot.create_application_emoji(name="red_7", image=png(4, 4))
    emoji = discord.PartialEmoji(name=made.name, id=made.id)
    cards = [
        ui.Button[ui.LayoutView](label=str(number), emoji=emoji, custom_id=str(number)) for number in range(10, 15)
    ]
    there = ui.Button[ui.LayoutView](label="Go to the table", url="https://example.org")
    board = ui.MediaGallery[ui.LayoutView](discord.MediaGalleryItem("attachment://board.png", description="the board"))
    long, section = ui.TextDisplay[ui.LayoutView]("# " + "W" * 60), ui.Section[ui.LayoutView]("W" * 60, accessory=there)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(long, board, section, ui.ActionRow(*cards)))
    await bot.text_channel(local.channel_id).send(view=view, files=[picture(960)])
    local.person("W" * 32)
    page = await tab("M" * 32, width=390)

    await expect(page.get_by_role("img", name="the board")).to_be_visible()
    await expect(page.get_by_role("button", name="red_7 10", exact=True)).to_be_visible()
    for item in ("#second-seat", "#open-people"):
        await expect(page.locator(item)).to_be_in_viewport(ratio=1)
    wide = await page.locator("#scroller, #scroller :not(.unseen)").evaluate_all(
        "all => all.filter(one => one.clientWidth > 0 && one.scrollWidth > one.clientWidth).map(one => one.className)"
    )
    tops = await page.locator(".row button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert (wide, len(set(tops))) == ([], 1)
