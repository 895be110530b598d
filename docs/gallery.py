"""Photographs every screen in every language and both themes: `make gallery`. With `--check`, only looks for flaws.

The bot runs against localcord and uploads its emojis there. Each screen is sent as a message, and a headless Chromium
opens localcord's page. All pictures go to the folder `gallery`, which git ignores; the few in docs/shown.py also
replace those in docs/gallery.
"""

import asyncio
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from math import inf
from pathlib import Path

import discord
from PIL import Image
from playwright.async_api import Page, expect

from bot.interactions.client import Finte, point_at
from bot.settings import Settings
from bot.store.connection import open_database
from cogs.composition import compose
from docs import shown
from docs.screens import PLACE, Screen, screens
from localcord import Localcord
from tests.chromium import CHROMIUM, chromium

EVERYTHING = Path(__file__).parents[1] / "gallery"
EVERY_LOOK = dict.fromkeys(("en-US", "fr", "de"), ("dark", "light"))
"""The themes by language."""

WIDTH, HEIGHT = 560, 1400
"""The size of the browser's window in pixels: a little wider than a phone."""

PHONE = 360
"""The width of a narrow phone."""

GLANCE = 390
"""The width of the phones that a screen must fit on at a glance."""

RESULT, OTHER = 620, 700
LIMITS: Mapping[str, int] = {
    "lobby": 360,
    "board": 560,
    "panel": 560,
    **dict.fromkeys(("board-result", "board-left", "board-taken", "panel-end", "panel-taken"), RESULT),
}
"""How high a message may be there, by the screen's name or the name's first word; any other screen `OTHER`.

Units: pixels. A daily match is among the others: it shows a board and a panel in one message.
"""

COLOURS = 256
"""Colours in a picture's palette: enough for flat areas and smooth letters, at half the size."""

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
    return [article.offsetHeight, wide.length, broken.length, out.length, wrapped.length];
}"""
"""A message's height, how many of its parts are cut off, not loaded and sticking out, and how many rows wrap."""

CHECK_EACH = f"""(articles, ids) => Promise.all(
    articles.filter(one => ids.includes(one.dataset.messageId)).map(async one => {{
        await ({LOADED})(one);
        return [one.dataset.messageId, ({CHECK})(one)];
    }})
)"""
"""Does so for the messages with these ids. To ask for one message after the other would take far longer."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One screen as the browser shows it.

    Shape: `flaws` is empty if all of the screen can be seen at a glance; `png` is empty if no picture is kept.
    """

    screen: Screen
    language: str
    theme: str
    png: bytes
    flaws: str
    width: int = WIDTH

    @property
    def path(self) -> Path:
        """Where the picture goes, from the folder of all pictures."""
        narrow = "" if self.width == WIDTH else f".{self.width}"
        return Path(self.screen.game) / f"{self.screen.name}.{self.language[:2]}.{self.theme}{narrow}.png"


def limit(screen: Screen) -> int:
    """How high this screen may be."""
    return LIMITS.get(screen.name, LIMITS.get(screen.name.partition("-")[0], OTHER))


def on_a_phone(every: Iterable[Screen]) -> tuple[Screen, ...]:
    """The screens that are also shown at a phone's width: those with many people, and with many or long buttons."""
    return tuple(screen for screen in every if screen.on_a_phone)


async def shots(
    chosen: Sequence[Screen],
    looks: Mapping[str, Sequence[str]],
    *,
    narrow: Sequence[Screen] = (),
    full: Sequence[Screen] = (),
    kept: Collection[int] = (WIDTH, PHONE),
) -> list[Shot]:
    """Shows these screens in a browser, the narrow ones also at a phone's width, and measures the full tables.

    Shape: `looks` are the themes to show by language; a shot has a picture if those of its width are kept.
    """
    taken = []
    async with Localcord(rate_limits=False) as local, _ready(local) as bot, chromium() as browser:
        for language, themes in looks.items():
            await bot.preferences.choose("community", PLACE.community_id, language=language)
            every = dict.fromkeys((*chosen, *narrow, *full))
            sent = {screen: await _send(bot, local, screen, language) for screen in every}
            page = await browser.new_page(timezone_id="Europe/Berlin", locale=language)
            await page.goto(f"{local.url}/?user=Ana")
            await expect(page.locator("article")).to_have_count(len(sent))
            for theme in themes:
                await page.emulate_media(color_scheme="light" if theme == "light" else "dark")
                for screens_there, width in ((chosen, WIDTH), (narrow, PHONE), (full, GLANCE)):
                    await page.set_viewport_size({"width": width, "height": HEIGHT})
                    limits = {str(sent[one].id): limit(one) if width == GLANCE else inf for one in screens_there}
                    flaws = await _flaws(page, limits)
                    for screen in screens_there:
                        message_id = str(sent[screen].id)
                        png = await _photograph(page, message_id) if width in kept else b""
                        taken.append(Shot(screen, language, theme, png, flaws[message_id], width))
            await page.close()
            for message in sent.values():
                await message.delete()
    return taken


