"""On PostgreSQL, changes in a transaction wait for the next question. That saves round trips, and changes nothing."""

from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import pytest
from sqlalchemy import bindparam, event, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import Store
from bot.store.schema import preferences, results
from bot.store.sums.schema import honours, streaks, tallies
from bot.store.sums.upsert import add, put
from bot.store.units import Statement, ask, perform, units_of
from bot.tables.table import Person
from tests.bot.results import Played
from tests.bot.store.test_direct import agreeing
from tests.database import empty_database
from tests.postgresql import SKIPPED

pytestmark = SKIPPED

MOST_STATEMENTS_AT_AN_END = 16

STREAKS: Final = Statement(select(streaks.c.current).where(streaks.c.user_id == bindparam("person")))
FIRSTS: Final = Statement(select(honours.c.user_id).where(honours.c.kind == "win", honours.c.game == "bluff"))
TALLIES: Final = Statement(select(tallies.c.matches).where(tallies.c.user_id == bindparam("person")))


def streak(user_id: int, current: int) -> dict[str, object]:
    return {"community_id": 1, "user_id": user_id, "game": "", "kind": "won", "current": current, "best": current}


def tally(user_id: int) -> dict[str, object]:
    key = {"community_id": 1, "user_id": user_id, "game": "", "topic": "pace", "key": "live"}
    return key | {"matches": 1, "wins": 0}


@pytest.fixture(params=["postgresql"])
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    async with empty_database(request) as new:
        yield new


@pytest.fixture
def executed(engine: AsyncEngine) -> Iterator[list[str]]:
    """The statements that are sent from now on."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:  # noqa: ANN401 - as SQLAlchemy calls it
        sent.append(statement)

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine.sync_engine, "before_cursor_execute", note)


async def test_changes_go_with_a_question_about_something_else(engine: AsyncEngine, executed: list[str]) -> None:
    async def work(db: AsyncConnection) -> object:
        await put(db, streaks, [streak(1, 5), streak(2, 6)])
        await perform(db, agreeing(7))
        return await ask(db, FIRSTS)  # it has parameters of its own, named after columns

    assert await units_of(engine).transact(work) == []

    assert len(executed) == 1
    async with engine.connect() as db:
        assert (await db.execute(select(streaks.c.current).order_by(streaks.c.user_id))).scalars().all() == [5, 6]
        assert (await db.execute(select(preferences.c.id))).scalars().all() == [7]


async def test_a_question_sees_the_changes_before_it(engine: AsyncEngine, executed: list[str]) -> None:
    async def work(db: AsyncConnection) -> object:
        await put(db, streaks, [streak(1, 5)])
        return await ask(db, STREAKS, person=1)

    assert await units_of(engine).transact(work) == [(5,)]
    assert len(executed) == 2


async def test_changes_of_one_table_keep_their_order(engine: AsyncEngine) -> None:
    async def work(db: AsyncConnection) -> object:
        for current in (1, 2, 3):
            await put(db, streaks, [streak(1, current)])
        await add(db, tallies, [tally(1), tally(1)])
        return await ask(db, STREAKS, person=1), await ask(db, TALLIES, person=1)

    assert await units_of(engine).transact(work) == ([(3,)], [(2,)])


async def test_a_change_that_is_refused_at_the_end_undoes_all(engine: AsyncEngine) -> None:
    async def work(db: AsyncConnection) -> None:
        await put(db, streaks, [streak(1, 5)])
        await perform(db, agreeing(7))
        await perform(db, agreeing(7))

    with pytest.raises(IntegrityError):
        await units_of(engine).transact(work)

    async with engine.connect() as db:
        assert not (await db.execute(select(streaks.c.current))).all()
        assert not (await db.execute(select(preferences.c.id))).all()


async def test_the_end_of_a_match_takes_few_round_trips(engine: AsyncEngine, executed: list[str]) -> None:
    played = Played(Store(engine))
    people = [(Person(number, str(number)), number) for number in (1, 2, 3, 4)]
    await played(*people)  # makes the rankings
    executed.clear()

    match_id = await played(*people, at=2000)

    at_the_end = executed[next(at for at, one in enumerate(executed) if "INSERT INTO moves" in one) :]
    assert len(at_the_end) <= MOST_STATEMENTS_AT_AN_END
    async with engine.connect() as db:
        noted = select(results.c.rating_after).where(results.c.match_id == match_id)
        assert None not in (await db.execute(noted)).scalars().all()
