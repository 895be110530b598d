"""Who sits where, on disk. Each function runs in a transaction of the store."""

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import players, sitters
from bot.tables.table import Person, Robot, Table


async def seat(db: AsyncConnection, table: Table) -> None:
    """Stores who sits where, and the current names of people who have just sat down."""
    known = set((await db.execute(select(sitters.c.user_id).where(sitters.c.match_id == table.id))).scalars())
    for person in table.people:
        if person.user_id not in known:
            await _name(db, table.place.community_id, person)
    await db.execute(delete(sitters).where(sitters.c.match_id == table.id))
    rows = [
        {
            "match_id": table.id,
            "seat": seat,
            "user_id": sitter.user_id if isinstance(sitter, Person) else None,
            "name": sitter.name,
            "computer": sitter.level if isinstance(sitter, Robot) else None,
            "words": (sitter.words or None) if isinstance(sitter, Person) else None,
        }
        for seat, sitter in enumerate(table.sitters)
    ]
    await db.execute(insert(sitters), rows)


async def _name(db: AsyncConnection, community_id: int, person: Person) -> None:
    """Stores the person's name in this community."""
    known = (players.c.community_id == community_id) & (players.c.user_id == person.user_id)
    rename = update(players).where(known).values(name=person.name)
    if (await db.execute(rename)).rowcount:
        return
    new = {"community_id": community_id, "user_id": person.user_id, "name": person.name}
    try:
        async with db.begin_nested():
            await db.execute(insert(players).values(new))
    except IntegrityError:  # another table has seated them in this moment
        await db.execute(rename)
