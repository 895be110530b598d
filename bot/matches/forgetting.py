"""Forgets a person while the bot runs: they leave their tables first, and nothing in memory remembers them afterwards.

Knows no Discord. If the process is killed on the way, either everything is deleted or the person can ask again.
"""

import logging
from collections.abc import Callable
from contextlib import suppress

from bot.errors import Busy, MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.store import Forgotten, PrivacyStore, StillSeated, Store
from games.core import PlayerError

log = logging.getLogger(__name__)

TRIES = 5
"""How often to start again if the person sits down somewhere else meanwhile."""


class Forgetting:
    """Deletes what is kept about people."""

    def __init__(self, matches: Matches, store: Store, privacy: PrivacyStore) -> None:
        self.on_forgotten: list[Callable[[int], None]] = []
        """Called with the user id once the disk knows nothing of it any more. Whatever keeps ids in memory listens."""
        self._matches = matches
        self._store = store
        self._privacy = privacy

    async def forget(self, user_id: int) -> Forgotten:
        """Makes a person leave their tables, and deletes what is about them. Raises: Busy if they keep sitting down."""
        for _ in range(TRIES):
            tables = await self._leave_tables(user_id)
            ids = await self._privacy.matches_of(user_id)
            shown = [match_id for match_id in ids if match_id in tables]
            day = self._matches.dailies.earliest_open
            with suppress(StillSeated):
                async with self._matches.rewriting(ids):
                    forgotten = await self._privacy.forget(user_id, ids, shown=shown, since=day)
                for listener in self.on_forgotten:  # at once: what memory still knew, a click would store again
                    listener(user_id)
                await self._privacy.empty_log()
                await self._announce(shown)
                return forgotten
        raise Busy

    async def _leave_tables(self, user_id: int) -> set[int]:
        """Leaves every open table, as by the button. Shape: the open tables at which they had sat down."""
        opened = await self._privacy.open_tables_of(user_id)
        for table in await self._store.open_tables_of(user_id):
            leave = self._matches.lobby.leave if table.phase == "lobby" else self._matches.absences.quit
            with suppress(PlayerError):  # the match has started or ended meanwhile
                await leave(table.id, user_id)
        return set(opened)

    async def _announce(self, tables: list[int]) -> None:
        for match_id in tables:
            try:
                await self._matches.announce(match_id)
            except MatchOver:
                log.info("table %d was played in direct messages, and is gone", match_id)
            except Exception as error:  # noqa: BLE001 - the data is gone; this table will be shown anew later
                log.error("table %d cannot be shown without a name: %s", match_id, outline(error))
