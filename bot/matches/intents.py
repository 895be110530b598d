"""Everything that can be done at a table, sorted by kind. Each intent checks who may do it, does it, and stores it."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from bot.errors import NotAllowed, VersionConflict
from bot.matches.dailies import DailyMatches
from bot.matches.history import Replays, Verifying
from bot.matches.lobby import Lobby
from bot.matches.match import Match
from bot.matches.play import Moves
from bot.matches.seats import Seats
from bot.matches.service import Intents, LiveMatches, intent
from bot.store.store import Store
from bot.tables.table import Person, Place, QuietHours, Robot
from games.catalogue import GAMES
from games.core import Options


class LessonMatches(Intents):
    """The intents around a lesson."""

    def __init__(self, live: LiveMatches, lobby: Lobby, play: Moves) -> None:
        super().__init__(live)
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

    @intent
    async def end(self, match: Match) -> Match:
        """Ends a lesson that has taught everything. Does nothing if it has already ended."""
        is_running = match.table.is_lesson and match.table.phase == "playing"
        return await self._live.close(match, "over") if is_running else match

    async def lapse(self, seconds: float) -> None:
        """Closes every lesson that its learner has not touched for this long, without replaying any."""
        before = self._live.now - int(seconds)
        if await self._store.end_lessons(before):
            self._live.forget_lessons(before)


class Matches(LiveMatches):
    """All tables of this bot."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float],
        rng: Random,
        quiet: QuietHours = lambda _: None,
        reveal_seconds: float = 0,
        daily_secret: str = "",
    ) -> None:
        """`daily_secret` as for Lobby; the other arguments are as for LiveMatches."""
        super().__init__(store, clock=clock, rng=rng, quiet=quiet, reveal_seconds=reveal_seconds)
        self.lobby = Lobby(self, daily_secret)
        self.play = Moves(self)
        self.lessons = LessonMatches(self, self.lobby, self.play)
        self.dailies = DailyMatches(self, self.lobby, self.play)
        self.seats = Seats(self)
        self.replays = Replays(self)
        self.verifying = Verifying(self)
