"""Ratings worked out anew from the stored results are those that were kept while matches ended."""

import asyncio
from itertools import permutations
from random import Random

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import PrivacyStore
from bot.store.results import recount
from bot.store.retention import RetentionStore
from bot.store.schema import matches, ratings, results
from bot.tables.clock import DAY_SECONDS
from bot.tables.standings import Field
from bot.tables.table import Person
from tests.bot.people import ANA, BEN, CLEO, HERE
from tests.bot.results import NOW, Played

PEOPLE = [Person(number, f"Person {number}") for number in range(1, 8)]

Rows = dict[tuple[object, ...], tuple[object, ...]]


@pytest.fixture
async def everywhere(engine: AsyncEngine) -> None:
    """One server counts everywhere, and some people are listed there."""
    preferences = PreferenceStore(engine)
    await preferences.keep(Preference("community", HERE.guild_id, is_everywhere=True))
    for person in PEOPLE[:3]:
        await preferences.list_everywhere(Preference("person", person.user_id, is_everywhere=True), person.name)


@pytest.fixture
async def season(everywhere: None, played: Played) -> list[int]:  # noqa: ARG001 - has to be chosen first
    """Random matches of random people, servers and games, at times that mostly go up."""
    rng, now, numbers = Random(1), NOW, []
    for _ in range(25):
        now += rng.choice((0, 60, 7200, DAY_SECONDS, 40 * DAY_SECONDS, -30))
        group = rng.sample(PEOPLE, rng.choice((1, 2, 2, 3, 4)))
        points = tuple((person, rng.randrange(4)) for person in group)
        where, game = rng.choice((HERE.guild_id, 11)), rng.choice(("bluff", "faehrte"))
        field: Field = "people" if len(group) > 1 else "computer"
        numbers.append(await played(*points, at=now, guild_id=where, game=game, field=field))
    return numbers


async def rows(engine: AsyncEngine) -> Rows:
    async with engine.connect() as db:
        found = (await db.execute(select(*ratings.c))).all()
    return {tuple(row[:5]): tuple(row[5:]) for row in found}


@pytest.mark.usefixtures("season")
async def test_a_wrong_rating_is_found_and_only_repaired_if_asked(engine: AsyncEngine) -> None:
    right = await rows(engine)
    assert await recount(engine, repairs=False) == []
    async with engine.begin() as db:
        await db.execute(update(ratings).where(ratings.c.user_id == 1).values(mu=99.0))
        await db.execute(update(results).where(results.c.user_id == 2).values(rating_after=5))

    found = await recount(engine, repairs=False)
    assert [one.table for one in found] == ["ratings", "results"]
    assert await recount(engine, repairs=True) == found
    assert await recount(engine, repairs=False) == []
    assert await rows(engine) == right


@pytest.mark.usefixtures("everywhere")
async def test_matches_that_end_at_once_count_one_after_the_other(engine: AsyncEngine, played: Played) -> None:
    pairs = 3 * list(permutations((ANA, BEN, CLEO), 2))

    await asyncio.gather(*(played(*zip(pair, (1, 0), strict=True)) for pair in pairs))

    assert await recount(engine, repairs=False) == []
    async with engine.connect() as db:
        in_all = await db.execute(select(ratings.c.matches).where(ratings.c.user_id == ANA.user_id))
    assert in_all.scalars().all() == [12] * 8


async def test_a_deletion_changes_nobody_elses_rating(engine: AsyncEngine, season: list[int]) -> None:
    gone = PEOPLE[1].user_id
    before = {key: row for key, row in (await rows(engine)).items() if gone not in key}

    await PrivacyStore(engine).forget(gone, season)

    assert await rows(engine) == before
    assert await recount(engine, repairs=True) == []
    assert await rows(engine) == before
    async with engine.connect() as db:
        assert gone not in (await db.execute(select(results.c.user_id))).scalars().all()
        assert not any((await db.execute(select(results.c.figures).where(results.c.user_id < 0))).scalars())


async def test_matches_that_are_not_kept_still_count_and_across_servers_without_their_server(
    engine: AsyncEngine, season: list[int]
) -> None:
    before = await rows(engine)
    retention = RetentionStore(engine)

    await retention.delete_matches(season)
    async with engine.connect() as db:
        assert not (await db.execute(select(matches.c.id))).all()
    assert await rows(engine) == before
    assert await recount(engine, repairs=False) == []

    while not await retention.forget_some(HERE.guild_id):
        pass
    assert await rows(engine) == {key: row for key, row in before.items() if key[0] != HERE.guild_id}
    assert await recount(engine, repairs=False) == []
    async with engine.connect() as db:
        assert HERE.guild_id not in (await db.execute(select(results.c.community_id))).scalars().all()
