"""Ratings worked out anew from the stored results are those that were kept while matches ended."""

from random import Random

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import PrivacyStore
from bot.store.results import Difference, recount
from bot.store.retention import RetentionStore
from bot.store.schema import matches, ratings, results
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.standings import Field
from bot.tables.table import Person
from tests.bot.people import HERE
from tests.bot.results import NOW, Played

PEOPLE = [Person(number, f"Person {number}") for number in range(1, 8)]


class Season:
    """Stores random matches of random people, servers and games, at times that mostly go up."""

    def __init__(self, engine: AsyncEngine, seed: int) -> None:
        self._played = Played(Store(engine))
        self._rng = Random(seed)
        self._now = NOW

    async def play(self, times: int) -> list[int]:
        rng, numbers = self._rng, []
        for _ in range(times):
            self._now += rng.choice((0, 60, 7200, DAY_SECONDS, 40 * DAY_SECONDS, -30))
            group = rng.sample(PEOPLE, rng.choice((1, 2, 2, 3, 4)))
            points = tuple((person, rng.randrange(4)) for person in group)
            where, game = rng.choice((HERE.guild_id, 11)), rng.choice(("bluff", "faehrte"))
            field: Field = "people" if len(group) > 1 else "computer"
            numbers.append(await self._played(*points, at=self._now, guild_id=where, game=game, field=field))
        return numbers


@pytest.fixture
def season(engine: AsyncEngine) -> Season:
    return Season(engine, 1)


async def compare(engine: AsyncEngine, *, repairs: bool = False) -> list[Difference]:
    return await recount(engine, repairs=repairs)


async def everywhere(engine: AsyncEngine) -> None:
    """One server counts everywhere, and some people are listed there."""
    preferences = PreferenceStore(engine)
    await preferences.keep(Preference("community", HERE.guild_id, is_everywhere=True))
    for person in PEOPLE[:3]:
        await preferences.list_everywhere(Preference("person", person.user_id, is_everywhere=True), person.name)


async def rows(engine: AsyncEngine) -> dict[tuple[object, ...], tuple[object, ...]]:
    async with engine.connect() as db:
        found = (await db.execute(select(*ratings.c))).all()
    return {tuple(row[:5]): tuple(row[5:]) for row in found}


async def test_ratings_worked_out_anew_are_the_same(engine: AsyncEngine, season: Season) -> None:
    await everywhere(engine)
    await season.play(40)

    assert await rows(engine)
    assert await compare(engine) == []


async def test_a_wrong_rating_is_found_and_only_repaired_if_asked(engine: AsyncEngine, season: Season) -> None:
    await season.play(20)
    right = await rows(engine)
    async with engine.begin() as db:
        await db.execute(update(ratings).where(ratings.c.user_id == 1).values(mu=99.0))
        await db.execute(update(results).where(results.c.user_id == 2).values(rating_after=5))

    found = await compare(engine)
    assert [one.table for one in found] == ["ratings", "results"]
    assert await compare(engine, repairs=True) == found
    assert await compare(engine) == []
    assert await rows(engine) == right


async def test_ratings_follow_the_order_in_which_matches_ended(engine: AsyncEngine) -> None:
    """Three matches that share people, whose times say another order than their ends."""
    played = Played(Store(engine))
    ann, ben, cleo = PEOPLE[:3]
    await played((ann, 2), (ben, 0), at=NOW + 60)
    await played((ben, 2), (cleo, 0), at=NOW)
    await played((cleo, 2), (ann, 0), at=NOW + 30)
    one = await rows(engine)
    assert await compare(engine) == []

    async with engine.begin() as db:  # the other way round
        await db.execute(update(results).values(number=4 - results.c.number))

    assert {found.table for found in await compare(engine, repairs=True)} == {"ratings", "results"}
    assert (await rows(engine)).keys() == one.keys()
    assert await rows(engine) != one


async def test_a_deletion_changes_nobody_elses_rating(engine: AsyncEngine, season: Season) -> None:
    await everywhere(engine)
    numbers = await season.play(40)
    gone = PEOPLE[1].user_id
    before = {key: row for key, row in (await rows(engine)).items() if gone not in key}

    await PrivacyStore(engine).forget(gone, numbers)

    assert await rows(engine) == before
    assert await compare(engine) == []
    assert await compare(engine, repairs=True) == []
    assert await rows(engine) == before
    async with engine.connect() as db:
        assert gone not in (await db.execute(select(results.c.user_id))).scalars().all()
        assert not any((await db.execute(select(results.c.figures).where(results.c.user_id < 0))).scalars())


async def test_matches_that_are_not_kept_still_count(engine: AsyncEngine, season: Season) -> None:
    await everywhere(engine)
    numbers = await season.play(30)
    before = await rows(engine)

    await RetentionStore(engine).delete_matches(numbers)

    async with engine.connect() as db:
        assert not (await db.execute(select(matches.c.id))).all()
    assert await rows(engine) == before
    assert await compare(engine) == []


async def test_a_server_that_is_forgotten_leaves_what_counts_across_servers(
    engine: AsyncEngine, season: Season
) -> None:
    await everywhere(engine)
    numbers = await season.play(30)
    before = await rows(engine)
    retention = RetentionStore(engine)

    await retention.delete_matches(numbers)
    while not await retention.forget_some(HERE.guild_id):
        pass

    assert await rows(engine) == {key: row for key, row in before.items() if key[0] != HERE.guild_id}
    assert await compare(engine) == []
    async with engine.connect() as db:
        assert HERE.guild_id not in (await db.execute(select(results.c.community_id))).scalars().all()
