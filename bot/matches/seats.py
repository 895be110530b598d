"""Empty chairs and early ends: turns that run out, coming back, leaving, replacing, agreeing to end, cancelling."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from bot.errors import MatchOver, NotAllowed, StaleClick
from bot.matches.match import STAND_IN, Match, own_seat, quick
from bot.matches.service import Intents, intent
from bot.tables.standings import can_be_settled, is_agreed, loses_by_cancelling, loses_by_leaving
from bot.tables.table import PAUSE_SECONDS, Pause, Person, Phase, Table
from bot.words import phrase
from games.core import Seat

AWAY = phrase("You're marked as away. Press *I'm back* first.")


class Seats(Intents):
    """The intents that empty, fill or close seats."""

    @intent
    async def time_out(self, match: Match) -> Match:
        """Has the computer move for everyone whose time has run out."""
        while (seat := match.seat_out_of_time(self._live.now)) is not None:
            match = await self._stand_in(match, seat)
        return match

    @intent
    async def skip(self, match: Match, user_id: int, decision: int) -> Match:
        """Has the computer move for everyone else whose turn has become long, at the request of a player who is here.

        It counts as if their time had run out.
        Raises: StaleClick if there's nobody; NotYourSeat, MatchOver or NotAllowed if this person doesn't play here.
        """
        own = seat_in_play(match, user_id)
        if not match.table.is_here(own):
            raise NotAllowed(AWAY)
        if match.decision != decision or not match.long_turns - {own}:
            raise StaleClick
        while others := match.long_turns - {own}:
            match = await self._stand_in(match, min(others))
        return match

    @intent
    async def note_long_turns(self, match: Match) -> Match:
        """Offers everyone the move of a player whose turn has become long."""
        table = match.table
        for seat in () if table.pause else table.present:
            moment = table.clock(seat).long_from(table.pace)
            if moment is not None and moment <= self._live.now:
                table = table.with_clock(seat, replace(table.clock(seat), is_long=True))
        return match if table is match.table else self._live.keep(await self._live.note(match, table))

    async def _stand_in(self, match: Match, seat: Seat) -> Match:
        """Makes the computer's moves for one turn that a player has missed."""
        match = await self._move(match, seat, by="clock")
        while match.state and match.state.to_act == {seat}:
            # Everyone still waits for this player to finish one turn, such as to lead as well: one miss.
            match = await self._move(match, seat, by="computer")
        return match

    async def _move(self, match: Match, seat: Seat, *, by: Literal["clock", "computer"]) -> Match:
        action = quick(match.table.game, STAND_IN, match.view(seat), self._live.rng)
        return await self._live.commit(match, seat, [action], by=by)

    @intent
    async def come_back(self, match: Match, user_id: int) -> Match:
        """Returns a seat to a player who was away. Raises: NotAllowed if they have left for good."""
        seat = seat_in_play(match, user_id)
        clock = match.table.clock(seat)
        return match if clock.presence == "here" else await self._live.set_clock(match, seat, clock.returned())

    @intent
    async def quit(self, match: Match, user_id: int) -> Match:
        """Leaves a match for good: it is lost, and the computer plays on. The last one to leave closes the match."""
        return await self._give_up(match, seat_in_play(match, user_id))

    @intent
    async def replace(self, match: Match, user_id: int, seat: Seat, *, moderator: bool) -> Match:
        """Gives the seat of an absent player to the computer for good, at the request of the host or a moderator."""
        if match.table.phase != "playing":
            raise MatchOver
        if not (moderator or match.table.is_run_by(user_id)):
            if user_id == match.table.host_id:
                raise NotAllowed(AWAY)
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

    @intent
    async def note_ping(self, match: Match, seat: Seat, asked_at: int, ping_id: int | None) -> bool:
        """Stores the message that pinged a player for the turn that began at `asked_at`. No page shows it.

        `ping_id` is POSTING before it's posted, and None if it was deleted or could not be posted. Returns False, and
        stores nothing, if that turn is already over.
        """
        clock = match.table.clock(seat)
        if ping_id is not None and clock.asked_at != asked_at:
            return False
        called = replace(clock, ping_id=ping_id, pinged=asked_at)
        await self._live.note(match, match.table.with_clock(seat, called))
        return True

    @intent
    async def settle(self, match: Match, user_id: int) -> Match:
        """Votes to end a match that others have left. It ends, with the remaining players ahead, once they all agree.

        Raises: StaleClick if nobody has left; NotYourSeat, MatchOver or NotAllowed if this person does not play here.
        """
        seat = _remaining_seat(match, user_id)
        clock = match.table.clock(seat).returned().wishes("end")
        table = match.table.with_clock(seat, clock)
        if is_agreed(table):
            return await self._live.settle(replace(match, table=_with_everyone_here(table)))
        return await self._live.set_clock(match, seat, clock)

    @intent
    async def play_on(self, match: Match, user_id: int) -> Match:
        """Votes to go on with a match that others have left. The player can still change their mind."""
        seat = _remaining_seat(match, user_id)
        return await self._live.set_clock(match, seat, match.table.clock(seat).returned().wishes("play"))

    @intent
    async def ask_pause(self, match: Match, user_id: int) -> Match:
        """Votes to pause the match, which stands still once everyone who hasn't left for good agrees.

        Raises: StaleClick if it's paused already, or nobody waits; NotYourSeat, MatchOver or NotAllowed if they left.
        """
        seat, table = seat_in_play(match, user_id), match.table
        if table.pause or table.enforced_pace is None:
            raise StaleClick
        clock = table.clock(seat).returned().wishes("pause")
        table = table.with_clock(seat, clock)
        if all(table.clock(other).wish == "pause" for other in table.remaining):
            clocks = tuple(one.wishes(None) if one.wish == "pause" else one for one in table.clocks)
            now, clock = self._live.now, clock.wishes(None)
            table = replace(table, clocks=clocks, pause=Pause(now, now + PAUSE_SECONDS))
        return await self._live.set_clock(replace(match, table=table), seat, clock)

    @intent
    async def take_back_pause(self, match: Match, user_id: int) -> Match:
        """Takes back a vote for a pause. Raises: StaleClick if they have none; otherwise as `ask_pause`."""
        seat = seat_in_play(match, user_id)
        clock = match.table.clock(seat)
        if clock.wish != "pause":
            raise StaleClick
        return await self._live.set_clock(match, seat, clock.returned().wishes(None))

    @intent
    async def resume(self, match: Match, user_id: int) -> Match:
        """Asks to go on with a paused match. It goes on once everyone who is here has asked.

        Raises: StaleClick if it isn't paused; otherwise as `ask_pause`.
        """
        seat, pause = seat_in_play(match, user_id), match.table.pause
        if pause is None:
            raise StaleClick
        pause = replace(pause, gone_on=(*(other for other in pause.gone_on if other != seat), seat))
        table = replace(match.table, pause=pause)
        return await self._live.set_clock(replace(match, table=table), seat, table.clock(seat).returned())

    @intent
    async def end_pause(self, match: Match) -> Match:
        """Goes on with a match whose pause has lasted its time."""
        pause = match.table.pause
        return await self._live.resume(match) if pause and pause.until <= self._live.now else match

    @intent
    async def cancel(
        self, match: Match, user_id: int, phase: Phase, *, moderator: bool, as_loss: bool | None = None
    ) -> Match:
        """Closes a table without a result, for its host or a moderator; it may count as lost for the host.

        `as_loss` is what the person was told about that, None if nothing was said.
        Raises: StaleClick if the table has left the phase that was to be cancelled, or `as_loss` is no longer true.
        """
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

        `reaches` tells whether clicks arrive from a server, by its id. Tables elsewhere will get this time back.
        """
        before = self._live.now - int(seconds)
        idle = await self._store.unchanged_since(before, phase, self._live.service_clock)
        await self._close_each(idle, lambda match_id: self._close_idle(match_id, phase, before, reaches))

    @intent
    async def _close_idle(
        self, match: Match, phase: Literal["lobby", "playing"], before: int, reaches: Callable[[int], bool]
    ) -> None:
        table = match.table
        is_waiting = table.pause or any(clock.due_at is not None for clock in table.clocks)
        is_idle = table.phase == phase and table.changed_at < before and not is_waiting
        if is_idle and reaches(table.place.guild_id):
            await self._live.close(match, "lapsed" if phase == "lobby" else "deserted")


def seat_in_play(match: Match, user_id: int) -> Seat:
    """The seat this person plays. Raises: NotYourSeat; MatchOver if no match is under way; NotAllowed if they left."""
    seat = own_seat(match.table, user_id)
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
