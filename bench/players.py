"""People at tables, and people before the floor's button: each `click` is the next click of one table.

They see what everyone sees, by what stands on their messages, and know nothing inside the bot.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from bench.children import until
from bot.buttons import CustomId
from localcord import Interaction, Localcord, Person, find_button
from localcord.components import buttons
from localcord.wire import JsonObject

SEATS = 2
PATIENCE_SECONDS = 10.0
"""Never used up but by a fault."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click that was answered. Shape: `kind` is "look", "move", or "table" for what is about no position."""

    kind: str
    interaction: Interaction


class Clicker(Protocol):
    """A table with one click at a time."""

    async def click(self) -> Click:
        """Makes the next click and waits for its answer."""
        ...


class FloorTable:
    """Someone who presses the floor's button again and again."""

    def __init__(self, discord: Localcord, number: int) -> None:
        self._person = discord.person(f"Presser {number}")
        self._message: JsonObject | None = None

    async def click(self) -> Click:
        """The command at first, then the one button that it has brought."""
        if self._message is None:
            opened = answered(await self._person.command("floor"))
            self._message = shown(opened)
            return Click("table", opened)
        return Click("floor", answered(await self._person.click(self._message, "click")))


class BluffTable:
    """Two people at a match of Bluff, who go on with a rematch for ever.

    Whoever is asked presses Refresh on his panel, if it has not woken up by itself, and then makes a move at random.
    """

    def __init__(self, discord: Localcord, number: int) -> None:
        self._discord = discord
        self._people = [discord.person(f"Player {number}.{seat}") for seat in range(SEATS)]
        self._rng = Random(number)
        self._evening = self._matches()

    async def click(self) -> Click:
        """Whatever comes next at this table."""
        return await anext(self._evening)

    async def _matches(self) -> AsyncIterator[Click]:
        """One match after the other, click by click."""
        host, *guests = self._people
        opening = answered(await host.command("play bluff", {"seats": SEATS}))
        while True:
            yield Click("table", opening)
            board = shown(opening)
            panels = [await self._panel_beside(opening)]
            for guest in guests:
                joined = await self._press(guest, board, "join")
                panels.append(shown(joined.interaction)["id"])
                yield joined
            yield await self._press(host, board, "start")
            async for click in self._moves(panels):
                yield click
            opening = (await self._press(host, board, "rematch")).interaction

    async def _press(self, person: Person, board: JsonObject, verb: str) -> Click:
        """A click on the board, which may not show the button yet: it follows a second later."""
        custom_id = CustomId(verb, _match_of(board)).to_text()
        return Click("table", answered(await person.raw_click(board, custom_id)))

    async def _panel_beside(self, opening: Interaction) -> str:
        """The id of the host's panel, which follows the message that everyone sees."""
        await until(self._discord, lambda: bool(opening.followups), PATIENCE_SECONDS)
        return opening.followups[0].id

    async def _moves(self, panels: Sequence[str]) -> AsyncIterator[Click]:
        """One match, from its first bid to its last. Shape: `panels` in the order of the people."""
        asked = 0
        while True:
            panel = self._discord.world.messages[panels[asked]].body
            moves = _custom_ids(panel, "play")
            choices = moves or _custom_ids(panel, "hand")
            if not choices:
                return  # nothing is left to press when the match is over
            click = answered(await self._people[asked].click(panel, self._rng.choice(choices)))
            yield Click("move" if moves else "look", click)
            if not _custom_ids(shown(click), "play"):
                asked = (asked + 1) % SEATS


def answered(interaction: Interaction) -> Interaction:
    """Raises: RuntimeError unless the bot has answered in time."""
    if interaction.failed:
        raise RuntimeError(f"{interaction.user.name}: {interaction.error}")
    return interaction


def shown(interaction: Interaction) -> JsonObject:
    """The message that an answer has brought or changed, as it stands."""
    assert interaction.message is not None
    return interaction.message


def _match_of(board: JsonObject) -> int:
    custom_id = CustomId.from_text(find_button(board, "Join"))
    assert custom_id is not None
    return custom_id.match_id


def _custom_ids(message: JsonObject, verb: str) -> list[str]:
    """The buttons with this verb."""
    return [button["custom_id"] for button in buttons(message) if button["custom_id"].startswith(f"f1|{verb}|")]
