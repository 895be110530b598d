"""The one form of a custom_id, and the way from a click to whoever answers it.

A component is nothing but its custom_id: what to do is written there, and nothing is kept in memory, so that a button
works on any message and after any restart. Every component interaction passes through `Switchboard.clicked`, forged and
forgotten ones too; discord.py's own dispatch of views is not used (it drops what it does not know without an answer).
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord

from bot.replies import Reply, reply
from bot.words import phrase
from games.core import MalformedAction

MOST_CHARACTERS = 100
"""Discord's limit for a custom_id."""

UNKNOWN_BUTTON = phrase("This button no longer works. Type /table to get your table back.")

_FORM = re.compile(r"f1\|(?P<verb>[a-z]{1,12})\|(?P<match_id>\d{1,9})\|(?P<decision>\d{1,6})\|(?P<text>[^|]{0,80})")


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a component does. Shape: `match_id` and `decision` are 0 where there is none."""

    verb: str
    match_id: int = 0
    decision: int = 0
    text: str = ""

    def to_text(self) -> str:
        """The custom_id."""
        return f"f1|{self.verb}|{self.match_id}|{self.decision}|{self.text}"

    @classmethod
    def from_text(cls, text: str) -> "CustomId | None":
        """The parts of a custom_id, or None when it is not of our form."""
        found = _FORM.fullmatch(text)
        if found is None:
            return None
        return cls(found["verb"], int(found["match_id"]), int(found["decision"]), found["text"])


def payload_of(interaction: discord.Interaction) -> Mapping[str, object]:
    """What was clicked on and chosen, as Discord says it."""
    return {**(interaction.data or {})}


def custom_id_of(interaction: discord.Interaction) -> CustomId | None:
    """What was clicked on, or None when it is not of our form."""
    return CustomId.from_text(str(payload_of(interaction).get("custom_id", "")))


@dataclass(frozen=True, slots=True)
class Click:
    """Somebody's click. Shape: `chosen` is the chosen value of a select, empty for a button."""

    interaction: discord.Interaction
    id: CustomId
    chosen: str


Handler = Callable[[Click], Awaitable[Reply]]


class Switchboard:
    """Who answers which verb."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def on(self, verb: str, handler: Handler) -> None:
        """From now on `handler` answers every click with this verb."""
        self._handlers[verb] = handler

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Answers a component interaction, and what nobody here ever asks for, such as a filled-in form."""
        await reply(interaction, self._answer(interaction))

    async def _answer(self, interaction: discord.Interaction) -> Reply:
        custom_id = custom_id_of(interaction)
        handler = self._handlers.get(custom_id.verb) if custom_id else None
        if custom_id is None or handler is None:
            raise MalformedAction(UNKNOWN_BUTTON)
        values = payload_of(interaction).get("values")
        chosen = str(values[0]) if isinstance(values, list) and values else ""
        return await handler(Click(interaction, custom_id, chosen))
