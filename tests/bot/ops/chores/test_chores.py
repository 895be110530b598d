"""The host's commands `forget` and `recompute`, and the rest of the bot that every chore waits for."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import CannotStart
from bot.matches.intents import Matches
from bot.ops import chores
from bot.ops.chores import NEXT_BEAT_SECONDS
from bot.share import Share
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Preference, PreferenceStore
from bot.store.processes import Heartbeat, LeaseRecords
from bot.store.schema import metadata, players, ratings, results
from bot.store.store import Store
from bot.tables.table import Person
from tests.bot.people import ANA, BEN, HERE, STEADY, begun, lobby, play_out
from tests.bot.results import Played
from tests.clock import Clock, Naps

ZOE = Person(77_000_001, "Zoë Quux")


async def forget(engine: AsyncEngine, clock: Clock, user_id: int = ZOE.user_id) -> str:
    return await chores.forget(engine, user_id, clock=clock, sleep=Naps())


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


async def test_nothing_is_left_of_somebody_who_plays_nowhere_and_others_keep_what_is_theirs(
    engine: AsyncEngine, matches: Matches, clock: Clock, file: Path
) -> None:
    await lived(engine, matches)
    await matches.lobby.leave((await lobby(matches, ZOE)).id, ZOE.user_id)

    said = await forget(engine, clock)

    kept = await everything_kept(engine)
    for trace in (ZOE.name, str(ZOE.user_id), "c2VjcmV0"):
        assert trace not in kept
    for written in file.parent.iterdir():
        assert ZOE.name.encode() not in written.read_bytes(), written.name
    assert "1 results, 1 names, 1 names at tables, 1 lessons, 0 panel tokens, 1 sets of choices" in said
    async with engine.connect() as db:
        assert BEN.user_id in (await db.execute(select(results.c.user_id))).scalars().all()
        assert {*(await db.execute(select(players.c.name))).scalars()} == {ANA.name, BEN.name}


async def test_a_check_fails_where_a_sum_is_wrong_and_a_repair_mends_it(
    engine: AsyncEngine, matches: Matches, clock: Clock
) -> None:
    await play_out(matches, await begun(matches, BEN))
    await play_out(matches, await begun(matches, robots=2))
    assert (await recompute(engine, clock, checks=True)).startswith("All ratings")
    async with engine.begin() as db:
        await db.execute(update(ratings).where(ratings.c.user_id == BEN.user_id).values(wins=7))

    with pytest.raises(CannotStart, match="ratings: 4 missing, 4 superfluous"):
        await recompute(engine, clock, checks=True)
    assert await recompute(engine, clock, checks=False) == "Repaired. ratings: 4 missing, 4 superfluous."
    assert (await recompute(engine, clock, checks=True)).startswith("All ratings")


@pytest.mark.parametrize(
    "chore",
    [
        lambda engine: partial(chores.forget, engine, ZOE.user_id),
        lambda engine: partial(chores.recompute, engine, checks=False),
        lambda engine: partial(chores.move_to, engine, engine),
    ],
    ids=["forget", "recompute", "move-to"],
)
async def test_while_the_bot_runs_nothing_is_changed(
    engine: AsyncEngine, matches: Matches, clock: Clock, chore: Callable[[AsyncEngine], Callable[..., Awaitable[str]]]
) -> None:
    await lived(engine, matches)
    heartbeat = Heartbeat(engine)
    await heartbeat.beat(int(clock.now), {0: 0})
    kept: list[str] = []

    async def beat(seconds: float) -> None:
        clock.now += seconds
        await heartbeat.beat(int(clock.now), {0: 0})
        kept.append(await everything_kept(engine))

    with pytest.raises(CannotStart, match="stop it first"):
        await chore(engine)(clock=clock, sleep=beat)

    assert kept == [await everything_kept(engine)]


@pytest.mark.parametrize("ended", [(0,), (0, 1)], ids=["one of two", "both"])
async def test_only_a_bot_that_has_not_ended_cleanly_is_waited_for(
    engine: AsyncEngine, clock: Clock, capsys: pytest.CaptureFixture[str], ended: tuple[int, ...]
) -> None:
    await LeaseRecords(engine, (0, 1)).claim("a bot")
    await Heartbeat(engine, Share((0, 1), 2)).beat(int(clock.now) - 5, {0: 0, 1: 0})
    await LeaseRecords(engine, ended).end("a bot")
    naps = Naps()

    await chores.recompute(engine, checks=True, clock=clock, sleep=naps)

    is_waited_for = ended != (0, 1)
    assert naps.taken == [NEXT_BEAT_SECONDS] * is_waited_for
    assert capsys.readouterr().err == is_waited_for * (
        "A bot used this database, or the one that it was copied from, 5 s ago. "
        "Waiting 15 seconds to see whether it still does; if not, this goes on …\n"
    )
