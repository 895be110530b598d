"""The host's commands `forget` and `recompute`."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import CannotStart
from bot.matches.intents import Matches
from bot.ops import chores
from bot.ops.chores import NEXT_BEAT_SECONDS
from bot.share import Share
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Preference, PreferenceStore
from bot.store.processes import Heartbeat
from bot.store.schema import metadata, players, preferences, ratings, results
from bot.store.store import Store
from bot.tables.table import Person
from tests.bot.people import ANA, BEN, HERE, STEADY, begun, lobby, play_out
from tests.bot.results import Played
from tests.clock import Clock, Naps

ZOE = Person(77_000_001, "Zoë Quux")
NAME = ZOE.name.encode()


async def forget(engine: AsyncEngine, clock: Clock, naps: Naps | None = None) -> str:
    return await chores.forget(engine, ZOE.user_id, clock=clock, sleep=naps or Naps())


async def recompute(engine: AsyncEngine, clock: Clock, *, checks: bool) -> str:
    return await chores.recompute(engine, checks=checks, clock=clock, sleep=Naps())


async def everything_kept(engine: AsyncEngine) -> str:
    """All rows of all tables."""
    async with engine.connect() as db:
        return "\n".join([str((await db.execute(select(table))).all()) for table in metadata.sorted_tables])


async def lived(engine: AsyncEngine, matches: Matches) -> None:
    """Lets Zoë win a match, take a lesson, look at panels and change her settings."""
    await Played(Store(engine))((ZOE, 2), (BEN, 1))
    lesson = await matches.lessons.take("bluff", options={}, place=HERE, learner=ZOE, robot=STEADY)
    token = PanelToken(lesson.table.id, ZOE.user_id, 5, "c2VjcmV0", "@original", "fr", 100)
    await PanelStore(engine).remember(token)
    await PreferenceStore(engine).keep(Preference("person", ZOE.user_id, pictures=False))


async def test_nothing_is_left_of_somebody_who_plays_nowhere(
    engine: AsyncEngine, matches: Matches, clock: Clock
) -> None:
    await lived(engine, matches)

    said = await forget(engine, clock)

    kept = await everything_kept(engine)
    assert ZOE.name not in kept
    assert str(ZOE.user_id) not in kept
    assert "c2VjcmV0" not in kept
    assert "1 results, 1 names, 1 names at tables, 1 lessons, 0 panel tokens, 1 sets of choices" in said


async def test_nothing_is_left_in_the_file_either(
    engine: AsyncEngine, matches: Matches, clock: Clock, file: Path
) -> None:
    await lived(engine, matches)
    await matches.lobby.leave((await lobby(matches, ZOE)).id, ZOE.user_id)

    await forget(engine, clock)

    for written in file.parent.iterdir():
        assert NAME not in written.read_bytes(), written.name


async def test_the_others_keep_what_is_theirs(engine: AsyncEngine, matches: Matches, clock: Clock) -> None:
    await lived(engine, matches)

    await forget(engine, clock)

    async with engine.connect() as db:
        assert BEN.user_id in (await db.execute(select(results.c.user_id))).scalars().all()
        assert (await db.execute(select(players.c.name))).scalars().all() == [BEN.name]


async def test_a_match_under_way_goes_on_without_the_name(engine: AsyncEngine, matches: Matches, clock: Clock) -> None:
    match = await begun(matches, ZOE, robots=1)

    await forget(engine, clock)

    later = await Matches(Store(engine), clock=clock, rng=Random(2)).get(match.table.id)
    assert [person.name for person in later.table.people] == [ANA.name, "a former player"]
    assert later.state == match.state
    assert ZOE.name not in await everything_kept(engine)


@pytest.mark.parametrize("nobody", [0, -7, 2**63])
async def test_a_number_that_is_no_users_id_forgets_nobody(
    engine: AsyncEngine, matches: Matches, clock: Clock, nobody: int
) -> None:
    await lived(engine, matches)
    before = await everything_kept(engine)

    with pytest.raises(CannotStart, match="No Discord user"):
        await chores.forget(engine, nobody, clock=clock, sleep=Naps())

    assert await everything_kept(engine) == before


async def test_while_the_bot_runs_nothing_is_removed(engine: AsyncEngine, matches: Matches, clock: Clock) -> None:
    await lived(engine, matches)
    before = await everything_kept(engine)
    heartbeat = Heartbeat(engine)
    await heartbeat.beat(int(clock.now), {0: 0})

    async def beat(seconds: float) -> None:
        clock.now += seconds
        await heartbeat.beat(int(clock.now), {0: 0})

    with pytest.raises(CannotStart, match="stop it first"):
        await chores.forget(engine, ZOE.user_id, clock=clock, sleep=beat)

    async with engine.connect() as db:
        assert (await db.execute(select(func.count()).select_from(preferences))).scalar_one() == 1
    assert ZOE.name in before


@pytest.mark.parametrize("shard", [0, 1])
async def test_a_bot_that_has_just_stopped_is_waited_for(
    engine: AsyncEngine, matches: Matches, clock: Clock, capsys: pytest.CaptureFixture[str], shard: int
) -> None:
    await lived(engine, matches)
    await Heartbeat(engine, Share((shard,), 2)).beat(int(clock.now) - 5, {shard: 0})
    naps = Naps()

    await forget(engine, clock, naps)

    assert naps.taken == [NEXT_BEAT_SECONDS]
    assert capsys.readouterr().err == (
        "A bot used this database, or the one that it was copied from, 5 s ago. "
        "Waiting 15 seconds to see whether it still does; if not, this goes on …\n"
    )
    assert ZOE.name not in await everything_kept(engine)


async def test_all_sums_are_what_the_stored_matches_add_up_to(
    engine: AsyncEngine, matches: Matches, clock: Clock
) -> None:
    await play_out(matches, await begun(matches, BEN, ZOE))
    await play_out(matches, await begun(matches, robots=2))

    assert (await recompute(engine, clock, checks=True)).startswith("All ratings")


async def test_a_check_fails_where_a_sum_is_wrong_and_a_repair_mends_it(
    engine: AsyncEngine, matches: Matches, clock: Clock
) -> None:
    await play_out(matches, await begun(matches, BEN))
    async with engine.begin() as db:
        await db.execute(update(ratings).where(ratings.c.user_id == BEN.user_id).values(wins=7))

    with pytest.raises(CannotStart, match="ratings: 4 missing, 4 superfluous"):
        await recompute(engine, clock, checks=True)
    assert await recompute(engine, clock, checks=False) == "Repaired. ratings: 4 missing, 4 superfluous."
    assert (await recompute(engine, clock, checks=True)).startswith("All ratings")


async def test_nothing_is_counted_anew_while_the_bot_runs(engine: AsyncEngine, clock: Clock) -> None:
    heartbeat = Heartbeat(engine)
    await heartbeat.beat(int(clock.now), {0: 0})

    async def beats(seconds: float) -> None:
        clock.now += seconds
        await heartbeat.beat(int(clock.now), {0: 0})

    with pytest.raises(CannotStart, match="stop it first"):
        await chores.recompute(engine, checks=True, clock=clock, sleep=beats)
