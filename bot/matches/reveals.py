"""The pause after a round, while people read its result. Whatever a method returns is already on disk."""

from dataclasses import replace

from bot.matches.absences import seat_in_play
from bot.matches.live import LiveMatches
from bot.matches.match import Match
from bot.matches.overtaken import again_if_overtaken


class Reveals:
    """The intents around a result, one method for each."""

    def __init__(self, live: LiveMatches) -> None:
        self._live = live

    @again_if_overtaken
    async def go_on(self, match_id: int, user_id: int, decision: int) -> Match:
        """Notes that this person has read the result. The next round begins once all of its readers have.

        Shape: the unchanged match if that result is no longer on the table.
        Raises: NotYourSeat, MatchOver, or NotAllowed if this person no longer plays.
        """
        async with self._live.locked(match_id) as match:
            seat = seat_in_play(match, user_id)
            hold = match.table.hold
            if hold is None or match.decision != decision or seat in hold.gone_on:
                return match
            hold = replace(hold, gone_on=(*hold.gone_on, seat))
            if match.readers <= set(hold.gone_on):
                return await self._live.go_on(match)
            return await self._live.set_hold(match, hold)

    @again_if_overtaken
    async def end(self, match_id: int) -> Match:
        """Begins the next round if the result has stood for long enough, and somebody waits for it."""
        async with self._live.locked(match_id) as match:
            ends = match.table.hold_ends
            if ends is None or ends > self._live.now:
                return match
            return await self._live.go_on(match)
