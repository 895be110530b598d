"""Everything that can be done at a table, sorted by kind. Each intent checks who may do it, does it, and stores it.

Knows no Discord: people are user ids. Whatever a method returns is already on disk, and never changes afterwards.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random

from bot.errors import MatchOver, NotAllowed, VersionConflict
from bot.matches.dailies import DailyMatches
from bot.matches.history import Replays, Verifying
from bot.matches.lobby import Keys, Lobby
from bot.matches.match import Match
from bot.matches.play import Moves, Reveals
from bot.matches.seats import Seats
from bot.matches.service import LiveMatches, again_if_conflict
from bot.share import EVERYTHING, Share
from bot.store.store import Store
from bot.tables.clock import Quiet
from bot.tables.table import Person, Place, Robot, Table
from games.catalogue import GAMES
from games.core import Options


class LessonMatches:
    """The intents around a lesson, one method for each."""

    def __init__(self, store: Store, live: LiveMatches, lobby: Lobby, play: Moves) -> None:
        self._store = store
        self._live = live
        self._lobby = lobby
        self._play = play

    async def take(self, game: str, *, options: Options, place: Place, learner: Person, robot: Robot) -> Match:
        """The lesson that this person has under way in this game, or a new one with the fewest other players."""
        seats = GAMES[game].game.seats.start
        robots = [robot] * (seats - 1)
        while True:
            table = await self._store.lesson_of(learner.user_id, game)
            match = await self._live.get(table.id) if table else None
            if match is None:
                with suppress(VersionConflict):  # by a second click, so there is one now
                    await self._lobby.open(
                        game, options=options, capacity=seats, place=place, host=learner, robots=robots, is_lesson=True
                    )
            elif match.table.phase == "lobby":
                with suppress(NotAllowed):  # a second click has already started it
                    await self._lobby.start(match.table.id, learner.user_id)
            elif match.table.phase == "playing":
                return await self._play.move_robots(match)

    @again_if_conflict
    async def end(self, match_id: int) -> Match:
        """Ends a lesson that has taught everything. Does nothing if it has already ended."""
        async with self._live.locked(match_id) as match:
            is_running = match.table.is_lesson and match.table.phase == "playing"
            return await self._live.close(match, "over") if is_running else match

    async def lapse(self, seconds: float) -> None:
        """Closes every lesson that its learner has not touched for this long, without replaying any."""
        before = self._live.now - int(seconds)
        if await self._store.end_lessons(before):
            self._live.forget_lessons(before)


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
        daily_secret: str = "",
    ) -> None:
        """Shape: `rng` makes the keys to all deals, so it's the system's own, except in tests. `quiet` looks up
        somebody's quiet hours. `daily_secret` as for Keys; the other arguments are as for LiveMatches.
        """
        self._store = store
        self._live = LiveMatches(store, clock=clock, rng=rng, quiet=quiet, reveal_seconds=reveal_seconds)
        self.service_clock = self._live.service_clock
        self.lobby = Lobby(store, self._live, Keys(store.dailies, rng, daily_secret))
        self.play = Moves(self._live, rng)
        self.lessons = LessonMatches(store, self._live, self.lobby, self.play)
        self.dailies = DailyMatches(store, self._live, self.lobby, self.play)
        self.verifying = Verifying(store, clock)
        self.reveals = Reveals(self._live)
        self.seats = Seats(store, self._live, rng)
        self.replays = Replays(store, self._live)

    @property
    def in_memory(self) -> int:
        """How many matches are kept in memory."""
        return self._live.in_memory

    def on_change(self, listener: Callable[[Match], None]) -> None:
        """Registers a listener that gets each new state of a match, after it is on disk."""
        self._live.listeners.change.append(listener)

    def on_load(self, listener: Callable[[Match], None]) -> None:
        """Registers a listener that gets each open match that is read from disk."""
        self._live.listeners.load.append(listener)

    def on_result(self, listener: Callable[[Match], None]) -> None:
        """Registers a listener that gets each match that ends a round, while it is being stored; that may fail."""
        self._live.listeners.result.append(listener)

    async def get(self, match_id: int) -> Match:
        """The table in its current state. Raises: MatchOver if there is none with this number."""
        return await self._live.get(match_id)

    def to_draw(self, among: Share = EVERYTHING) -> AsyncGenerator[list[Table], None]:
        """All tables to draw on these shards, some at a time, oldest first. Their matches aren't replayed."""
        return self._live.to_draw(among)

    @asynccontextmanager
    async def rewriting(self, ids: Iterable[int]) -> AsyncIterator[None]:
        """Keeps everyone else from these matches while their rows are rewritten or deleted on disk."""
        numbers = sorted(ids)
        async with AsyncExitStack() as locks:
            for match_id in numbers:
                await locks.enter_async_context(self._live.lock(match_id))
            try:
                yield
            finally:
                for match_id in numbers:
                    self._live.drop(match_id)

    async def announce(self, match_id: int) -> None:
        """Tells every listener to show the match as it is on disk, and to keep it going. Raises: MatchOver."""
        async with self._live.locked(match_id) as match:
            self._live.keep(match)

    async def changed_elsewhere(self, match_id: int) -> None:
        """Notes that another process has changed the match, and shows it and keeps it going if it's this one's."""
        table = await self._store.table(match_id)
        if table is None or not self._store.share.has(table.place.guild_id):
            return
        async with self._live.lock(match_id):
            self._live.drop(match_id)
        with suppress(MatchOver):
            await self.announce(match_id)

    async def catch_up(self, seconds: int) -> None:
        """Shows this process's matches that have changed within so many seconds, and keeps them going.

        For when it isn't known which ones another process has changed.
        """
        if seconds:
            for match_id in await self._store.changed_since(self._live.now - seconds):
                await self.changed_elsewhere(match_id)

    async def announce_missed(self) -> None:
        """Shows matches whose last change may be stored although its caller got an error, and keeps them going."""
        if self._live.unannounced:
            await self._store.flush()
        for match_id in list(self._live.unannounced):
            await self.changed_elsewhere(match_id)
            self._live.unannounced.discard(match_id)

    def drop_all(self) -> None:
        """Drops every match from memory: any of them may have changed on disk."""
        self._live.drop_all()

    async def place_board(self, match_id: int, board_id: int) -> None:
        """Stores which public message shows the table."""
        await self._live.place_board(match_id, board_id)

    async def lose_board(self, match_id: int) -> None:
        """Stores that the table's message is gone with its channel, so that nothing links to it any more."""
        await self._live.place_board(match_id, None)

    async def adopt_board(self, match_id: int, board_id: int) -> None:
        """Stores which public message shows the table, unless that's known. Raises: MatchOver."""
        await self._live.adopt_board(match_id, board_id)

    async def left_board(self, match_id: int) -> None:
        """Stores that the table's former message now says that the table has moved."""
        await self._live.left_board(match_id)

    async def note_drawn(self, match_id: int) -> None:
        """Stores that a closed table's message shows its end."""
        await self._store.note_drawn(match_id)
