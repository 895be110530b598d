"""Everyone's screens by table, kept up to date, so that looking at one of hundreds of matches takes no longer."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from localcord import Localcord, Person
from localcord.entities import Message
from localcord.wire import JsonObject
from localcord.world import Event
from tests.end_to_end.tables import (
    EPHEMERAL,
    Table,
    custom_ids,
    enabled,
    is_call,
    looks_like_a_panel,
    match_of,
)

GOING_ON = ("go", "playon")
"""The verbs of *Go on* after a round, and of *Play on* once everyone else has left."""

Place = tuple[str, str | None]
"""A match's number, and the only person who sees a message about it; None if everyone does."""


class Screens:
    """Listens to Discord from now on."""

    def __init__(self, discord: Localcord) -> None:
        self._shown: defaultdict[Place, dict[str, Message]] = defaultdict(dict)
        self._places: dict[str, Place] = {}
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        discord.world.watch(self._heard)

    def of(self, match_id: str, owner_id: str | None) -> list[JsonObject]:
        """What is shown of a match to everyone, or to one person alone. Shape: the oldest message first."""
        return [message.body for message in self._shown[match_id, owner_id].values()]

    async def change(self, match_id: str, seconds: float) -> None:
        """Waits until anything changes on a match's screens. Raises: TimeoutError."""
        changed = self._changed[match_id]
        changed.clear()
        async with asyncio.timeout(seconds):
            await changed.wait()

    def drop(self, match_id: str) -> None:
        """Forgets a match that nobody looks at any more."""
        for place in [place for place in self._shown if place[0] == match_id]:
            for message_id in self._shown.pop(place):
                self._places.pop(message_id, None)
        self._changed.pop(match_id, None)

    def _heard(self, event: Event) -> None:
        message = event.message
        if message is None:
            return
        before = self._places.pop(message.id, None)
        matches = {match_of(custom_id) for custom_id in custom_ids(message.body)} - {"0"}
        after = (matches.pop(), message.owner_id) if len(matches) == 1 else None
        if after is None and before is not None and event.name == "MESSAGE_UPDATE":
            after = before  # it says that it's loading, or that the table is gone
        if before is not None and (after != before or event.name == "MESSAGE_DELETE"):
            self._shown[before].pop(message.id, None)
        if after is not None and event.name != "MESSAGE_DELETE":
            self._shown[after][message.id] = message
            self._places[message.id] = after
        for place in (before, after):
            if place is not None:
                self._changed[place[0]].set()


@dataclass(frozen=True)
class Seen(Table):
    """A table as `Screens` show it."""

    screens: Screens = field(kw_only=True)

    @property
    def board(self) -> JsonObject:
        """The newest public message of this table. Raises: KeyError while there is none."""
        for message in reversed(self.screens.of(self.match_id, None)):
            if not message["flags"] & EPHEMERAL and not is_call(message):
                return message
        raise KeyError(self.match_id)

    def panel(self, person: Person) -> JsonObject | None:
        """A person's newest panel at this table, or None."""
        for message in reversed(self.screens.of(self.match_id, person.id)):
            if looks_like_a_panel(message):
                return message
        return None

    def choices(self, person: Person) -> list[JsonObject]:
        """The buttons of a person's panel that play on: moves, what prepares them, and the verbs in `GOING_ON`."""
        return enabled(self.panel(person) or {"components": []}, "play", "show", *GOING_ON)

    @property
    def can_go_on(self) -> bool:
        """Whether anybody can play on, if only by pressing *Go on* after a round of computer players alone."""
        return any(map(self.choices, self.people))
