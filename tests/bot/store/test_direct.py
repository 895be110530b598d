"""What a function in a unit asks and writes."""

from typing import Final

import pytest
from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.schema import matches, preferences
from bot.store.units import Statement, Step, ask, numbered, one_of, perform, units_of
from tests.bot.people import ANA, BEN, CLEO

ADD: Final = Statement(insert(preferences), ("kind", "id", "is_everywhere"))
AGREES: Final = Statement(
    select(preferences.c.id, preferences.c.is_everywhere).where(
        preferences.c.kind == "person", one_of(preferences.c.id, "person", 2)
    )
)
ADD_MATCH: Final = Statement(
    insert(matches).values(game="bluff").returning(matches.c.id, matches.c.options, matches.c.is_lesson),
    ("rules_version", "options", "capacity", "phase", "guild_id", "channel_id", "host_id", "version", "changed_at"),
)
GAME: Final = Statement(select(matches.c.game).where(matches.c.id == bindparam("match")))


def agreeing(*people: int) -> Step:
    return Step(ADD, [{"kind": "person", "id": one, "is_everywhere": True} for one in people])


async def test_what_a_statement_finds_is_converted_to_python_values(engine: AsyncEngine) -> None:
    async def work(db: AsyncConnection) -> object:
        await perform(db, agreeing(ANA.user_id, BEN.user_id, CLEO.user_id))
        return await ask(db, AGREES, **numbered("person", (BEN.user_id, CLEO.user_id)))

    found = await units_of(engine).transact(work)

    assert repr(found) == repr([(BEN.user_id, True), (CLEO.user_id, True)])


async def test_a_statement_can_have_values_of_its_own_and_return_what_it_wrote(engine: AsyncEngine) -> None:
    new = dict.fromkeys(ADD_MATCH.columns, 1) | {"options": {"reroll": True}, "phase": "lobby"}

    async def work(db: AsyncConnection) -> tuple[object, ...]:
        ((number, options, is_lesson),) = await ask(db, ADD_MATCH, **new)
        return options, is_lesson, await ask(db, GAME, match=number)

    assert await units_of(engine).transact(work) == ({"reroll": True}, False, [("bluff",)])


async def test_what_the_database_refuses_raises_the_error_of_sqlalchemy(engine: AsyncEngine) -> None:
    async def work(db: AsyncConnection) -> None:
        await perform(db, agreeing(ANA.user_id))
        with pytest.raises(IntegrityError):
            await perform(db, agreeing(ANA.user_id))
        raise KeyError

    with pytest.raises(KeyError):
        await units_of(engine).transact(work)


async def test_a_part_of_a_transaction_can_be_rolled_back_alone(engine: AsyncEngine) -> None:
    async def work(db: AsyncConnection) -> object:
        await perform(db, agreeing(ANA.user_id))
        kept = await db.begin_nested()
        await perform(db, agreeing(BEN.user_id))
        await kept.commit()
        gone = await db.begin_nested()
        await perform(db, agreeing(CLEO.user_id))
        await gone.rollback()
        return [(await ask(db, AGREES, **numbered("person", (one, 0)))) for one in (1, 2, 3)]

    assert await units_of(engine).transact(work) == [[(ANA.user_id, True)], [(BEN.user_id, True)], []]


async def test_work_can_also_ask_through_sqlalchemy(engine: AsyncEngine) -> None:
    async def work(db: AsyncConnection) -> object:
        await perform(db, agreeing(ANA.user_id))
        return (await db.execute(select(preferences.c.id))).scalars().all()

    assert await units_of(engine).transact(work) == [ANA.user_id]
