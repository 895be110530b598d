"""Closed matches for tests of replays, and what their readers do."""

from collections.abc import Sequence
from dataclasses import replace

from bot.interactions.client import Finte
from bot.tables.clock import SeatClock
from bot.tables.table import Place, Sitter
from games.core import Move, Seat
from localcord import Localcord, Person
from localcord.wire import JsonObject
from tests.bot.people import draft
from tests.end_to_end.tables import labelled, said, text_of

LOG = tuple(
    Move(Seat(seat), text)
    for seat, text in (
        (-1, "opening 1 2 3 4 5 / 5 5 5 5 5"),
        (-1, "roll 1 1 2 3 * / 2 2 4 5 5"),
        (1, "bid 3x2"),
        (0, "bid 4x2"),
        (1, "lift"),
        (-1, "roll 1 1 2 3 4 / 3 3 3 3"),
        (0, "bid 8x*"),
        (1, "lift"),
    )
)
"""Ana's match with Ben. The last doubt ends it: she has bid more stars than there are."""

BROKEN_OFF = LOG[:7]


class Stored:
    """Stores closed matches that nobody has played."""

    def __init__(self, bot: Finte, discord: Localcord) -> None:
        self._bot = bot
        self._place = Place(int(discord.guild_id), int(discord.channel_id))

    async def __call__(self, *sitters: Sitter, log: Sequence[Move] = LOG, **facts: object) -> int:
        """Stores a match of Bluff with these moves. Shape: its number."""
        facts = {"phase": "over", "clocks": (SeatClock(),) * len(sitters), "place": self._place} | facts
        at_first = {key: facts[key] for key in ("game", "is_lesson", "rules_version") if key in facts}
        table = draft(*sitters, capacity=len(sitters), options={}, place=facts["place"])
        table = replace(table, **at_first)  # type: ignore[arg-type]
        opened = await self._bot.store.open(table)
        closed = replace(opened, version=1, **facts)  # type: ignore[arg-type]
        if log:
            await self._bot.store.append(closed, 0, list(log), None)
        else:
            await self._bot.store.close(closed)
        return opened.id


def page(person: Person) -> JsonObject:
    """The newest message on this person's screen."""
    return person.messages()[-1]


async def click(person: Person, label: str) -> str:
    """The text of the newest message after a click on its button."""
    await person.click(page(person), labelled(page(person), label))
    return text_of(page(person))


async def opened(person: Person, match_id: int | str) -> str:
    return said(await person.command("replay", {"match": int(match_id)}))
