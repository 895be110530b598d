"""Empty chairs and early ends: turns that run out, coming back, leaving, replacing, agreeing to end, cancelling.

Whatever a method returns is already on disk.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Literal

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick
from bot.logs import outline
from bot.matches.match import STAND_IN, Match, quick
from bot.matches.service import LiveMatches, again_if_conflict
from bot.store.store import Store
from bot.tables.standings import can_be_settled, is_agreed, loses_by_cancelling, loses_by_leaving
from bot.tables.table import Person, Phase, Table
from games.core import Seat

log = logging.getLogger(__name__)


class Seats:
    """Actions that empty, fill or close seats, one method for each."""

    def __init__(self, store: Store, live: LiveMatches, rng: Random) -> None:
        self._store = store
        self._live = live
        self._rng = rng

    @again_if_conflict
    async def time_out(self, match_id: int) -> Match:
        """Has the computer move for everyone whose time has run out."""
        async with self._live.locked(match_id) as found:
            match = found
            while (seat := match.seat_out_of_time(self._live.now)) is not None:
                match = await self._move(match, seat, by="clock")
                while match.state and match.state.to_act == {seat}:
                    # Everyone still waits for this player to finish one turn, such as to lead as well: one miss.
                    match = await self._move(match, seat, by="computer")
            return match

    async def _move(self, match: Match, seat: Seat, *, by: Literal["clock", "computer"]) -> Match:
        action = quick(match.table.game, STAND_IN, match.view(seat), self._rng)
        return await self._live.commit(match, seat, [action], by=by)

    @again_if_conflict
    async def come_back(self, match_id: int, user_id: int) -> Match:
        """Returns a seat to a player who was away. Raises: NotAllowed if they have left for good."""
        async with self._live.locked(match_id) as match:
            seat = seat_in_play(match, user_id)
            clock = match.table.clock(seat)
            return match if clock.presence == "here" else await self._live.set_clock(match, seat, clock.returned())

    @again_if_conflict
    async def quit(self, match_id: int, user_id: int) -> Match:
        """Leaves a match for good: it is lost, and the computer plays on. The last one to leave closes the match."""
        async with self._live.locked(match_id) as match:
            return await self._give_up(match, seat_in_play(match, user_id))

    @again_if_conflict
    async def replace(self, match_id: int, user_id: int, seat: Seat, *, moderator: bool) -> Match:
        """Gives the seat of an absent player to the computer for good, at the request of the host or a moderator."""
        async with self._live.locked(match_id) as match:
            if match.table.phase != "playing":
                raise MatchOver
            if not (moderator or match.table.is_run_by(user_id)):
                if user_id == match.table.host_id:
                    raise NotAllowed("You're marked as away. Press *I'm back* first.")
                raise NotAllowed("Only the table's host or a moderator can do that.")
            if match.table.clock(seat).presence != "away":
                raise NotAllowed("That player is back, so the seat stays theirs.")
            return await self._give_up(match, seat)

    async def _give_up(self, match: Match, seat: Seat) -> Match:
        """Empties a seat for good. If it was the host's, somebody who is here becomes the host."""
        table = match.table
        others = [other for other in table.remaining if other != seat]
        if not others and not loses_by_leaving(table, match.rounds_over):
            return await self._live.close(match, "cancelled")
        if not others:
            return await self._live.close(match, "deserted", loser=seat)
        heirs = [other for other in others if table.is_here(other)] or others
        people = [sitter.user_id for other in heirs if isinstance(sitter := table.sitters[other], Person)]
        new_host = people[0] if table.seat_of(table.host_id) == seat else None
        return await self._live.set_clock(match, seat, table.clock(seat).gone(), host_id=new_host)

    @again_if_conflict
    async def note_ping(self, match_id: int, seat: Seat, asked_at: int, ping_id: int | None) -> bool:
        """Stores the message that pinged a player for the turn that began at `asked_at`. No page shows it.

        Shape: `ping_id` is POSTING before it's posted, and None if it was deleted or could not be posted. Returns
        False, and stores nothing, if that turn is already over.
        """
        async with self._live.locked(match_id) as match:
            clock = match.table.clock(seat)
            if ping_id is not None and clock.asked_at != asked_at:
                return False
            called = replace(clock, ping_id=ping_id, pinged=asked_at)
            await self._live.note(match, match.table.with_clock(seat, called))
            return True

    @again_if_conflict
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

    @again_if_conflict
    async def play_on(self, match_id: int, user_id: int) -> Match:
        """Votes to go on with a match that others have left. The player can still change their mind."""
        async with self._live.locked(match_id) as match:
            seat = _remaining_seat(match, user_id)
            return await self._live.set_clock(match, seat, match.table.clock(seat).returned().wishes("play"))

    @again_if_conflict
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
        for match_id in await self._store.unchanged_since(before, phase, self._live.service_clock):
            try:
                await self._close_idle(match_id, phase, before, reaches)
            except MatchOver:
                pass  # deleted meanwhile
            except Exception as error:  # noqa: BLE001 - an error concerns only this table
                log.error("table %d could not be closed: %s", match_id, outline(error))

    @again_if_conflict
    async def _close_idle(
        self, match_id: int, phase: Literal["lobby", "playing"], before: int, reaches: Callable[[int], bool]
    ) -> None:
        async with self._live.locked(match_id) as match:
            table = match.table
            is_waiting = any(clock.due_at is not None for clock in table.clocks)
            is_idle = table.phase == phase and table.changed_at < before and not is_waiting
            if is_idle and reaches(table.place.guild_id):
                await self._live.close(match, "lapsed" if phase == "lobby" else "deserted")


def seat_in_play(match: Match, user_id: int) -> Seat:
    """The seat this person plays. Raises: NotYourSeat; MatchOver if no match is under way; NotAllowed if they left."""
    seat = match.table.seat_of(user_id)
    if seat is None:
        raise NotYourSeat
    if match.table.phase != "playing":
        raise MatchOver
    if match.table.clock(seat).presence == "left":
        raise NotAllowed("You left this match: the computer is playing for you.")
    return seat


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
