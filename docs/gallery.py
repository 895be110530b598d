"""Looks at every screen, in every language and both themes, and takes the pictures of its page: `make gallery`.

The bot runs against localcord and uploads its emojis there; the screens are sent as messages and photographed in a
headless Chromium.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import discord
from PIL import Image
from playwright.async_api import Locator

from bot.interactions.client import Finte, point_at
from bot.settings import Settings
from bot.store import connected
from docs.screens import PLACE, Screen, screens
from localcord import Localcord
from tests.chromium import CHROMIUM, chromium

GALLERY = Path(__file__).with_name("gallery")
LANGUAGES = {"en-US": "English", "fr": "Français", "de": "Deutsch"}
THEMES = ("dark", "light")
WIDTH, HEIGHT = 560, 1400
"""Of the browser's window, in pixels: a little wider than a phone."""

PHONE = 360
"""The width of a narrow phone."""

ON_A_PHONE = {
    "bluff": ("lobby", "lobby-full", "panel-host", "board-bids", "panel-bids", "board-reveal"),
    "faehrte": ("lobby", "board-trick", "panel-trick"),
    "tuecke": ("lobby", "board-trick", "panel-keeping"),
    "volltreffer": ("lobby", "board-trick", "board-track", "panel-melds"),
}
"""The screens of each game that are also taken that narrow: those with many people, and many or long buttons."""

CELLS = (("en", "dark"), ("fr", "light"), ("de", "dark"))
"""What the page shows of each screen."""

COLOURS = 256
"""In a picture's palette: enough for flat colours and smooth letters, and half of the bytes."""

LOADED = "article => Promise.allSettled([...article.querySelectorAll('img')].map(one => one.decode()))"

CHECK = """article => {
    const wide = [...article.querySelectorAll('.content *')].filter(one => one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).overflowX !== 'visible' && one.clientWidth > 2);
    const broken = [...article.querySelectorAll('img')].filter(one => !one.complete || one.naturalWidth === 0);
    const body = article.querySelector('.content');
    const out = [...body.querySelectorAll('*')].filter(
        one => one.getBoundingClientRect().right > article.getBoundingClientRect().right + 1);
    const wrapped = [...body.querySelectorAll('.row')].filter(row => row.lastElementChild.getBoundingClientRect().top
        >= row.firstElementChild.getBoundingClientRect().bottom);
    return [wide.length, broken.length, out.length, wrapped.length];
}"""
"""How many parts of a message are cut off, did not load, or stick out, and how many rows of buttons need two lines."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of the gallery. Shape: `flaws` is empty where all of the screen can be seen; `png` where nobody asked
    for the picture.
    """

    screen: Screen
    language: str
    theme: str
    png: bytes
    flaws: str
    width: int = WIDTH

    @property
    def path(self) -> Path:
        narrow = "" if self.width == WIDTH else f".{self.width}"
        return Path(self.screen.game) / f"{self.screen.name}.{self.language[:2]}.{self.theme}{narrow}.png"


def on_a_phone(every: Iterable[Screen]) -> tuple[Screen, ...]:
    """The screens that are also taken narrow."""
    return tuple(screen for screen in every if screen.name in ON_A_PHONE[screen.game])


async def shots(
    chosen: Sequence[Screen],
    languages: Iterable[str],
    themes: Iterable[str],
    *,
    narrow: Sequence[Screen] = (),
    pictured: Callable[[Screen, str, str], bool] = lambda _screen, _language, _theme: True,
) -> list[Shot]:
    """Each of these screens in each language and theme, and the narrow ones on a phone; with a picture where asked."""
    taken = []
    async with Localcord(rate_limits=False) as local, _ready(local) as bot, chromium() as browser:
        for language in languages:
            await bot.preferences.choose_language(PLACE, language)
            sent = {screen: await _send(bot, local, screen, language) for screen in dict.fromkeys((*chosen, *narrow))}
            page = await browser.new_page(timezone_id="Europe/Berlin", locale=language)
            await page.goto(f"{local.url}/?user=Ana")
            for theme in themes:
                await page.emulate_media(color_scheme="light" if theme == "light" else "dark")
                for screens_there, width in ((chosen, WIDTH), (narrow, PHONE)):
                    await page.set_viewport_size({"width": width, "height": HEIGHT})
                    for screen in screens_there:
                        article = page.locator(f"article[data-message-id='{sent[screen].id}']")
                        png = await _photograph(article) if pictured(screen, language, theme) else b""
                        taken.append(Shot(screen, language, theme, png, await _flaws(article), width))
            await page.close()
            for message in sent.values():
                await message.delete()
    return taken


