"""Closing a table before its match is over: the players agree to end it, somebody cancels it, or nobody comes.

Knows no Discord. Whatever a method returns is already on disk.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from bot.errors import MatchOver, NotAllowed, StaleClick
from bot.logs import outline
from bot.matches.absences import seat_in_play
from bot.matches.live import LiveMatches
from bot.matches.match import Match
from bot.matches.overtaken import again_if_overtaken
from bot.store import Store
from bot.tables.standings import can_be_settled, is_agreed, loses_by_cancelling
from bot.tables.table import Phase, Table
from games.core import Seat

log = logging.getLogger(__name__)


class Endings:
    """The intents that end a match, one method for each."""

    def __init__(self, store: Store, live: LiveMatches) -> None:
        self._store = store
        self._live = live

    @again_if_overtaken
    async def settle(self, match_id: int, user_id: int) -> Match:
        """Votes to end a match that others have left. It ends, with the remaining players ahead, once they all agree.

        Raises: StaleClick if nobody has left; NotYourSeat, MatchOver or NotAllowed if this person does not play here.
        """
        async with self._live.locked(match_id) as match:
            seat = _remaining_seat(match, user_id)
            clock = match.table.clock(seat).returned().wishes("end")
            table = match.table.with_clock(seat, clock)
            if is_agreed(table):
                return await self._live.settle(replace(match, table=_with_everyone_here(table)))
            return await self._live.set_clock(match, seat, clock)

    @again_if_overtaken
    async def play_on(self, match_id: int, user_id: int) -> Match:
        """Votes to go on with a match that others have left. The player can still change their mind."""
        async with self._live.locked(match_id) as match:
            seat = _remaining_seat(match, user_id)
            return await self._live.set_clock(match, seat, match.table.clock(seat).returned().wishes("play"))

    @again_if_overtaken
    async def cancel(
        self, match_id: int, user_id: int, phase: Phase, *, moderator: bool, as_loss: bool | None = None
    ) -> Match:
        """Closes a table without a result, for its host or a moderator; it may count as lost for the host.

        Shape: `as_loss` is what the person was told about that, None if nothing was said.
        Raises: StaleClick if the table has left the phase that was to be cancelled, or `as_loss` is no longer true.
        """
        async with self._live.locked(match_id) as match:
            table = match.table
            if not table.is_open:
                raise MatchOver
            if table.phase != phase:
                raise StaleClick
            if not moderator and user_id != table.host_id:
                raise NotAllowed("Only the table's host or a moderator can do that.")
            loses = loses_by_cancelling(table, user_id, match.rounds_over, moderator=moderator)
            if as_loss is not None and as_loss != loses:
                raise StaleClick
            return await self._live.close(match, "cancelled", loser=table.seat_of(user_id) if loses else None)

    async def lapse(self, seconds: float, phase: Literal["lobby", "playing"], reaches: Callable[[int], bool]) -> None:
        """Closes every table in this phase that nobody has touched for this long, unless a clock runs there.

        Shape: `reaches` tells whether clicks arrive from a server, by its id. Tables elsewhere will get this time back.
        """
        before = self._live.now - int(seconds)
        for match_id in await self._store.unchanged_since(before, phase):
            try:
                await self._close_idle(match_id, phase, before, reaches)
            except MatchOver:
                pass  # deleted meanwhile
            except Exception as error:  # noqa: BLE001 - an error concerns only this table
                log.error("table %d could not be closed: %s", match_id, outline(error))

    @again_if_overtaken
    async def _close_idle(
        self, match_id: int, phase: Literal["lobby", "playing"], before: int, reaches: Callable[[int], bool]
    ) -> None:
        async with self._live.locked(match_id) as match:
            table = match.table
            is_waiting = any(clock.due_at is not None for clock in table.clocks)
            is_idle = table.phase == phase and table.changed_at < before and not is_waiting
            if is_idle and reaches(table.place.guild_id):
                await self._live.close(match, "lapsed" if phase == "lobby" else "deserted")


def _with_everyone_here(table: Table) -> Table:
    """The table with nobody away: agreeing to the end counts as coming back, however long ago it was."""
    for seat in table.remaining:
        table = table.with_clock(seat, table.clock(seat).returned())
    return table


def _remaining_seat(match: Match, user_id: int) -> Seat:
    """The seat of a person in a match that others have left. Raises: StaleClick if nobody has left."""
    seat = seat_in_play(match, user_id)
    if not can_be_settled(match.table):
        raise StaleClick
    return seat
