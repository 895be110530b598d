"""Every intent at a table, one method each, by their kind: who may, what is possible, and what comes of it.

Knows no Discord: people are user ids. What a method returns is on the disk, and a value that nobody changes any more.
"""

from collections.abc import Callable
from random import Random

from bot.matches.absences import Absences
from bot.matches.endings import Endings
from bot.matches.lessons import Lessons
from bot.matches.live import LiveMatches
from bot.matches.lobby import Lobby
from bot.matches.match import Match
from bot.matches.play import Play
from bot.matches.reveals import Reveals
from bot.store import Store
from bot.tables.clock import Quiet


class Matches:
    """All tables of this bot."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float],
        rng: Random,
        quiet: Callable[[int], Quiet | None] = lambda _: None,
        reveal_seconds: float = 0,
    ) -> None:
        """Shape: `quiet` tells a person's hours in which their clock stands still; see LiveMatches."""
        self._store = store
        self._live = LiveMatches(store, clock=clock, rng=rng, quiet=quiet, reveal_seconds=reveal_seconds)
        self.lobby = Lobby(store, self._live)
        self.play = Play(self._live, rng)
        self.lessons = Lessons(store, self._live, self.lobby, self.play)
        self.reveals = Reveals(self._live)
        self.absences = Absences(self._live, rng)
        self.endings = Endings(store, self._live)

    def on_change(self, listener: Callable[[Match], None]) -> None:
        """From now on `listener` gets each new state of a match, after it is on the disk."""
        self._live.on_change.append(listener)

    async def get(self, match_id: int) -> Match:
        """The table as it stands. Raises: MatchOver when there is none with this number."""
        return await self._live.get(match_id)

    async def place_board(self, match_id: int, board_id: int) -> None:
        """Remembers which public message shows the table."""
        await self._live.place_board(match_id, board_id)

    async def left_board(self, match_id: int) -> None:
        """Remembers that the message which the table has left says so."""
        await self._live.left_board(match_id)

    async def note_drawn(self, match_id: int) -> None:
        """Remembers that a closed table's message shows how it ended."""
        await self._store.note_drawn(match_id)