@asynccontextmanager
async def _ready(local: Localcord) -> AsyncIterator[Finte]:
    """The bot, once all its emojis are uploaded."""
    settings = Settings.model_validate(
        {
            "discord_token": local.token,
            "discord_api_url": local.api_url,
            "discord_gateway_url": local.gateway_url,
            "database_url": "sqlite+aiosqlite:///:memory:",
            "picture_processes": 0,
        }
    )
    point_at(settings)
    async with connected(settings.database_url) as engine, Finte(settings, engine) as bot:
        running = asyncio.create_task(bot.start(local.token))
        await local.bot_connected()
        while bot.uploading is None:
            await bot.wait_until_ready()
        await bot.uploading
        yield bot
        await bot.close()
        await running


async def _send(bot: Finte, local: Localcord, screen: Screen, language: str) -> discord.Message:
    """The message that shows this screen."""
    dressed = await bot.studio.whole(screen.page(bot, language))
    channel = bot.get_partial_messageable(int(local.channel_id))
    return await channel.send(view=dressed.view, files=dressed.files, allowed_mentions=discord.AllowedMentions.none())


async def _photograph(article: Locator) -> bytes:
    await article.evaluate(LOADED)
    await article.scroll_into_view_if_needed()
    return await article.locator(".content").screenshot()


async def _flaws(article: Locator) -> str:
    await article.evaluate(LOADED)
    found = zip(await article.evaluate(CHECK), ("cut off", "not loaded", "sticking out", "wrapped"), strict=True)
    return ", ".join(f"{count} {flaw}" for count, flaw in found if count)


def small(png: bytes) -> bytes:
    """The picture with few colours."""
    file = BytesIO()
    with Image.open(BytesIO(png)) as shot:
        shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def index(taken: Iterable[Shot]) -> str:
    """The page that shows them all."""
    found = {(shot.screen.game, shot.screen.name, shot.width) for shot in taken}
    lines = [
        "# Gallery", "",
        "Every screen of every game, in English, French and German, as localcord's page shows it.",
        "Made by `make gallery`, which looks at every screen in all three languages and both themes.", "",
    ]  # fmt: skip
    game = ""
    for screen in screens():
        widths = [width for width in (WIDTH, PHONE) if (screen.game, screen.name, width) in found]
        if not widths:
            continue
        if screen.game != game:
            game = screen.game
            lines += [
                f"## {game}",
                "",
                "| | English, dark | French, light | German, dark |",
                "| --- | --- | --- | --- |",
            ]
        for width in widths:
            cells = (Shot(screen, language, theme, b"", "", width) for language, theme in CELLS)
            shown = " | ".join(f"![]({cell.path})" for cell in cells)
            lines.append(f"| {screen.name}{', on a phone' if width == PHONE else ''} | {shown} |")
    return "\n".join((*lines, ""))


def _is_shown(_screen: Screen, language: str, theme: str) -> bool:
    """Whether the page shows this picture; the others are only looked at for flaws."""
    return (language[:2], theme) in CELLS


async def main() -> int:
    """Shape: 0, or 1 without a browser or with a screen that cannot be seen whole."""
    if CHROMIUM is None:
        sys.stderr.write("No Chromium found: install it, and fonts with emojis, and try again.\n")
        return 1
    every = tuple(screens())
    taken = await shots(every, LANGUAGES, THEMES, narrow=on_a_phone(every), pictured=_is_shown)
    for old in GALLERY.glob("*/*.png"):
        old.unlink()
    for shot in taken:
        if shot.png:
            path = GALLERY / shot.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(small(shot.png))
        if shot.flaws:
            sys.stderr.write(f"{shot.path}: {shot.flaws}\n")
    (GALLERY / "README.md").write_text(index(taken), encoding="utf-8")
    return int(any(shot.flaws for shot in taken))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