@asynccontextmanager
async def _ready(local: Localcord) -> AsyncIterator[Finte]:
    """Runs the bot, once all its emojis are uploaded."""
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
    async with open_database(settings.database_url) as engine, compose(settings, engine) as bot:
        running = asyncio.create_task(bot.start(local.token))
        await local.bot_connected()
        while bot.uploading is None:
            await bot.wait_until_ready()
        await bot.uploading
        yield bot
        await bot.close()
        await running


async def _send(bot: Finte, local: Localcord, screen: Screen, language: str) -> discord.Message:
    """Posts the message that shows this screen."""
    ready = await bot.renderer.whole(screen.page(bot, language))
    channel = bot.get_partial_messageable(int(local.channel_id))
    return await channel.send(view=ready.view, files=ready.files, allowed_mentions=discord.AllowedMentions.none())


async def _photograph(page: Page, message_id: str) -> bytes:
    article = page.locator(f"article[data-message-id='{message_id}']")
    await article.evaluate(LOADED)
    await article.scroll_into_view_if_needed()
    return await article.locator(".content").screenshot()


async def _flaws(page: Page, limits: Mapping[str, float]) -> dict[str, str]:
    """Parts of each of these messages that can't be seen, as text by its id; "" for none."""
    counts = await page.locator("article").evaluate_all(CHECK_EACH, [*limits])
    return {message_id: _named(found, limits[message_id]) for message_id, found in counts}


def _named(counts: Sequence[int], most: float) -> str:
    height, *found = counts
    named = zip(found, ("cut off", "not loaded", "sticking out", "wrapped"), strict=True)
    flaws = [f"{count} {flaw}" for count, flaw in named if count]
    return ", ".join([f"{height} px high instead of {most}", *flaws] if height > most else flaws)


def small(png: bytes) -> bytes:
    """The picture with fewer colours and bytes."""
    file = BytesIO()
    with Image.open(BytesIO(png)) as shot:
        shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def index(taken: Sequence[Shot]) -> str:
    """A page with all pictures, in HTML: a line for each screen and width, in every language and theme."""
    lines: dict[tuple[str, str, int], list[str]] = {}
    for shot in taken:
        key = (shot.screen.game, shot.screen.name, shot.width)
        lines.setdefault(key, []).append(f'<img loading="lazy" src="{shot.path}">')
    headed = (f"<h2>{game} {name} {width}</h2>{''.join(images)}" for (game, name, width), images in lines.items())
    return "\n".join(("<!doctype html><meta charset=utf-8><title>Gallery</title>", *headed, ""))


def keep(taken: Sequence[Shot]) -> None:
    """Writes all pictures to the ignored folder, and the few that git keeps to docs/gallery."""
    kept = shown.paths()
    shutil.rmtree(EVERYTHING, ignore_errors=True)
    for shot in taken:
        (EVERYTHING / shot.path).parent.mkdir(parents=True, exist_ok=True)
        (EVERYTHING / shot.path).write_bytes(shot.png)
        if shot.path in kept:
            (shown.FOLDER / shot.path).write_bytes(small(shot.png))
    (EVERYTHING / "index.html").write_text(index(taken), encoding="utf-8")
    (shown.FOLDER / "README.md").write_text(shown.page(), encoding="utf-8")


async def main(*, is_check: bool) -> int:
    """Shape: 0, or 1 without a browser or if part of a screen can't be seen."""
    if CHROMIUM is None:
        sys.stderr.write("No Chromium found: install it, and fonts with emojis, and try again.\n")
        return 1
    every = tuple(screens())
    full = tuple(screens(is_full=True)) if is_check else ()
    kept = () if is_check else (WIDTH, PHONE)
    taken = await shots(every, EVERY_LOOK, narrow=on_a_phone(every), full=full, kept=kept)
    if not is_check:
        keep(taken)
    for shot in taken:
        if shot.flaws:
            sys.stderr.write(f"{shot.path}: {shot.flaws}\n")
    return int(any(shot.flaws for shot in taken))


if __name__ == "__main__":
    parser = ArgumentParser(prog="docs.gallery", description="Photograph every screen.")
    parser.add_argument("--check", action="store_true", help="only look for what is cut off, and keep no picture")
    sys.exit(asyncio.run(main(is_check=parser.parse_args().check)))
