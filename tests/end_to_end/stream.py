"""People who play and click all the time, while processes of the bot come and go."""

import asyncio
from random import Random

from localcord import Interaction, Localcord, Person
from tests.end_to_end.tables import Table, enabled

CLICKS_PER_SECOND = 20
NAMES = ("Ana", "Ben", "Chloé", "Jürgen")


class Patient(Random):
    """Chooses the first of what is offered, such as the lowest bid, so that a match takes hundreds of moves."""

    def random(self) -> float:
        return 0.99

    def getrandbits(self, k: int, /) -> int:  # noqa: ARG002
        return 0


class Stream:
    """Four people who play a match, and an onlooker who does 20 things a second; all until `stop`."""

    def __init__(self, discord: Localcord) -> None:
        self.clicks: list[Interaction] = []
        """All clicks and commands, in the order in which they were answered or failed."""
        self._discord = discord
        self._tasks: list[asyncio.Task[None]] = []
        self._enough = asyncio.Event()
        self._settled = asyncio.Event()

    async def begin(self) -> None:
        """Starts the match, and has everyone play."""
        table = await Table.started(self._discord, [self._discord.person(name) for name in NAMES])
        self._tasks = [
            asyncio.create_task(self._play(table)),
            asyncio.create_task(self._look_on(table, self._discord.person("Zoë"))),
        ]

    async def go_on(self, clicks: int) -> None:
        """Waits until this many more clicks are answered or have failed."""
        wanted = len(self.clicks) + clicks
        while len(self.clicks) < wanted:
            self._settled.clear()
            await self._settled.wait()

    async def stop(self) -> None:
        """Ends it, and waits until every click is answered or has failed."""
        self._enough.set()
        await asyncio.gather(*self._tasks)

    async def _play(self, table: Table) -> None:
        rng = Patient()
        while not self._enough.is_set() and (click := await table.step(rng)) is not None:
            self._note(click)

    async def _look_on(self, table: Table, person: Person) -> None:
        async with asyncio.TaskGroup() as group:
            while not self._enough.is_set():
                group.create_task(self._look(table, person))
                await asyncio.sleep(1 / CLICKS_PER_SECOND)

    async def _look(self, table: Table, person: Person) -> None:
        """Presses a button of the board, or types a command."""
        buttons = enabled(table.board, "hand")
        if buttons and len(self.clicks) % 2:
            self._note(await person.click(table.board, buttons[0]["custom_id"]))
        else:
            self._note(await person.command("table"))

    def _note(self, click: Interaction) -> None:
        self.clicks.append(click)
        self._settled.set()
