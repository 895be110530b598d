"""Attackers of the soak test: forged, stale and duplicate clicks, and clicks of other people, at random."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from random import Random

from localcord import Interaction, Localcord
from localcord.world import Event
from tests.end_to_end.forgeries import FORGED
from tests.end_to_end.tables import verb_of
from tests.soak.people import CLICK_ERRORS, Regulars
from tests.soak.screens import Seen

PAUSE_SECONDS = 0.15
"""The mean time between two attacks of one person."""

REMEMBERED = 300
"""How many clicks of other people are kept to be repeated."""

COMMANDS = ("table", "leaderboard", "stats", "history", "privacy", "puzzle", "settings", "finte")
AT_ONCE = 5

PRIVATE = ("hand", "story", "review", "replay", "verify", "past", "settling", "leaving")
"""The verbs with which somebody could try to look at a table that isn't theirs."""


class Troublemakers:
    """People who play at no table, and send whatever a forged client can."""

    def __init__(
        self, discord: Localcord, tables: Sequence[Regulars], rng: Random, clicked: Callable[[Interaction], None]
    ) -> None:
        self._people = [discord.person(f"Stranger {number}") for number in range(3)]
        self._tables = tables
        self._rng = rng
        self._clicked = clicked
        self._heard: deque[str] = deque(maxlen=REMEMBERED)
        self.counts: Counter[str] = Counter()
        discord.world.watch(self._listen)

    def _listen(self, event: Event) -> None:
        custom_id = event.payload.get("data", {}).get("custom_id", "")
        if event.name == "INTERACTION_CREATE" and custom_id.startswith("f1|") and custom_id.count("|") == 4:
            self._heard.append(custom_id)

    async def go_on(self) -> None:
        """Attacks until cancelled."""
        while True:
            await asyncio.sleep(self._rng.expovariate(1 / PAUSE_SECONDS))
            tables = [regulars.table for regulars in self._tables if regulars.table]
            if not tables:
                continue
            try:
                await self._attack(self._rng.choice(tables), self._rng.choice(tables))
            except CLICK_ERRORS:  # what they wanted to click is gone
                continue

    async def _attack(self, table: Seen, other: Seen) -> None:
        person = self._rng.choice((*self._people, *table.people))
        kind, custom_id = self._forged(table.match_id, other.match_id, is_stranger=person in self._people)
        times = AT_ONCE if self._rng.random() < 0.1 else 1
        self.counts[kind] += times
        if kind == "command":
            self._clicked(await person.command(custom_id))
            return
        board = table.board["id"]
        for answer in await asyncio.gather(*(person.raw_click(board, custom_id) for _ in range(times))):
            self._clicked(answer)

    def _forged(self, match_id: str, other_id: str, *, is_stranger: bool) -> tuple[str, str]:
        """What to send. Players send nothing that would end their table, since they want to go on playing.

        Strangers take no seat that somebody has just left: at their turns, everyone would wait for them.
        """
        kind = self._rng.choice(("forged", "stale", "of somebody else", "another table's hand", "command"))
        match kind:
            case "command":
                return kind, self._rng.choice(COMMANDS)
            case "another table's hand":
                return kind, f"f1|{self._rng.choice(PRIVATE)}|{other_id}|0|"
            case "stale" | "of somebody else":
                played = list(self._played(match_id if kind == "of somebody else" else None))
                if played:
                    return kind, self._rng.choice(played)
        forged = [form for form in FORGED if ("|join|" not in form if is_stranger else "|play|" in form)]
        return "forged", self._rng.choice(forged).format(id=match_id, now=self._rng.randint(0, 40))

    def _played(self, match_id: str | None) -> Iterator[str]:
        """What others have clicked, at this table or any."""
        for custom_id in self._heard:
            if verb_of(custom_id) in ("play", "show", "hand") and match_id in (None, custom_id.split("|")[2]):
                yield custom_id
