"""People beside the tables of the soak test, who learn, play the daily match and solve puzzles, all in private."""

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random

from games.catalogue import GAMES
from localcord import Interaction, Localcord
from localcord.wire import JsonObject
from tests.end_to_end.tables import EPHEMERAL, LOADING, enabled
from tests.soak.people import CLICK_ERRORS, PAUSE_SECONDS, delete_data

COMMANDS = ("learn", "daily", "puzzle")

MOST_CLICKS = 40
"""After how many clicks they lose patience, and begin something else."""


class Loner:
    """One person who does one thing after the other, and sometimes deletes their data."""

    def __init__(
        self, discord: Localcord, number: int, rng: Random, clicked: Callable[[Interaction], None], is_up: asyncio.Event
    ) -> None:
        self._discord = discord
        self._person = discord.person(f"Loner {number}")
        self._rng = rng
        self._clicked = clicked
        self._is_up = is_up
        self.counts: Counter[str] = Counter()
        self.forgotten: set[int] = set()
        """Their user id, once they have deleted their data or tried to."""

    async def go_on(self) -> None:
        """Does something new again and again, until cancelled."""
        while True:
            command = self._rng.choice(COMMANDS)
            self.counts[f"/{command}"] += 1
            channel_id = self._discord.add_channel(f"{self._person.user.name}, {command}")
            await self._is_up.wait()
            try:
                await self._look(command, channel_id)
            except CLICK_ERRORS:
                await asyncio.sleep(PAUSE_SECONDS)
            self._discord.world.remove_channel(self._discord.world.channel(channel_id))

    async def _look(self, command: str, channel_id: str) -> None:
        options = {"game": self._rng.choice(list(GAMES))}
        self._clicked(await self._person.command(command, options, channel_id=channel_id))
        for _ in range(MOST_CLICKS):
            await self._is_up.wait()
            shown = self._newest(channel_id)
            if shown is None or shown["flags"] & LOADING:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            offered = enabled(shown, "go", "play", "show", "solve")
            if not offered:
                break
            self._clicked(await self._person.click(shown, self._rng.choice(offered)["custom_id"]))
        if self._rng.random() < 0.05:
            self.counts["data deleted"] += 1
            self.forgotten.add(int(self._person.id))
            await delete_data(self._person, channel_id, self._clicked)

    def _newest(self, channel_id: str) -> JsonObject | None:
        shown = [message for message in self._person.messages(channel_id) if message["flags"] & EPHEMERAL]
        return shown[-1] if shown else None
