"""The page in a real browser: what people see, type and press. Knows nothing of the frames in between."""

import asyncio

import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui
from playwright.async_api import BrowserContext, expect

from localcord import Localcord
from tests.clock import Clock
from tests.localcord.bot import SmallBot, buttons, filled_in, form, layout
from tests.localcord.conftest import Tab

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MARKDOWN = {
    "**bold** *it* _it_ __under__ ~~no~~": (
        "<p><strong>bold</strong> <em>it</em> <em>it</em> <u>under</u> <s>no</s></p>"
    ),
    "***both*** and **bold *it***": "<p><strong><em>both</em></strong> and <strong>bold <em>it</em></strong></p>",
    "snake_case_name 2 * 3 * 4": "<p>snake_case_name 2 * 3 * 4</p>",
    r"\*plain\* \_too\_": "<p>*plain* _too_</p>",
    "`a **b**` ``c`d``": "<p><code>a **b**</code> <code>c`d</code></p>",
    "see\n```py\nif a < b: **c**\n```": '<p>see</p><pre><code data-language="py">if a &lt; b: **c**</code></pre>',
    "# One\n## Two\n### Three\n-# small\nplain": (
        '<h2>One</h2><h3>Two</h3><h4>Three</h4><p class="subtext">small</p><p>plain</p>'
    ),
    "- a\n- b\n  1. c\n- d": '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li><li>d</li></ul>',
    "> quoted\n> too\nnot": "<blockquote><p>quoted\ntoo</p></blockquote><p>not</p>",
    "[**here**](https://example.org/a_b)": (
        '<p><a href="https://example.org/a_b" target="_blank" rel="noopener noreferrer"><strong>here</strong></a></p>'
    ),
    "[no](javascript:alert(1))": "<p>[no](javascript:alert(1))</p>",
    "<:die_4:77>": ('<p><img class="emoji" src="/emojis/77.png" alt=":die_4:" title=":die_4:" draggable="false"></p>'),
    "<img src=x onerror=alert(1)> & <script>alert(1)</script>": (
        "<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;script&gt;alert(1)&lt;/script&gt;</p>"
    ),
    "**<b>x</b>** `<i>`": "<p><strong>&lt;b&gt;x&lt;/b&gt;</strong> <code>&lt;i&gt;</code></p>",
    "<@1> <t:99999999999999:R>": (
        '<p><span class="mention" data-mention="1">@unknown-user</span> &lt;t:99999999999999:R&gt;</p>'
    ),
}
"""Texts in Markdown, and the HTML that each becomes."""

Uses = asyncio.Queue[tuple[int, bool]]

LONG_CHOICES = ["a minute a move, and three in reserve for the whole match", "a day a move"]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def drawn(window: BrowserContext) -> dict[str, str]:
    """The HTML of each text, after one person has posted them one after the other."""
    async with Localcord() as local:
        for text in MARKDOWN:
            local.person("Ana").say(text)
        page = await window.new_page()
        await page.goto(f"{local.url}/?user=Ben")
        await expect(page.locator("article")).to_have_count(len(MARKDOWN))
        shown: list[str] = await page.locator("article .text").evaluate_all("all => all.map(text => text.innerHTML)")
        await page.close()
        return dict(zip(MARKDOWN, shown, strict=True))


@pytest.mark.parametrize("text", MARKDOWN)
async def test_markdown_becomes_these_elements_and_no_others(drawn: dict[str, str], text: str) -> None:
    assert drawn[text] == MARKDOWN[text]


async def test_a_name_is_text_and_never_markup(local: Localcord, tab: Tab) -> None:
    local.person("<b>Eve</b>").say("hello")
    ana = await tab("Ana")
    await expect(ana.locator("article .author")).to_have_text("<b>Eve</b>")


async def test_an_empty_channel_says_how_to_begin(tab: Tab) -> None:
    ana = await tab("Ana")
    await expect(ana.locator("#empty")).to_have_text("Type /play to open a table.")


async def test_whoever_gives_no_name_is_asked_for_it(local: Localcord, tab: Tab) -> None:
    page = await tab("Ana")
    await page.goto(local.url)
    await page.get_by_label("Who are you?").fill("Chloé")
    await page.keyboard.press("Enter")
    await expect(page.locator("#open-people")).to_contain_text("Chloé")


