"""Daily matches on disk: one try for each person, game and day, and how everybody did. The first row is the claim.

Also the days on which somebody solved the day's puzzle, and those on which a daily was finished on a server.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hmac import digest
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, put_new
from bot.store.schema import dailies, matches, preferences, secret_values, server_days, sitters, solved_puzzles
from bot.store.tables import IS_OPEN
from bot.tables.periods import DailyScore, Field
from bot.tables.table import Table

KEPT_AS = "daily"
"""Under which name the secret is stored from which every day's key is derived."""

SECRET_BYTES = 32

MARK_BYTES = 7
"""Length of a mark: with its sign, it fits into a column with Discord's ids."""


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's only try at a day's match. Shape: `match_id` is None once the match is no longer kept.

    `score` is None until it has been played to its end, and for good if the day closed before.
    """

    day: int
    game: str
    user_id: int
    match_id: int | None
    score: DailyScore | None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line among a day's best. Shape: `name` is the one that the person had on this server."""

    user_id: int
    name: str
    score: DailyScore


@dataclass(frozen=True, slots=True)
class Finisher:
    """Somebody who has finished a daily match of a game. Shape: `name` is the one that they had on this server."""

    user_id: int
    name: str
    game: str


class DailyStore:
    """Daily matches, apart from their moves."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def secret(self) -> bytes:
        """The bot's own secret, made when it is first asked for, and then never again."""
        return await self._database.write(_secret)

    async def tries(self, user_id: int, day: int) -> dict[str, Try]:
        """A person's tries on one day, by game, also those from before they were forgotten."""

        def work(db: Connection) -> Sequence[Row[Any]]:
            secret = _found_secret(db)
            own = [user_id] if secret is None else [user_id, _mark(secret, user_id, day)]
            query = select(dailies).where(dailies.c.user_id.in_(own), dailies.c.day == day)
            return db.execute(query).all()

        return {row.game: _try(row) for row in await self._database.read(work)}

    async def field(self, day: int, game: str, user_id: int, score: DailyScore) -> Field:
        """The numbers of others who have finished with a worse, an equal and a better score."""
        place, points, level = dailies.c.place, dailies.c.points, dailies.c.place == score.place
        worse = (place > score.place) | level & (points < score.points)
        equal = level & (points == score.points)
        better = (place < score.place) | level & (points > score.points)
        counts = [func.count().filter(condition) for condition in (worse, equal, better)]
        query = select(*counts).where(dailies.c.user_id != user_id, _has_finished(day, game))
        found = await self._database.read(lambda db: db.execute(query).one())
        return Field(worse=found[0], equal=found[1], better=found[2])

    async def days(self, user_id: int) -> Sequence[int]:
        """The days on which this person has finished a daily match of any game, latest first."""
        finished = select(dailies.c.day).where(dailies.c.user_id == user_id, dailies.c.place.is_not(None))
        query = finished.distinct().order_by(dailies.c.day.desc())
        return await self._database.read(lambda db: db.execute(query).scalars().all())

    async def best_in(self, day: int, game: str, guild_id: int, most: int) -> list[Ranked]:
        """The best of those who began their match on this server; among equals, whoever finished first."""
        is_theirs = (sitters.c.match_id == matches.c.id) & (sitters.c.user_id == dailies.c.user_id)
        query = (
            select(dailies.c.user_id, sitters.c.name, dailies.c.place, dailies.c.points)
            .join_from(dailies, matches, matches.c.id == dailies.c.match_id)
            .join(sitters, is_theirs)
            .where(_has_finished(day, game), matches.c.guild_id == guild_id)
        )
        best = query.order_by(*_BEST_FIRST).limit(most)
        return await self._database.read(
            lambda db: [Ranked(*row[:2], DailyScore(*row[2:])) for row in db.execute(best)]
        )

    async def finishers(self, day: int, guild_id: int) -> list[Finisher]:
        """Those who finished a match of this day that they had begun on this server, in order."""
        is_theirs = (sitters.c.match_id == matches.c.id) & (sitters.c.user_id == dailies.c.user_id)
        query = (
            select(dailies.c.user_id, sitters.c.name, dailies.c.game)
            .join_from(dailies, matches, matches.c.id == dailies.c.match_id)
            .join(sitters, is_theirs)
            .where(dailies.c.day == day, dailies.c.place.is_not(None), matches.c.guild_id == guild_id)
        )
        first = query.order_by(dailies.c.ended_at, dailies.c.match_id)
        return await self._database.read(lambda db: [Finisher(*row) for row in db.execute(first)])

    async def days_of_server(self, guild_id: int) -> Sequence[int]:
        """The days whose daily somebody has finished on this server, latest first."""
        query = select(server_days.c.day).where(server_days.c.guild_id == guild_id).order_by(server_days.c.day.desc())
        return await self._database.read(lambda db: db.execute(query).scalars().all())

    async def note_solved(self, user_id: int, day: int, game: str) -> None:
        """Stores that this person has solved a game's puzzle of this day."""
        row = {"user_id": user_id, "day": day, "game": game}
        await self._database.write(lambda db: put_new(db, solved_puzzles, [row]))

    async def solved(self, user_id: int) -> dict[int, set[str]]:
        """The games whose puzzles this person has solved, by day, latest first."""
        query = select(solved_puzzles).where(solved_puzzles.c.user_id == user_id).order_by(solved_puzzles.c.day.desc())

        def work(db: Connection) -> dict[int, set[str]]:
            found: dict[int, set[str]] = {}
            for row in db.execute(query):
                found.setdefault(row.day, set()).add(row.game)
            return found

        return await self._database.read(work)

    async def best(self, day: int, game: str) -> Try | None:
        """The best try of a day whose match is still kept; the first of equals."""
        query = select(dailies).where(dailies.c.day == day, dailies.c.game == game, _HAS_MATCH_AND_SCORE)
        row = await self._database.read(lambda db: db.execute(query.order_by(*_BEST_FIRST).limit(1)).first())
        return None if row is None else _try(row)

    async def with_best(self, day: int) -> frozenset[str]:
        """The games in which `best` finds something on that day."""
        query = select(dailies.c.game).where(dailies.c.day == day, _HAS_MATCH_AND_SCORE).distinct()
        return await self._database.read(lambda db: frozenset(db.execute(query).scalars()))

    async def closing(self, before: int) -> list[int]:
        """The numbers of the matches under way that belong to days before this one."""
        query = select(matches.c.id).where(matches.c.day.is_not(None), matches.c.day < before, IS_OPEN)
        return await self._database.read(lambda db: list(db.execute(query).scalars()))


