"""How a day's results compare: by place, then by points; and who is listed where."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import VersionConflict
from bot.store.retention import RetentionStore
from bot.store.store import Store
from bot.tables.periods import DailyScore, Field
from bot.tables.table import Person, Robot, Table
from games.core import CHANCE, Move
from tests.bot.daily_matches import ELSEWHERE
from tests.bot.people import HERE, draft

DAY = 20_000
LOG = [Move(CHANCE, "opening 1 / 2")]

Finished = Callable[..., Awaitable[Table]]


@pytest.fixture
def store(engine: AsyncEngine) -> Store:
    return Store(engine)


@pytest.fixture
def finished(store: Store) -> Finished:
    """Stores a daily match that has ended like this."""

    async def finish(user_id: int, place: int, points: int, *, day: int = DAY, at: int = 0, **facts: object) -> Table:
        person = Person(user_id, f"Player {user_id}")
        new = draft(person, Robot("medium", "Ada"), options={}, day=day, phase="playing", changed_at=at, **facts)
        table = await store.open(new)
        ended = closed(table)
        await store.append(ended, 0, LOG, None, score=DailyScore(place, points))
        return ended

    return finish


def closed(table: Table) -> Table:
    """The table at its end."""
    return replace(table, phase="over", version=table.version + 1)


async def test_a_better_place_counts_first_then_more_points(store: Store, finished: Finished) -> None:
    for user_id, (place, points) in enumerate([(1, 2), (1, 5), (2, 9), (1, 3)], 1):
        await finished(user_id, place, points)

    assert await store.dailies.field(DAY, "bluff", 4, DailyScore(1, 3)) == Field(worse=2, equal=0, better=1)


async def test_equal_results_share(store: Store, finished: Finished) -> None:
    for user_id in (1, 2, 3):
        await finished(user_id, 1, 4)

    assert await store.dailies.field(DAY, "bluff", 1, DailyScore(1, 4)) == Field(equal=2)


async def test_the_first_player_of_a_day_has_nobody_to_compare_with(store: Store, finished: Finished) -> None:
    await finished(1, 1, 4)
    await finished(2, 1, 4, day=DAY - 1)
    await store.open(draft(Person(3, "Cleo"), options={}, day=DAY))

    assert await store.dailies.field(DAY, "bluff", 1, DailyScore(1, 4)) == Field()


async def test_the_best_of_a_server_are_those_who_began_there(store: Store, finished: Finished) -> None:
    await finished(1, 2, 0)
    await finished(2, 1, 3, at=20)
    await finished(3, 1, 3, at=10)

    listed = await store.dailies.best_in(DAY, "bluff", HERE.guild_id, 5)

    assert [(line.user_id, line.name) for line in listed] == [(3, "Player 3"), (2, "Player 2"), (1, "Player 1")]
    assert len(await store.dailies.best_in(DAY, "bluff", HERE.guild_id, 2)) == 2
    assert not await store.dailies.best_in(DAY, "bluff", ELSEWHERE.guild_id, 5)


async def test_the_best_match_of_a_day_is_the_first_of_equals(store: Store, finished: Finished) -> None:
    await finished(1, 2, 0)
    await finished(2, 1, 3, at=20)
    best = await finished(3, 1, 3, at=10)

    found = await store.dailies.best(DAY, "bluff")

    assert found is not None
    assert found.match_id == best.id
    assert await store.dailies.best(DAY - 1, "bluff") is None


async def test_days_count_once_and_only_if_finished(store: Store, finished: Finished) -> None:
    await finished(1, 1, 1, day=DAY - 1)
    await finished(1, 1, 1)
    await finished(1, 3, 0, game="tuecke")
    await store.open(draft(Person(1, "Ana"), options={}, day=DAY + 1))

    assert await store.dailies.days(1) == [DAY, DAY - 1]


async def test_a_refused_second_try_leaves_no_match(store: Store, finished: Finished) -> None:
    table = await finished(1, 1, 1)

    with pytest.raises(VersionConflict):
        await finished(1, 1, 1)
    assert await store.table(table.id + 1) is None


async def test_moves_go_after_a_while_and_the_result_stays(
    store: Store, finished: Finished, engine: AsyncEngine
) -> None:
    old, young = await finished(1, 1, 1), await finished(1, 1, 2, day=DAY + 1)
    retention = RetentionStore(engine)

    found = await retention.dailies_before(DAY + 1, 10)
    await retention.delete_matches(found)

    assert found == [old.id]
    assert (await store.dailies.tries(1, DAY))["bluff"].match_id is None
    assert (await store.dailies.tries(1, DAY))["bluff"].score == DailyScore(1, 1)
    assert (await store.dailies.tries(1, DAY + 1))["bluff"].match_id == young.id


async def test_only_open_matches_of_earlier_days_are_closing(store: Store, finished: Finished) -> None:
    await finished(1, 1, 1)
    begun = await store.open(draft(Person(2, "Ben"), options={}, day=DAY))
    await store.open(draft(Person(3, "Cleo"), options={}, day=DAY + 1))

    assert await store.dailies.closing(DAY + 1) == [begun.id]
