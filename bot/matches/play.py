"""Moves, by people and by computer players. Knows no Discord. What a method returns is on the disk."""

from random import Random

from bot.errors import AlreadyCounted, MatchOver, NotYourSeat, NotYourTurn, StaleClick, TimeWasUp
from bot.matches.absences import seat_in_play
from bot.matches.live import LiveMatches
from bot.matches.match import Match
from bot.workers.thinking import quick
from games.catalogue import GAMES
from games.core import Action, Seat

THEN = ";"
"""Between the actions of one click: a bid and what is shown with it."""


class Play:
    """The intents of a seat that is to act, one method each."""

    def __init__(self, live: LiveMatches, rng: Random) -> None:
        """Shape: `rng` is the chance of the computer players of lessons."""
        self._live = live
        self._rng = rng

    async def move(self, match_id: int, user_id: int, decision: int, text: str) -> Match:
        """Plays what the text says for this person's seat; in a lesson the others move at once.

        Shape: one action's text, or several of them with `;` between: all are played, or none.
        Raises: MatchOver, NotYourSeat, NotYourTurn, StaleClick, MalformedAction, IllegalAction.
        """
        match = await self._move(match_id, user_id, decision, text)
        return await self.robots_moved(match) if match.table.is_lesson else match

    async def _move(self, match_id: int, user_id: int, decision: int, text: str) -> Match:
        async with self._live.locked(match_id) as match:
            seat = match.table.seat_of(user_id)
            if seat is None:
                raise NotYourSeat
            if not match.table.is_open:
                raise MatchOver
            if match.table.phase == "playing":
                seat_in_play(match, user_id)
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

    async def move_robot(self, match_id: int, seat: Seat, decision: int, *actions: Action) -> Match:
        """Makes the moves of a computer player's turn; nothing happens where the match has moved on meanwhile."""
        async with self._live.locked(match_id) as match:
            if seat != match.robot_to_act or match.state is None or match.state.decision != decision:
                return match
            return await self._live.commit(match, seat, actions, by="computer")

    async def robots_moved(self, match: Match) -> Match:
        """The match once no computer player is to act: they move at once."""
        while (seat := match.robot_to_act) is not None:
            action = quick(match.table.game, match.level(seat), match.view(seat), self._rng)
            match = await self.move_robot(match.table.id, seat, match.decision, action)
        return match
