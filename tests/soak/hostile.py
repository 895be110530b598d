"""Attackers of the soak test: forged, stale and duplicate clicks, and clicks of other people, at random."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from random import Random

from localcord import Interaction, Localcord
from localcord.world import Event
from tests.end_to_end.forgeries import FORGED
from tests.end_to_end.tables import verb_of
from tests.soak.people import SHIFTS, Regulars

PAUSE_SECONDS = 0.15
"""The mean time between two attacks of one person."""

REMEMBERED = 300
"""How many clicks of other people are kept to be repeated."""

COMMANDS = ("table", "leaderboard", "stats", "history")
AT_ONCE = 5


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
            table = self._rng.choice(tables)
            person = self._rng.choice((*self._people, *table.people))
            is_stranger = person in self._people
            kind, custom_id = self._attack(table.match_id, is_stranger=is_stranger)
            times = AT_ONCE if self._rng.random() < 0.1 else 1
            self.counts[kind] += times
            try:
                if kind == "command":
                    answers = [await person.command(custom_id)]
                else:
                    board = table.board["id"]
                    answers = await asyncio.gather(*(person.raw_click(board, custom_id) for _ in range(times)))
            except SHIFTS:
                continue
            for answer in answers:
                self._clicked(answer)

    def _attack(self, match_id: str, *, is_stranger: bool) -> tuple[str, str]:
        """What to send. Players only send what is refused, since they want to go on playing."""
        kind = self._rng.choice(("forged", "stale", "of somebody else", "command"))
        match kind:
            case "command":
                return kind, self._rng.choice(COMMANDS)
            case "stale" | "of somebody else" if self._heard:
                played = [custom_id for custom_id in self._heard if verb_of(custom_id) in ("play", "show", "hand")]
                is_theirs = is_stranger or kind == "stale"
                if played and is_theirs:
                    return kind, self._rng.choice(played)
        forged = [form for form in FORGED if is_stranger or "|play|" in form]
        return "forged", self._rng.choice(forged).format(id=match_id, now=self._rng.randint(0, 40))
