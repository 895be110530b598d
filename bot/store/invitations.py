"""Invitations of the last hour, and whether two people have played together."""

from sqlalchemy import Connection, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import invitations, results

MOST_INVITATIONS = 5
"""Invitations that one person may make within `LIMIT_SECONDS`. The refusal says it in words."""

LIMIT_SECONDS = 3600


class InvitedEnough(Exception):
    """The person has made too many invitations lately. Units: `again_at` in seconds since 1970."""

    def __init__(self, again_at: int) -> None:
        super().__init__()
        self.again_at = again_at


def count_invitations(db: Connection, user_id: int, count: int, now: int) -> None:
    """Counts so many more invitations by this person. Raises: InvitedEnough if there were too many lately."""
    if not count:
        return
    if db.engine.dialect.name == "postgresql":
        db.execute(select(func.pg_advisory_xact_lock(user_id)))  # else two transactions could count the same ones
    lately = (invitations.c.user_id == user_id) & (invitations.c.invited_at > now - LIMIT_SECONDS)
    made = list(db.execute(select(invitations.c.invited_at).where(lately).order_by(invitations.c.id)).scalars())
    if (excess := len(made) + count - MOST_INVITATIONS) > 0:
        raise InvitedEnough(made[excess - 1] + LIMIT_SECONDS)
    db.execute(insert(invitations), [{"user_id": user_id, "invited_at": now}] * count)


class InvitationStore:
    """What decides about invitations on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def have_played(self, one_id: int, other_id: int) -> bool:
        """Whether these two people have played a match together, on any server."""
        theirs = results.alias()
        together = exists().where(theirs.c.match_id == results.c.match_id, theirs.c.user_id == other_id)
        query = select(results.c.match_id).where(results.c.user_id == one_id, together).limit(1)
        return await self._database.read(lambda db: db.execute(query).first()) is not None
