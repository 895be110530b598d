"""People who play at tables; each `click` is the next click of one table.

They decide by what their messages show, and know nothing about the inside of the bot.
"""

from collections.abc import AsyncIterator
from random import Random

from bench.children import until
from bot.pages.custom_id import CustomId
from localcord import Interaction, Localcord
from localcord.components import buttons
from localcord.entities import Message

SEATS = 2
PATIENCE_SECONDS = 60.0
"""Only reached by a bug."""


class BluffTable:
    """People who play Bluff in a channel of their own, one rematch after the other, maybe with hard computer players.

    The player to act makes a random move as soon as their panel has updated.
    """

    def __init__(self, discord: Localcord, number: int, *, people: int = SEATS, bots: int = 0) -> None:
        self._discord = discord
        self._people = [discord.person(f"Player {number}.{seat}") for seat in range(people)]
        self._options = {"seats": people + bots, "bots": bots, "level": "hard", "pace": "relaxed"}
        self.channel_id = discord.add_channel(f"table-{number}")
        self._rng = Random(number)
        self._evening = self._matches()

    async def click(self) -> Interaction:
        """Makes the next click at this table, and waits for its answer."""
        return await anext(self._evening)

    def talk(self, lines: int) -> None:
        """Has its people write in their channel."""
        discord = self._discord
        for line in range(lines):
            person = self._people[line % len(self._people)].user
            discord.messages.post(discord.world.channels[self.channel_id], person, {"content": "Really?"}, [])

    async def _matches(self) -> AsyncIterator[Interaction]:
        """Plays one match after the other, click by click."""
        host, *guests = self._people
        opening = answered(await host.command("play bluff", self._options, channel_id=self.channel_id))
        while True:
            yield opening
            board, panel, *_ = await brought(self._discord, opening, 2)
            match_id = _match_of(board)
            panels = [panel]
            for guest in guests:
                joined = await guest.raw_click(board.id, CustomId("join", match_id).to_text())
                yield answered(joined)
                panels += await brought(self._discord, joined, 1)
            started = await host.raw_click(panel.id, CustomId("start", match_id).to_text())
            yield answered(started)
            async for click in self._moves(panels):
                yield click
            opening = answered(await host.raw_click(board.id, CustomId("rematch", match_id).to_text()))

    async def _moves(self, panels: list[Message]) -> AsyncIterator[Interaction]:
        """Plays one match, from its first bid to its last. Shape: `panels` are in the order of the people."""
        while True:
            await until(
                self._discord,
                lambda: any(_custom_ids(panel, "play", "rematch") for panel in panels),
                PATIENCE_SECONDS,
            )
            asked = next((seat for seat, panel in enumerate(panels) if _custom_ids(panel, "play")), None)
            if asked is None:
                return
            moves = _custom_ids(panels[asked], "play")
            click = answered(await self._people[asked].click(panels[asked].id, self._rng.choice(moves)))
            if click.original is not None and click.original is not click.source:  # below a board that has moved down
                panels[asked] = click.original
            yield click


async def brought(discord: Localcord, answer: Interaction, messages: int) -> list[Message]:
    """Waits for this many new messages that came with an answer."""

    def new() -> list[Message]:
        every = (answer.original, *answer.followups)
        return [message for message in every if message is not None and message is not answer.source]

    await until(discord, lambda: len(new()) >= messages, PATIENCE_SECONDS)
    return new()


def answered(interaction: Interaction) -> Interaction:
    """Returns the interaction. Raises: RuntimeError unless the bot has answered in time."""
    if interaction.failed:
        raise RuntimeError(f"{interaction.user.name}: {interaction.error}")
    return interaction


def _match_of(board: Message) -> int:
    custom_id = CustomId.from_text(next(iter(buttons(board.body)))["custom_id"])
    assert custom_id is not None
    return custom_id.match_id


def _custom_ids(message: Message, *verbs: str) -> list[str]:
    """The custom_ids of the buttons with one of these verbs that the message has now."""
    starts = tuple(f"f1|{verb}|" for verb in verbs)
    return [found["custom_id"] for found in buttons(message.body) if found["custom_id"].startswith(starts)]
