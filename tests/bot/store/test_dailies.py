"""Comparison of the results of a day: by place, then by points; and who is listed where."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.errors import VersionConflict
from bot.store.store import Store
from bot.tables.periods import DailyScore, Field
from bot.tables.table import Person, Robot, Table
from games.core import CHANCE, Move
from tests.bot.daily_matches import ELSEWHERE
from tests.bot.people import HERE, draft

DAY = 20_000

Finished = Callable[..., Awaitable[Table]]


def player(number: int) -> Person:
    return Person(number, f"Player {number}")


@pytest.fixture
def finished(store: Store) -> Finished:
    """Stores a daily match that has ended like this."""

    async def finish(user_id: int, place: int, points: int, *, day: int = DAY, at: int = 0, **facts: object) -> Table:
        robot = Robot("medium", "Ada")
        new = draft(player(user_id), robot, options={}, day=day, phase="playing", changed_at=at, **facts)
        ended = replace(await store.open(new), phase="over", version=1)
        await store.append(ended, 0, [Move(CHANCE, "opening 1 / 2")], None, score=DailyScore(place, points))
        return ended

    return finish


async def test_a_better_place_counts_first_then_more_points(store: Store, finished: Finished) -> None:
    assert await store.dailies.field(DAY, "bluff", 4, DailyScore(1, 3)) == Field()

    for user_id, (place, points) in enumerate([(1, 2), (1, 5), (2, 9), (1, 3), (1, 3)], 1):
        await finished(user_id, place, points)
    await finished(6, 1, 3, day=DAY - 1)
    await store.open(draft(player(7), options={}, day=DAY))

    assert await store.dailies.field(DAY, "bluff", 4, DailyScore(1, 3)) == Field(worse=2, equal=1, better=1)


async def test_the_best_are_those_of_a_day_and_a_server_and_the_first_of_equals(
    store: Store, finished: Finished
) -> None:
    await finished(1, 2, 0)
    await finished(2, 1, 3, at=20)
    best = await finished(3, 1, 3, at=10)

    listed = await store.dailies.best_in(DAY, "bluff", HERE.guild_id, 5)
    first = await store.dailies.best(DAY, "bluff")

    assert [(line.user_id, line.name) for line in listed] == [(3, "Player 3"), (2, "Player 2"), (1, "Player 1")]
    assert len(await store.dailies.best_in(DAY, "bluff", HERE.guild_id, 2)) == 2
    assert not await store.dailies.best_in(DAY, "bluff", ELSEWHERE.guild_id, 5)
    assert first
    assert first.match_id == best.id
    assert await store.dailies.best(DAY - 1, "bluff") is None


async def test_days_count_once_and_only_if_finished(store: Store, finished: Finished) -> None:
    await finished(1, 1, 1, day=DAY - 1)
    await finished(1, 1, 1)
    await finished(1, 3, 0, game="tuecke")
    begun = await store.open(draft(player(1), options={}, day=DAY + 1))
    await store.open(draft(player(1), options={}, day=DAY + 2))

    assert await store.dailies.days(1) == [DAY, DAY - 1]
    assert await store.dailies.closing(DAY + 2) == [begun.id]


async def test_a_refused_second_try_leaves_no_match(store: Store, finished: Finished) -> None:
    table = await finished(1, 1, 1)

    with pytest.raises(VersionConflict):
        await finished(1, 1, 1)
    assert await store.latest_id() == table.id
