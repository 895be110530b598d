"""Who is not there: turns that run out, coming back, leaving a match, and the bot's own absence.

Knows no Discord. What a method returns is on the disk.
"""

import logging
from dataclasses import replace
from random import Random
from typing import Literal

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.matches.live import LiveMatches
from bot.matches.match import Match
from bot.tables.standings import loses_by_leaving
from bot.tables.table import Person, Table
from bot.workers.thinking import STAND_IN, quick
from games.core import Seat

log = logging.getLogger(__name__)


class Absences:
    """The intents around an empty chair, one method each."""

    def __init__(self, live: LiveMatches, rng: Random) -> None:
        self._live = live
        self._rng = rng

    async def time_out(self, match_id: int) -> Match:
        """Lets the computer move for everyone whose time has run out."""
        async with self._live.locked(match_id) as found:
            match = found
            while (seat := match.is_up(self._live.now)) is not None:
                match = await self._moved(match, seat, by="clock")
                while match.state and match.state.to_act == {seat}:
                    # All still wait for this one player, with a lead or what goes with a bid: that is one miss.
                    match = await self._moved(match, seat, by="computer")
            return match

    async def _moved(self, match: Match, seat: Seat, *, by: Literal["clock", "computer"]) -> Match:
        action = quick(match.table.game, STAND_IN, match.view(seat), self._rng)
        return await self._live.commit(match, seat, [action], by=by)

    async def come_back(self, match_id: int, user_id: int) -> Match:
        """Gives a seat that the computer has kept back to its player."""
        async with self._live.locked(match_id) as match:
            seat = seat_in_play(match, user_id)
            clock = match.table.clock(seat)
            return match if clock.presence == "here" else await self._live.set_clock(match, seat, clock.returned())

    async def quit(self, match_id: int, user_id: int) -> Match:
        """Leaves a match for good: the computer takes the seat, and the match is lost. The last to leave closes it."""
        async with self._live.locked(match_id) as match:
            return await self._give_up(match, seat_in_play(match, user_id))

    async def replace(self, match_id: int, user_id: int, seat: Seat, *, moderator: bool) -> Match:
        """Has the computer keep the seat of someone who is away, for the host or a moderator."""
        async with self._live.locked(match_id) as match:
            if match.table.phase != "playing":
                raise MatchOver
            if not (moderator or match.table.is_run_by(user_id)):
                if user_id == match.table.host_id:
                    raise NotAllowed("You're away yourself. Press *I'm back* first.")
                raise NotAllowed("Only the table's host or a moderator can do that.")
            if match.table.clock(seat).presence != "away":
                raise NotAllowed("That player is back, so the seat stays theirs.")
            return await self._give_up(match, seat)

    async def _give_up(self, match: Match, seat: Seat) -> Match:
        """Empties a seat for good; whoever is there is host then."""
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

    async def note_ping(self, match_id: int, seat: Seat, asked_at: int, ping_id: int | None) -> bool:
        """Remembers the ping that has called a player for what they were asked at that moment; None: it is gone.

        Shape: false where they are not asked for that any more.
        """
        async with self._live.locked(match_id) as match:
            clock = match.table.clock(seat)
            if ping_id is not None and clock.asked_at != asked_at:
                return False
            await self._live.set_clock(match, seat, replace(clock, ping_id=ping_id, pinged=asked_at))
            return True

    async def credit(self, seconds: int) -> list[Table]:
        """Gives every player back the time in which the bot was not there. Nobody is told but the caller."""
        return await self._live.shift_clocks(seconds)


def seat_in_play(match: Match, user_id: int) -> Seat:
    """Where this person plays. Raises: NotYourSeat; MatchOver where there is no match under way."""
    seat = match.table.seat_of(user_id)
    if seat is None:
        raise NotYourSeat
    if match.table.phase != "playing":
        raise MatchOver
    if match.table.clock(seat).presence == "left":
        raise NotAllowed("You left this match: the computer is playing your seat.")
    return seat
