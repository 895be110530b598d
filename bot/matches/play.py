"""Moves by people and by computer players, and the results between rounds."""

from dataclasses import replace

from bot.errors import AlreadyCounted, MatchOver, NotYourTurn, Paused, StaleClick, TimeWasUp
from bot.matches.match import Match, own_seat, quick
from bot.matches.seats import seat_in_play
from bot.matches.service import Intents, intent
from games.catalogue import GAMES
from games.core import Action, Seat
from games.daily import mind

THEN = ";"
"""Separates the actions of one click, such as a bid and the dice shown with it."""


class Moves(Intents):
    """The intents of a seat that is asked to move or reads a result."""

    async def move(self, match_id: int, user_id: int, decision: int, text: str) -> Match:
        """Plays the actions in `text` for this person's seat. In a lesson or a daily match, the computer then moves.

        `text` has one or more actions with `;` between them; either all are played or none.
        Raises: MatchOver, NotYourSeat, Paused, NotYourTurn, StaleClick, MalformedAction, IllegalAction.
        """
        match = await self._move(match_id, user_id, decision, text)
        return await self.move_robots(match) if match.table.is_solo else match

    @intent
    async def _move(self, match: Match, user_id: int, decision: int, text: str) -> Match:
        seat = own_seat(match.table, user_id)
        if not match.table.is_open or match.is_late(self._live.now):
            raise MatchOver
        if match.table.phase == "playing":
            seat_in_play(match, user_id)
        if match.table.pause:
            raise Paused
        state = match.state
        if match.counted.get(seat) == decision:
            raise AlreadyCounted
        if match.missed.get(seat) == decision:
            raise TimeWasUp
        if state is None or state.decision != decision:
            raise StaleClick
        if seat not in state.to_act:
            raise NotYourTurn
        parse = GAMES[match.table.game].game.parse_action
        return await self._live.commit(match, seat, [parse(part) for part in text.split(THEN)])

    @intent
    async def move_robot(self, match: Match, seat: Seat, decision: int, *actions: Action) -> Match:
        """Makes a computer player's moves for one turn. Does nothing if the match has moved on in the meantime."""
        if seat != match.robot_to_act or match.state is None or match.state.decision != decision:
            return match
        return await self._live.commit(match, seat, actions, by="computer")

    async def move_robots(self, match: Match) -> Match:
        """Plays every computer player's turn at once, until a person is to act; returns the match."""
        while (seat := match.robot_to_act) is not None:
            # In a daily match, chance and the computer players are the same for everyone.
            rng = self._live.rng if match.table.day is None or match.seal is None else mind(match.seal, match.length)
            action = quick(match.table.game, match.level(seat), match.view(seat), rng)
            match = await self.move_robot(match.table.id, seat, match.decision, action)
        return match

    @intent
    async def go_on(self, match: Match, user_id: int, decision: int) -> Match:
        """Notes that this person has read the result. The next round begins once all of its readers have.

        Does nothing if that result is no longer on the table.
        Raises: Paused, NotYourSeat, MatchOver, or NotAllowed if this person no longer plays.
        """
        seat = seat_in_play(match, user_id)
        if match.table.pause:
            raise Paused
        hold = match.table.hold
        if hold is None or match.decision != decision or seat in hold.gone_on:
            return match
        hold = replace(hold, gone_on=(*hold.gone_on, seat))
        if match.readers <= set(hold.gone_on):
            return await self._live.go_on(match)
        return self._live.keep(await self._live.note(match, replace(match.table, hold=hold)))

    @intent
    async def end_reveal(self, match: Match) -> Match:
        """Begins the next round if the result has stood for long enough, and somebody waits for it."""
        ends = match.table.hold_ends
        if ends is None or ends > self._live.now:
            return match
        return await self._live.go_on(match)
