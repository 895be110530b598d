"""Stores results of matches that nobody has played."""

from dataclasses import replace

from bot.store.store import Store
from bot.tables.match_result import MatchResult, Participant
from bot.tables.ratings import computer_rating
from bot.tables.standings import Field, Result
from bot.tables.table import Person, Place
from games.core import Move, Seat
from tests.bot.people import HERE, draft

NOW = 1000

MEDIUM = Participant(level="medium", rating=computer_rating(25), place=2)


def ending(
    match_id: int, *points: tuple[Person, int], community_id: int, game: str, field: Field, at: int
) -> MatchResult:
    """The end of a match in which these people got these points; the most points have won.

    Against the computer, the one person has finished ahead of one computer player.
    """
    order = [gained for _, gained in points]
    people = [
        Participant(
            user_id=person.user_id,
            place=1 + sum(other > gained for other in order),
            result=Result(person.user_id, won=gained == max(order), points=gained),
            has_finished=True,
        )
        for person, gained in points
    ]
    robots = [MEDIUM] if field == "computer" else []
    return MatchResult(match_id, community_id, game, field, "live", at, (*people, *robots))


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
    ) -> int:
        """Stores a match in which these people got these points; the most points have won. Returns its number."""
        people = tuple(person for person, _ in points)
        place = Place(guild_id or self._guild_id, HERE.channel_id)
        table = await self._store.open(draft(*people, game=game, place=place, changed_at=at))
        ended = ending(table.id, *points, community_id=place.community_id, game=game, field=field, at=at)
        await self._store.append(replace(table, version=1, phase="over"), 0, [Move(Seat(0), "x")], ended)
        return table.id