async def test_the_second_seat_opens_beside_the_first(tab: Tab) -> None:
    ana = await tab("Ana")
    async with ana.expect_popup() as opened:
        await ana.locator("#second-seat").click()
    await expect((await opened.value).locator("#open-people")).to_contain_text("Ben")


@pytest_asyncio.fixture(loop_scope="session")
async def played(bot: SmallBot) -> Uses:
    """The options that `/play bluff` was used with, on a bot with that command."""
    uses: Uses = asyncio.Queue()
    play: app_commands.Group = app_commands.Group(name="play", description="Opens a table")

    @play.command(name="bluff", description="Liar's Dice")
    @app_commands.choices(pace=[app_commands.Choice(name=name, value=name) for name in LONG_CHOICES])
    async def _bluff(
        interaction: discord.Interaction[SmallBot],
        seats: app_commands.Range[int, 2, 6],
        reroll: bool = False,
        pace: str = LONG_CHOICES[0],  # noqa: ARG001 - only shown
    ) -> None:
        await interaction.response.send_message(f"a table for {seats}")
        uses.put_nowait((seats, reroll))

    bot.tree.add_command(play)
    await bot.tree.sync()
    return uses


async def test_a_command_is_completed_and_filled_in_by_keyboard_alone(played: Uses, tab: Tab) -> None:
    ana = await tab("Ana")
    await ana.locator("#composer").focus()
    await ana.keyboard.type("/pl")
    await expect(ana.get_by_role("option", name="/play bluff")).to_be_visible()
    for keys in ("Tab", "4", "Tab", "y", "Enter"):
        await ana.keyboard.press(keys)
    await expect(ana.locator("article .text")).to_have_text("a table for 4")
    assert await played.get() == (4, True)


@pytest.mark.usefixtures("played")
async def test_the_form_of_a_command_is_no_wider_than_a_phone(tab: Tab) -> None:
    ana = await tab("Ana", width=390)
    await ana.locator("#composer").focus()
    await ana.keyboard.type("/pl")
    await ana.keyboard.press("Tab")
    fields = ana.locator("#command-form select")
    await expect(fields.first).to_be_visible()

    edges = await ana.locator("#command-form select, #send").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert max(edges) <= 390
    assert await ana.evaluate("document.documentElement.scrollWidth") == 390


async def test_a_command_can_be_typed_in_one_go(played: Uses, tab: Tab) -> None:
    ana = await tab("Ana")
    await ana.locator("#composer").fill("/play bluff seats:3 reroll:true")
    await ana.locator("#composer").press("Enter")
    assert await played.get() == (3, True)


@pytest.mark.parametrize(
    ("typed", "told"), [("seats:9", "seats: at most 6"), ("seats:3 reroll:", "reroll: type a value, or press Tab")]
)
async def test_a_value_out_of_range_or_missing_is_refused(played: Uses, tab: Tab, typed: str, told: str) -> None:
    ana = await tab("Ana")
    await ana.locator("#composer").fill(f"/play bluff {typed}")
    await ana.locator("#composer").press("Enter")
    await expect(ana.locator("#note")).to_have_text(told)
    assert played.empty()


async def answer_privately(interaction: discord.Interaction[SmallBot]) -> None:
    await interaction.response.send_message("your dice", ephemeral=True)


