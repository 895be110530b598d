"""Makes the keys from which the rolls and deals of matches follow: a fresh one for each, or the day's. Shows none."""

from hmac import digest
from random import Random

from bot.store import DailyStore
from bot.tables.table import Table
from games.sealed import KEY_BYTES


class Keys:
    """Makes keys. The one to a daily match follows from a secret, its day and its game, so everyone has the same."""

    def __init__(self, store: DailyStore, rng: Random, shared: str = "") -> None:
        """Shape: `rng` makes all other keys. `shared` is a secret of several bots; "" for the one in the database."""
        self._store = store
        self._rng = rng
        self._secret = shared.encode()

    async def make(self, draft: Table) -> bytes:
        """The key to the deals of a table that is about to be opened. Shape: 32 bytes."""
        if draft.day is None:
            return self._rng.randbytes(KEY_BYTES)
        if not self._secret:
            self._secret = await self._store.secret()
        return digest(self._secret, f"finte daily\nday {draft.day}\ngame {draft.game}\n".encode("ascii"), "sha256")
