"""Lessons: private matches against computer players, one at a time for each person and game. Knows no Discord."""

from contextlib import suppress

from bot.errors import NotAllowed
from bot.matches.live import LiveMatches
from bot.matches.lobby import Lobby
from bot.matches.match import Match
from bot.matches.overtaken import again_if_overtaken
from bot.matches.play import Play
from bot.store import Store, Taken
from bot.tables.table import Person, Place, Robot
from games.catalogue import GAMES
from games.core import Options


class Lessons:
    """The intents around a lesson, one method for each."""

    def __init__(self, store: Store, live: LiveMatches, lobby: Lobby, play: Play) -> None:
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
                with suppress(Taken):  # by a second click, so there is one now
                    await self._lobby.open(
                        game, options=options, capacity=seats, place=place, host=learner, robots=robots, is_lesson=True
                    )
            elif match.table.phase == "lobby":
                with suppress(NotAllowed):  # a second click has already started it
                    await self._lobby.start(match.table.id, learner.user_id)
            elif match.table.phase == "playing":
                return await self._play.move_robots(match)

    @again_if_overtaken
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
