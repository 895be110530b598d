"""Stores results of matches that nobody has played."""

from dataclasses import replace

from bot.store import Store
from bot.tables.standings import Field, Result
from bot.tables.table import Person, Place
from games.core import Move, Seat
from tests.bot.people import HERE, draft

NOW = 1000


class Played:
    """Stores results of matches, as the store writes them."""

    def __init__(self, store: Store, guild_id: int = HERE.guild_id) -> None:
        self._store = store
        self._guild_id = guild_id

    async def __call__(
        self,
        *points: tuple[Person, int],
        at: int = NOW,
        guild_id: int | None = None,
        game: str = "bluff",
        field: Field = "people",
    ) -> None:
        """Stores a match in which these people got these points; the most points have won."""
        people = tuple(person for person, _ in points)
        place = Place(guild_id or self._guild_id, HERE.channel_id)
        table = await self._store.open(draft(*people, game=game, place=place, changed_at=at))
        most = max(gained for _, gained in points)
        ended = [
            Result(person.user_id, place.community_id, game, field, won=gained == most, points=gained)
            for person, gained in points
        ]
        await self._store.append(replace(table, version=1, phase="over"), 0, [Move(Seat(0), "x")], ended)
