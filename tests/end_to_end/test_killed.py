"""The bot is killed again and again during matches, and nothing that it has acknowledged is lost."""

import asyncio
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from games.catalogue import GAMES
from localcord import Localcord, Person
from tests.end_to_end.child import Child, KillPoint, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.ledger import Ledger, check, stored
from tests.end_to_end.proof import counted, played, wrong_sums
from tests.end_to_end.short import short_options
from tests.end_to_end.tables import Table, enabled

pytestmark = [pytest.mark.kills, pytest.mark.slow]

BLOWS = 9

PEOPLE = (("Ana", "Ben"), ("Chloé", "Jürgen"))
"""Those who play at every second table each."""


class Evening:
    """Several tables in play at the same time, and the bot that gets killed."""

    def __init__(self, discord: Localcord, child: Child) -> None:
        self.ledger = Ledger(discord)
        self._discord = discord
        self._child = child
        self._rng = Random(0)
        self._tables: dict[str, Table] = {}

    async def one_life(self) -> None:
        """Runs the bot while everyone plays, until a blow falls."""
        blow = KillPoint(self._rng, self._child.kill)
        self._discord.api.outages.append(blow)
        stop = self._discord.world.watch(blow.heard)
        is_up = await self._child.start()
        died = asyncio.create_task(self._child.dead())
        if is_up:
            check(self.ledger, self._child.database)
        while is_up and not blow.has_fallen:
            with blow.stayed():
                await self._sit_down()
            playing = asyncio.create_task(self.play())
            await asyncio.wait({playing, died}, return_when=asyncio.FIRST_COMPLETED)
            playing.cancel()
            await asyncio.wait({playing})
            if not playing.cancelled():
                playing.result()
        await died
        stop()
        self._discord.api.outages.clear()

    async def _sit_down(self) -> None:
        """Opens a table of each game, in place of one that is over."""
        for names, (game, listing) in zip(cycle(PEOPLE), GAMES.items(), strict=False):
            if game not in self._tables or self._tables[game].is_over:
                people = [self._discord.person(name) for name in names]
                bots = max(1, listing.game.seats[0] - 2)
                self._tables[game] = await Table.started(self._discord, people, game, bots=bots, **short_options(game))

    async def play(self) -> None:
        """Everyone plays on with the buttons that they have, until all tables are over."""
        async with asyncio.TaskGroup() as group:
            for table in self._tables.values():
                group.create_task(self._play_at(table, Random(self._rng.random())))

    async def _play_at(self, table: Table, rng: Random) -> None:
        for person in (*table.people, self._discord.person("Dora")):  # who watches
            await press_what_is_there(table, person, rng)
        await table.play_on(rng)


async def press_what_is_there(table: Table, person: Person, rng: Random) -> None:
    """Presses any button that the board or the person's panel still shows."""
    panel = table.panel(person)
    old = [(table.board, found["custom_id"]) for found in enabled(table.board, "hand", "watch")]
    if panel is not None:
        old += [(panel, found["custom_id"]) for found in enabled(panel, "hand", "play", "show")]
    if old:
        message, custom_id = rng.choice(old)
        answer = await person.click(message, custom_id)
        assert answer.answered, custom_id


async def test_what_was_acknowledged_outlives_every_kill(tmp_path: Path, fork_server: ForkServer) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, fork_server, LOG_LEVEL="INFO")
        evening = Evening(discord, child)
        for _ in range(BLOWS):
            await evening.one_life()
        assert await child.start()
        await evening.play()
        check(evening.ledger, child.database)
        assert {match.phase for match in stored(child.database)} == {"over"}
        assert await counted(discord) == played(discord, child.database)
        assert await child.stop() == 0
        assert " ERROR " not in child.log
        assert await wrong_sums(child.database) == []