def claim_try(db: Connection, table: Table) -> None:
    """Uses up the only try of this table's host. Raises: IntegrityError if it has been used."""
    row = {"day": table.day, "game": table.game, "user_id": table.host_id, "match_id": table.id}
    db.execute(insert(dailies).values(row))


def conclude(db: Connection, table: Table, score: DailyScore) -> None:
    """Stores how a daily match ended, and that there was one on its server, unless its player keeps that private."""
    found = {"place": score.place, "points": score.points, "ended_at": table.changed_at}
    db.execute(update(dailies).where(dailies.c.match_id == table.id).values(found))
    theirs = (preferences.c.kind == "person") & (preferences.c.id == table.host_id)
    hides = db.execute(select(preferences.c.hides_stats).where(theirs)).scalar()
    if table.place.guild_id and not hides:
        put_new(db, server_days, [{"guild_id": table.place.guild_id, "day": table.day}])


def leave_marks(db: Connection, user_id: int, since: int) -> None:
    """Puts marks in place of somebody's tries from this day on, so that no second one follows their being forgotten.

    Shape: a mark is below 0, says nothing of what the try came to, and without the secret nothing of whose it was.
    """
    query = select(dailies.c.day, dailies.c.game).where(dailies.c.user_id == user_id, dailies.c.day >= since)
    for day, game in db.execute(query).all():
        deal = (dailies.c.day == day) & (dailies.c.game == game)
        mark = _mark(_secret(db), user_id, day)
        db.execute(delete(dailies).where(deal, dailies.c.user_id == mark))
        emptied = {"user_id": mark, "match_id": None, "place": None, "points": None, "ended_at": None}
        db.execute(update(dailies).where(deal, dailies.c.user_id == user_id).values(emptied))


def _mark(secret: bytes, user_id: int, day: int) -> int:
    """The number in place of a forgotten person's id on one day."""
    made = digest(secret, f"finte daily mark\nday {day}\nuser {user_id}\n".encode("ascii"), "sha256")
    return -1 - int.from_bytes(made[:MARK_BYTES])


def _found_secret(db: Connection) -> bytes | None:
    """The bot's own secret, if it has been made."""
    query = select(secret_values.c.value).where(secret_values.c.name == KEPT_AS)
    found = db.execute(query).scalar_one_or_none()
    return None if found is None else bytes.fromhex(found)


def _secret(db: Connection) -> bytes:
    """The bot's own secret, which is made now if need be."""
    if (found := _found_secret(db)) is None:
        put_new(db, secret_values, [{"name": KEPT_AS, "value": secrets.token_hex(SECRET_BYTES)}])
        found = _found_secret(db)  # another process may have been faster
    assert found is not None
    return found


def _try(row: Row[Any]) -> Try:
    score = None if row.place is None or row.points is None else DailyScore(row.place, row.points)
    return Try(row.day, row.game, row.user_id, row.match_id, score)


def _has_finished(day: int, game: str) -> ColumnElement[bool]:
    return (dailies.c.day == day) & (dailies.c.game == game) & dailies.c.place.is_not(None)


_HAS_MATCH_AND_SCORE = dailies.c.place.is_not(None) & dailies.c.match_id.is_not(None)

_BEST_FIRST = (dailies.c.place, dailies.c.points.desc(), dailies.c.ended_at, dailies.c.match_id)
