"""Reviews of matches on disk: who has asked for one, and what has been found so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.database import Database
from bot.store.schema import matches, moves, reviews, sitters
from bot.store.tables import within
from games.core import Seat

Found = Sequence[Sequence[Any]]
"""Findings about decisions, one entry each, as lists and numbers."""


@dataclass(frozen=True, slots=True)
class StoredReview:
    """One person's review of one match. Units: `asked_at` in seconds since 1970."""

    match_id: int
    seat: Seat
    user_id: int
    asked_at: int
    is_done: bool = False
    verdicts: Found = ()


class ReviewStore:
    """Reviews that are done, under way, or waiting."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def find(self, match_id: int, user_id: int) -> StoredReview | None:
        """This person's review of this match; None if they haven't asked for one."""
        found = await self._select((reviews.c.match_id == match_id) & (reviews.c.user_id == user_id))
        return found[0] if found else None

    async def waiting(self, share: Share = EVERYTHING) -> list[StoredReview]:
        """Every unfinished review of this share's matches, in the order in which they were asked for."""
        is_own = exists().where(matches.c.id == reviews.c.match_id, within(share))
        return await self._select(~reviews.c.is_done & is_own)

    async def asked_since(self, user_id: int, moment: int) -> list[StoredReview]:
        """The reviews that this person has asked for since that moment."""
        return await self._select((reviews.c.user_id == user_id) & (reviews.c.asked_at >= moment))

    async def begin(self, review: StoredReview) -> bool:
        """Stores that somebody has asked for a review. Shape: False if there is one already, or no such seat."""
        own = (sitters.c.match_id == review.match_id) & (sitters.c.user_id == review.user_id)
        row = {name: getattr(review, name) for name in ("match_id", "seat", "user_id", "asked_at")}

        def work(db: Connection) -> bool:
            if db.execute(select(sitters.c.seat).where(own).with_for_update()).first() is None:
                return False  # they have been forgotten meanwhile
            db.execute(insert(reviews).values(**row, is_done=False, verdicts=[]))
            return True

        try:
            return await self._database.write(work)
        except IntegrityError:
            return False

    async def save(self, review: StoredReview) -> bool:
        """Stores what has been found so far.

        Shape: False if the review is gone, with its match or its person, or if another process has found as much.
        """
        own = (reviews.c.match_id == review.match_id) & (reviews.c.user_id == review.user_id)
        known, number = func.json_array_length(reviews.c.verdicts), len(review.verdicts)
        is_behind = known <= number if review.is_done else known < number
        found = {"is_done": review.is_done, "verdicts": list(review.verdicts)}
        saving = update(reviews).where(own, ~reviews.c.is_done, is_behind).values(found)
        return await self._database.write(lambda db: bool(db.execute(saving).rowcount))

    async def stood_in(self, match_id: int) -> frozenset[int]:
        """The numbers of the moves that the computer made in people's places."""
        query = select(moves.c.number).where(moves.c.match_id == match_id, moves.c.stood_in)
        return await self._database.read(lambda db: frozenset(db.execute(query).scalars()))

    async def _select(self, condition: ColumnElement[bool]) -> list[StoredReview]:
        query = select(reviews).where(condition).order_by(reviews.c.asked_at, reviews.c.match_id, reviews.c.seat)
        return await self._database.read(lambda db: [StoredReview(*row) for row in db.execute(query)])