async def test_an_ephemeral_answer_is_in_one_tab_only(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    bot.react = answer_privately
    await bot.text_channel(local.channel_id).send("the table", view=buttons("hand"))
    ana, ben = await tab("Ana"), await tab("Ben")
    await ana.locator('button[data-custom-id="hand"]').click()
    await expect(ana.locator("article.ephemeral")).to_contain_text("Only you can see this")
    local.person("Ana").say("got it")
    await expect(ben.locator("article")).to_have_count(2)
    await expect(ben.get_by_text("your dice")).to_have_count(0)


async def test_a_dismissed_message_goes_away(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    bot.react = answer_privately
    await bot.text_channel(local.channel_id).send("the table", view=buttons("hand"))
    ana = await tab("Ana")
    await ana.locator('button[data-custom-id="hand"]').click()
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


async def test_the_focus_outlives_an_edit_of_the_message(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    message = await bot.text_channel(local.channel_id).send(view=layout("round 1", "left", "right"))
    ana = await tab("Ana")
    await ana.locator('button[data-custom-id="right"]').focus()
    await message.edit(view=layout("round 2", "new", "left", "right"))
    await expect(ana.locator("article")).to_contain_text("round 2")
    await expect(ana.locator('button[data-custom-id="right"]')).to_be_focused()


async def test_another_button_in_the_same_place_does_not_get_the_focus(
    bot: SmallBot, local: Localcord, tab: Tab
) -> None:
    message = await bot.text_channel(local.channel_id).send(view=layout("round 1", "bid 7"))
    ana = await tab("Ana")
    await ana.locator("article button").focus()
    await message.edit(view=layout("round 2", "bid 8"))
    await expect(ana.locator('button[data-custom-id="bid 8"]')).to_be_visible()
    await expect(ana.locator("article")).to_be_focused()


async def test_a_multiple_choice_is_sent_when_the_list_closes(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    chosen: asyncio.Queue[object] = asyncio.Queue()

    async def note(interaction: discord.Interaction[SmallBot]) -> None:
        chosen.put_nowait(dict(interaction.data or {}).get("values"))
        await interaction.response.defer()

    bot.react = note
    options = [discord.SelectOption(label=name) for name in ("jokers", "thread", "slow")]
    view = ui.View(timeout=None)
    view.add_item(ui.Select(custom_id="options", options=options, max_values=3))
    await bot.text_channel(local.channel_id).send("the table", view=view)
    ana = await tab("Ana")
    await ana.locator('button[data-custom-id="options"]').press("Enter")
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter", "Escape"):
        await ana.keyboard.press(key)
    assert await chosen.get() == ["jokers", "slow"]


async def test_a_modal_is_filled_in_and_sent(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    async def ask(interaction: discord.Interaction[SmallBot]) -> None:
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


async def test_five_buttons_fit_beside_each_other_on_a_phone(bot: SmallBot, local: Localcord, tab: Tab) -> None:
    await bot.text_channel(local.channel_id).send(view=layout("bid", "10", "11", "12", "13", "14"))
    ana = await tab("Ana", width=360)
    await expect(ana.locator("article button")).to_have_count(5)
    places = await ana.locator("article button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(set(places)) == 1


SHRINK_THEN_GROW = """() => new Promise((done) => {
  const [first, last] = [document.querySelector("article"), document.querySelector("article:last-child")];
  requestAnimationFrame(() => setTimeout(() => {
    last.style.height = "900px";
    requestAnimationFrame(() => requestAnimationFrame(done));
  }));
  first.style.height = "50px";
})"""
"""Shrinks one message, and enlarges another one before the page learns that the first change has scrolled it."""


async def test_the_page_stays_at_its_end_when_one_message_shrinks_and_another_grows(local: Localcord, tab: Tab) -> None:
    ben = local.person("Ben")
    ben.say("a long line\n" * 60)
    for number in range(20):
        ben.say(f"line {number}")
    ana = await tab("Ana")
    await expect(ana.get_by_text("line 19")).to_be_in_viewport()
    await ana.evaluate(SHRINK_THEN_GROW)
    assert await ana.locator("#scroller").evaluate("it => it.scrollHeight - it.scrollTop - it.clientHeight") < 1


async def test_the_page_stays_where_someone_has_scrolled_to(local: Localcord, tab: Tab) -> None:
    ben = local.person("Ben")
    for number in range(60):
        ben.say(f"line {number}")
    ana = await tab("Ana")
    await expect(ana.get_by_text("line 59")).to_be_in_viewport()
    await ana.locator("#scroller").hover()
    await ana.mouse.wheel(0, -600)
    await expect(ana.get_by_text("line 59")).not_to_be_in_viewport()
    ben.say("news")
    await expect(ana.get_by_text("news")).to_be_attached()
    await expect(ana.get_by_text("news")).not_to_be_in_viewport()


async def test_a_long_name_leaves_the_header_on_a_phones_screen(local: Localcord, tab: Tab) -> None:
    local.person("W" * 32)
    page = await tab("M" * 32, width=360)

    for item in ("#second-seat", "#open-people"):
        await expect(page.locator(item)).to_be_in_viewport(ratio=1)
