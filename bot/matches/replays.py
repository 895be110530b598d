"""Closed matches to step through, and their records. Who sees whose hands is decided here. Knows no Discord."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from bot.errors import MatchOver, NotAllowed
from bot.matches.live import LiveMatches
from bot.matches.replaying import options_of
from bot.store import Store
from bot.tables.dailies import has_closed
from bot.tables.table import Table
from games.catalogue import GAMES
from games.core import Seat
from games.record import to_line, to_record
from games.steps import Replay

CACHED_REPLAYS = 64
"""Replays kept in memory, the latest ones. Each takes as much as its log and a few of its states."""

Sight = Seat | Literal["all"] | None
"""Whose hands a reader sees: one seat's, everyone's, or nobody's, like a spectator."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A closed match, and its states."""

    table: Table
    replay: Replay

    @property
    def is_open(self) -> bool:
        """Whether all hands lie open: only once a match was played to its end."""
        return self.table.phase == "over"

    def sights(self, user_id: int) -> tuple[Sight, ...]:
        """Whose hands this person may see; a replay begins with the first.

        Of a match that was broken off, nobody sees more than its rounds have shown, and what they knew themselves.
        """
        own = self.table.seat_of(user_id)
        first: tuple[Sight, ...] = (None,) if own is None else (own, None)
        if not self.is_open:
            return first
        others = (Seat(seat) for seat in range(len(self.table.sitters)) if seat != own)
        return (*first, "all", *others)


class Replays:
    """Replays closed matches, and keeps the latest in memory."""

    def __init__(self, store: Store, live: LiveMatches) -> None:
        self._store = store
        self._live = live
        self._kept: OrderedDict[int, Replay] = OrderedDict()

    async def table(self, match_id: int) -> Table:
        """The table of a match that can be replayed. Raises: NotAllowed with the reason why it can't."""
        try:
            table = (await self._live.get(match_id)).table
        except MatchOver:
            raise NotAllowed("This match is no longer stored.") from None
        if table.is_lesson:
            raise NotAllowed("Lessons can't be replayed.")
        if table.is_open:
            raise NotAllowed("This match isn't over yet.")
        if table.day is not None and not has_closed(table.day, self._live.now):
            raise NotAllowed("Others are still playing this daily. You can replay it once its day is over.")
        if table.phase == "outdated" or table.rules_version != GAMES[table.game].game.rules_version:
            raise NotAllowed("This match was played under older rules and can no longer be shown.")
        return table

    async def of(self, match_id: int) -> Replayed:
        """The match with this number. Raises: NotAllowed with the reason why it can't be replayed."""
        table = await self.table(match_id)
        replay = self._kept.get(match_id)
        if replay is None:
            log = await self._store.log(match_id)
            if not log:
                raise NotAllowed("This match never began, so there's nothing to replay.")
            replay = await asyncio.to_thread(Replay, GAMES[table.game].game, table.capacity, options_of(table), log)
            self._kept[match_id] = replay
        self._kept.move_to_end(match_id)
        if len(self._kept) > CACHED_REPLAYS:
            self._kept.popitem(last=False)
        return Replayed(table, replay)

    def drop(self, match_id: int) -> None:
        """Drops a replay from memory."""
        self._kept.pop(match_id, None)

    async def record(self, match_id: int, user_id: int) -> bytes:
        """The record of a match that was played out, for somebody who sat there. Shape: one line, with its end.

        Raises: NotAllowed with the reason why there is none.
        """
        table = await self.table(match_id)
        if table.seat_of(user_id) is None:
            raise NotAllowed("Only people who played in a match can download its record.")
        if table.phase != "over":
            raise NotAllowed("This match was broken off. Only matches that were played to the end have a record.")
        log = await self._store.log(match_id)
        record = await asyncio.to_thread(to_record, GAMES[table.game].game, table.capacity, options_of(table), log)
        return f"{to_line(record)}\n".encode()
