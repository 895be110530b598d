"""How messages look on the page: themes, pictures, emojis, on a screen and on a phone."""

from collections.abc import Awaitable, Callable

import discord
import pytest
import pytest_asyncio
from discord import ui
from playwright.async_api import Locator, Page, expect

from localcord import Localcord
from tests.localcord.bot import SmallBot
from tests.localcord.conftest import Tab
from tests.localcord.test_files import picture, png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ALT = "the board"
PADDING = 16
"""The padding on each side of a container, in pixels."""

Show = Callable[..., Awaitable[Page]]


def gallery() -> ui.MediaGallery[ui.LayoutView]:
    """A gallery of one picture."""
    return ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description=ALT))


@pytest.fixture
def show(bot: SmallBot, local: Localcord, tab: Tab) -> Show:
    """Ana's page with a message that has these components in a container, and a picture of this width."""

    async def sent(*items: ui.Item[ui.LayoutView], width: int = 1000, pixels: int = 0) -> Page:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*items, accent_colour=0xC9A227))
        files = [picture(pixels)] if pixels else []
        await bot.text_channel(local.channel_id).send(view=view, files=files)
        return await tab("Ana", width=width)

    return sent


async def size(found: Locator) -> tuple[int, int]:
    """Width and height."""
    box = await found.bounding_box()
    assert box is not None
    return round(box["width"]), round(box["height"])


async def is_dark(page: Page) -> bool:
    colour = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return int(colour.removeprefix("rgb(").split(",")[0]) < 128


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_without_a_choice_the_theme_is_the_systems(tab: Tab, theme: str) -> None:
    page = await tab("Ana")
    await page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    assert await is_dark(page) == (theme == "dark")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_address_says_the_theme(tab: Tab, theme: str) -> None:
    page = await tab("Ana", theme=theme)
    await page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    assert await is_dark(page) == (theme == "dark")


async def test_a_theme_chosen_on_the_page_stays(tab: Tab) -> None:
    page = await tab("Ana", theme="light")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Theme").select_option("dark")
    await page.reload()
    await expect(page.locator("#open-people")).to_contain_text("Ana")
    assert await is_dark(page)


async def test_a_picture_is_as_wide_as_its_container_and_not_cropped(show: Show) -> None:
    shown = (await show(gallery(), pixels=8)).get_by_role("img", name=ALT)
    container = await shown.evaluate("image => image.closest('.container').clientWidth")
    assert await size(shown) == (container - 2 * PADDING, round((container - 2 * PADDING) / 4))


@pytest.mark.parametrize(
    ("separator", "drawn"),
    [
        (ui.Separator[ui.LayoutView](), [True, 4]),
        (ui.Separator[ui.LayoutView](visible=False), [False, 4]),
        (ui.Separator[ui.LayoutView](spacing=discord.SeparatorSpacing.large), [True, 12]),
    ],
    ids=["small", "blank", "large"],
)
async def test_a_separator_is_a_line_or_room(
    show: Show, separator: ui.Separator[ui.LayoutView], drawn: list[object]
) -> None:
    page = await show(ui.TextDisplay("above"), separator, ui.TextDisplay("below"))
    style = await page.locator(".separator").evaluate(
        "rule => [getComputedStyle(rule).borderTopColor, getComputedStyle(rule).marginTop]"
    )
    assert [style[0] != "rgba(0, 0, 0, 0)", float(style[1].removesuffix("px"))] == drawn


async def test_a_container_has_its_accent(show: Show) -> None:
    card = (await show(ui.TextDisplay("Bluff"))).locator(".container")
    assert "rgb(201, 162, 39)" in await card.evaluate("card => getComputedStyle(card).boxShadow")


@pytest_asyncio.fixture(loop_scope="session")
async def emoji(bot: SmallBot) -> discord.PartialEmoji:
    """An emoji of the application."""
    made = await bot.create_application_emoji(name="red_7", image=png(4, 4))
    return discord.PartialEmoji(name=made.name, id=made.id)


@pytest.mark.parametrize(
    ("text", "pixels"),
    [("Ana played {}", 22), ("{} {}", 48), ("# {}", 48), ("### {} leads", 23)],
    ids=["in a text", "alone", "alone in a heading", "in a heading"],
)
async def test_an_emoji_is_as_large_as_on_discord(
    show: Show, emoji: discord.PartialEmoji, text: str, pixels: int
) -> None:
    page = await show(ui.TextDisplay(text.format(emoji, emoji)))
    assert await size(page.locator("img.emoji").first) == (pixels, pixels)


async def test_an_emoji_stands_before_the_label_of_its_button(show: Show, emoji: discord.PartialEmoji) -> None:
    page = await show(ui.ActionRow(ui.Button(label="hearts", emoji=emoji, custom_id="play")))
    button = page.get_by_role("button", name="red_7 hearts", exact=True)
    assert await button.evaluate("button => [...button.children].map(child => child.nodeName)") == ["IMG", "SPAN"]


async def test_a_button_of_an_emoji_alone_is_read_aloud(show: Show, emoji: discord.PartialEmoji) -> None:
    page = await show(ui.ActionRow(ui.Button(emoji=emoji, custom_id="play")))
    await expect(page.get_by_role("button", name="red_7", exact=True)).to_be_visible()


async def test_a_choice_shows_its_emoji(show: Show, emoji: discord.PartialEmoji) -> None:
    options = [discord.SelectOption(label="seven", emoji=emoji), discord.SelectOption(label="eight")]
    page = await show(ui.ActionRow(ui.Select(custom_id="card", options=options)))
    await page.locator('[data-custom-id="card"]').click()
    image = page.get_by_role("option", name="seven", exact=True).locator("img")
    assert await image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 4


async def test_on_a_phone_nothing_is_wider_than_the_screen(show: Show, emoji: discord.PartialEmoji) -> None:
    cards = [
        ui.Button[ui.LayoutView](label=str(number), emoji=emoji, custom_id=str(number)) for number in range(10, 15)
    ]
    there = ui.Button[ui.LayoutView](label="Go to the table", url="https://example.org")
    section = ui.Section[ui.LayoutView]("W" * 60, accessory=there)
    page = await show(ui.TextDisplay("# " + "W" * 60), gallery(), section, ui.ActionRow(*cards), width=400, pixels=960)
    await expect(page.get_by_role("img", name=ALT)).to_be_visible()
    wide = await page.locator("#scroller, #scroller :not(.unseen)").evaluate_all(
        "all => all.filter(one => one.clientWidth > 0 && one.scrollWidth > one.clientWidth).map(one => one.className)"
    )
    assert wide == []
