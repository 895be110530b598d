"""Daily matches: one try for each person, game and day, with the same deal for everyone."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.errors import NotAllowed, NotYourSeat, VersionConflict
from bot.matches.lobby import Lobby
from bot.matches.match import Match, moves_of
from bot.matches.play import Moves
from bot.matches.service import Intents, LiveMatches, intent
from bot.tables.periods import day_of, earliest_open
from bot.tables.table import Person, Place, Robot, Table, name_robots
from games.catalogue import GAMES
from games.core import Action, Move


class DailyMatches(Intents):
    """The intents around a daily match."""

    def __init__(self, live: LiveMatches, lobby: Lobby, play: Moves) -> None:
        super().__init__(live)
        self._lobby = lobby
        self._play = play

    @property
    def today(self) -> int:
        """The day whose deal can be begun now. Units: days since 1970, each from midnight to midnight in UTC."""
        return day_of(self._live.now)

    @property
    def earliest_open(self) -> int:
        """The earliest day whose matches can still be played. Units: as for `today`."""
        return earliest_open(self._live.now)

    async def take(self, game: str, *, place: Place, player: Person) -> Match:
        """This person's only match of today, wherever they began it; begins it if they haven't yet.

        Raises: NotAllowed if it has been deleted since, with its server or with the person's data.
        """
        day, daily = self.today, GAMES[game].daily
        robots = name_robots([Robot(daily.level)] * (daily.seats - 1), [], f"daily {day} {game}")
        while True:
            found = (await self._store.dailies.tries(player.user_id, day)).get(game)
            if found is not None:
                return await self._go_on(found.match_id, player.user_id)
            with suppress(VersionConflict):  # by a second click, here or on another server, so there is one now
                await self._lobby.open(
                    game,
                    options=daily.options,
                    capacity=daily.seats,
                    place=place,
                    host=player,
                    robots=robots,
                    day=day,
                )

    async def resume(self, match_id: int, user_id: int) -> Match:
        """The daily match with this number, for its player alone. Raises: NotYourSeat."""
        table = (await self._live.get(match_id)).table
        if table.day is None or table.seat_of(user_id) is None:
            raise NotYourSeat
        return await self._go_on(match_id, user_id)

    async def _go_on(self, match_id: int | None, user_id: int) -> Match:
        """The match, waiting for its player or closed, whatever it was doing when the bot was last stopped."""
        if match_id is None:
            raise NotAllowed("You've already played this daily, and your match is no longer stored.")
        match = await self._live.get(match_id)
        if match.table.phase == "lobby":
            with suppress(NotAllowed):  # a second click has already started it
                await self._lobby.start(match_id, user_id)
            match = await self._live.get(match_id)
        return await (self._close(match_id) if match.is_late(self._live.now) else self._play.move_robots(match))

    async def lapse(self) -> None:
        """Closes the matches of earlier days that were not finished in time, without a result."""
        await self._close_each(await self._store.dailies.closing(self.earliest_open), self._close)

    @intent
    async def _close(self, match: Match) -> Match:
        """Closes a match without a result if its day is over."""
        is_due = match.table.is_open and match.is_late(self._live.now)
        return await self._live.close(match, "lapsed") if is_due else match


NOBODY_KNOWN = 0
"""In place of the id of a player who isn't named."""


@dataclass(frozen=True, slots=True)
class DailyDecision:
    """Decision of the player: what they knew, what everyone could see, and what they did."""

    view: Any
    seen: Any
    action: Action


def decisions(table: Table, log: Sequence[Move]) -> list[DailyDecision]:
    """Every decision of the match's only person, without moves that had no alternative."""
    return [
        DailyDecision(view, move.before.view(None), move.action)
        for move in moves_of(table, log)
        if move.seat in table.seats_of_people and (view := move.before.view(move.seat)).forced_action is None
    ]


def under_name(table: Table, name: str) -> Table:
    """The table with this name in place of its player's."""
    sitters = (Person(NOBODY_KNOWN, name) if isinstance(one, Person) else one for one in table.sitters)
    return replace(table, sitters=tuple(sitters))
