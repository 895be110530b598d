"""Takes the README's pictures: a real match on localcord's page, in a headless Chromium. `make pictures`.

The dice are seeded and the clock stands, so that a picture changes only when the screens or the fonts do.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.buttons import CustomId
from bot.client import Finte, point_at
from bot.settings import Settings
from bot.store import connected
from games.bluff import COMPUTERS
from games.core import Seat
from localcord import Localcord
from localcord.people import Person
from tests.chromium import CHROMIUM, chromium

PICTURES = Path(__file__).with_name("pictures")
SIZES = {"table": (640, 1130), "phone": (390, 844)}
"""Width and height of each picture, in pixels of the page: the board and the panel, and what a phone shows of them."""

EVENING = 1_800_044_100.0
"""When the match is played: seconds since 1970."""

FIRST_TABLE = 1

SEED = 5
"""Deals a third round in which dice have been shown before it is Ana's turn."""


async def main() -> int:
    """Shape: 0, or 1 without a browser."""
    if CHROMIUM is None:
        sys.stderr.write("No Chromium found: install it, and fonts with emojis, and try again.\n")
        return 1
    async with Localcord(clock=lambda: EVENING, rate_limits=False) as discord, running(discord) as bot:
        await play_past_the_first_round(bot, discord.person("Ana"), discord.person("Ben"))
        await photograph(f"{discord.url}/?user=Ana")
    return 0


@asynccontextmanager
async def running(discord: Localcord) -> AsyncIterator[Finte]:
    """The bot, connected, with dice that always fall the same."""
    settings = Settings.model_validate(
        {
            "discord_token": discord.token,
            "discord_api_url": discord.api_url,
            "discord_gateway_url": discord.gateway_url,
            "computer_seconds": 0,
            "board_seconds": 0,
        }
    )
    point_at(settings)
    async with (
        connected("sqlite+aiosqlite:///:memory:") as engine,
        Finte(settings, engine, clock=lambda: EVENING, rng=Random(SEED)) as bot,
    ):
        run = asyncio.create_task(bot.start(discord.token))
        await discord.bot_connected()
        yield bot
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)


async def play_past_the_first_round(bot: Finte, ana: Person, ben: Person) -> None:
    """Opens a table for two people and a computer player, and plays until Ana has something to answer."""
    await ana.command("play bluff", {"seats": 3, "bots": 1, "reroll": True})
    for person, verb in ((ben, "join"), (ana, "start")):
        await person.click(ana.messages()[0], CustomId(verb, FIRST_TABLE).to_text())
    people, rng = {Seat(0): ana, Seat(2): ben}, Random(SEED)
    while True:
        match = await bot.matches.get(FIRST_TABLE)
        assert match.state is not None
        assert not match.state.outcome, "another SEED is needed"
        view = match.view(Seat(0))
        if view.round > 1 and len(view.bids) > 1 and view.phase == "bid" and view.legal_actions:
            break
        for seat in match.state.to_act & people.keys():
            action = COMPUTERS["steady"](match.view(seat), rng)
            await bot.matches.play(FIRST_TABLE, int(people[seat].id), match.state.decision, action.to_text())
        await asyncio.sleep(0)  # the computer player is a task of the bot's
    await ana.wait_for(lambda seen: "▶ ① **Ana** raises" in str(seen[0]) and "Your turn" in str(seen[-1]))


async def photograph(address: str) -> None:
    """Writes every picture."""
    async with chromium() as browser:
        for name, (width, height) in SIZES.items():
            page = await browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark",
                device_scale_factor=2,
                timezone_id="Europe/Berlin",
            )
            await page.goto(address)
            await page.get_by_text("Your turn").wait_for()
            await page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
