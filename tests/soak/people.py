"""Honest players of the soak test: they open tables and finish matches with what their screens offer."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random

from games.catalogue import GAMES
from localcord import Interaction, Localcord, Person
from localcord.commands import ClientRefuses
from localcord.components import selects
from localcord.limits import Refused
from tests.end_to_end.short import all_options, short_options
from tests.end_to_end.tables import EPHEMERAL, Table, custom_ids, enabled, labels

IMPATIENCE_SECONDS = 2.0
"""How long players wait at a screen without buttons before they ask for a new one."""

PAUSE_SECONDS = 0.1
"""How long players pause after a click without effect."""

STUCK_SECONDS = 120.0
"""A match in which nobody can do anything for this long is stuck."""

SHIFTS = (ClientRefuses, Refused, KeyError, StopIteration)
"""Errors of a click on a message that has just changed or been deleted."""


class Stuck(Exception):
    """A match that doesn't go on."""


class Regulars:
    """The people of one table: one match after the other, each in a new channel that is deleted afterwards."""

    def __init__(
        self, discord: Localcord, place: int, rng: Random, clicked: Callable[[Interaction], None], is_up: asyncio.Event
    ) -> None:
        """Shape: `is_up` is set while the bot can be reached."""
        self._discord = discord
        self._people = [discord.person(f"Guest {place}.{seat}") for seat in range(6)]
        self._rng = rng
        self._clicked = clicked
        self._is_up = is_up
        self.finished: Counter[str] = Counter()
        self.known: set[int] = set()
        """The matches that were shown to them. A kill can come between the opening of a table and its first message."""
        self.table: Table | None = None
        """The table at which they play now."""
        self._channel_id = ""

    async def play(self, goes_on: Callable[[], bool]) -> None:
        """Plays match after match, and the last one to its end. Raises: Stuck."""
        number = 0
        while goes_on():
            number += 1
            self._channel_id = self._discord.add_channel(f"{self._people[0].user.name}, match {number}")
            game = self._rng.choice(list(GAMES))
            table = await self._begun(game)
            self.known.add(int(table.match_id))
            await self._finish(table)
            self.finished[game] += 1
            self.table = None
            self._discord.world.remove_channel(self._discord.world.channel(self._channel_id))

    async def _begun(self, game: str) -> Table:
        """A table with a match under way."""
        seats = self._rng.choice(list(GAMES[game].game.seats))
        people = self._people[: self._rng.randint(1, min(seats, len(self._people)))]
        options = short_options(game) if self._rng.random() < 0.7 else all_options(game)
        options.pop("last_card", None)  # a ledger takes a move without a choice for the table's own
        options |= {"seats": seats, "bots": seats - len(people), "level": self._rng.choice(("easy", "medium", "hard"))}
        table = await self._opened(people[0], game, options)
        self.table = table = Table(self._discord, table.match_id, table.first_board_id, tuple(people))
        quiet = 0.0
        while not table.asked and not self._is_over(table):
            for person in people[1:]:
                await self._press(table, person, "join")
            if len(people) > 1:
                await self._press(table, people[0], "start")
            quiet = await self._wait(table, quiet)
        return table

    async def _opened(self, host: Person, game: str, options: dict[str, object]) -> Table:
        """A new table. A command that is lost is typed again, as people do."""
        for _ in range(20):
            await self._is_up.wait()
            answer = self._note(await host.command(f"play {game}", options, channel_id=self._channel_id))
            with suppress(TimeoutError):
                await host.wait_for(partial(_shows_a_board, answer), IMPATIENCE_SECONDS)
            if answer.message is not None and _shows_a_board(answer):
                return Table.shown_by(answer.message, self._discord, host)
        raise Stuck(f"{host.user.name} can't open a table")

    async def _finish(self, table: Table) -> None:
        quiet = 0.0
        while not self._is_over(table):
            await self._is_up.wait()
            person = table.asked
            if person is None:
                quiet = await self._wait(table, quiet)
                continue
            quiet = 0.0
            try:
                await self._move(table, person)
            except SHIFTS:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _move(self, table: Table, person: Person) -> None:
        """Clicks a button of the person's panel, sometimes twice at once."""
        panel = table.panel(person)
        if panel is None:
            return
        choices = selects(panel)
        if choices and self._rng.random() < 0.1:
            values = [option["value"] for option in choices[0]["options"]]
            self._note(await person.select(panel, choices[0]["custom_id"], [self._rng.choice(values)]))
            return
        offered = enabled(panel, "play", "show")
        if not offered:
            return
        custom_id = self._rng.choice(offered)["custom_id"]
        times = 2 if self._rng.random() < 0.05 else 1
        for answer in await asyncio.gather(*(person.click(panel, custom_id) for _ in range(times))):
            if self._note(answer).failed:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _wait(self, table: Table, quiet: float) -> float:
        """Waits for something to do, or asks for new panels. Shape: returns how long nobody could act by now."""
        await self._is_up.wait()
        try:
            await table.people[0].wait_for(lambda _: bool(table.asked or self._is_over(table)), IMPATIENCE_SECONDS)
        except TimeoutError:
            for person in table.people:
                await self._press(table, person, "hand")
            if "Go on" in {label for person in table.people for label in labels(table.panel(person))}:
                return quiet
            if quiet > STUCK_SECONDS:
                raise Stuck(f"table {table.match_id} doesn't go on") from None
            return quiet + IMPATIENCE_SECONDS
        return 0.0

    async def _press(self, table: Table, person: Person, verb: str) -> None:
        """Presses a button of the board, or types /table if the board is gone."""
        try:
            self._note(await person.raw_click(table.board["id"], f"f1|{verb}|{table.match_id}|0|"))
        except SHIFTS:
            self._note(await person.command("table", channel_id=self._channel_id))

    def _is_over(self, table: Table) -> bool:
        try:
            return table.is_over
        except StopIteration:  # its board has been deleted, and the next one isn't there yet
            return False

    def _note(self, answer: Interaction) -> Interaction:
        self._clicked(answer)
        return answer


def _shows_a_board(answer: Interaction, _messages: object = None) -> bool:
    """Whether the command has been answered with a table's message."""
    message = answer.message
    return message is not None and not message["flags"] & EPHEMERAL and bool(custom_ids(message))
