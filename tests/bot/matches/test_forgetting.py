"""Forgetting a person while the bot runs: they leave first, the others play on and keep what is theirs."""

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Forgetting
from bot.store.leaderboard import Leaderboard, RankingQuery
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import Forgotten
from bot.store.results import recount
from bot.store.schema import opening_balances, ratings, sitters
from bot.store.schema import results as results_table
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.table import Person, Place
from tests.bot.matches.conftest import Results
from tests.bot.matches.forgotten import ids_in
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, lobby, play_out
from tests.bot.results import Played
from tests.clock import Clock

DORA = Person(4, "Dora")


async def test_a_lobby_forgets_that_its_host_has_removed_somebody(
    matches: Matches, forgetting: Forgetting, store: Store
) -> None:
    table = await lobby(matches, BEN, CLEO)
    for guest in (BEN, CLEO):
        await matches.lobby.remove(table.id, ANA.user_id, guest)

    await forgetting.forget(BEN.user_id)

    stored = await store.table(table.id)
    assert stored
    assert stored.removed == (CLEO.user_id,)
    joined = await matches.lobby.join(table.id, DORA)  # memory knows no more than the disk
    assert joined.table.removed == (CLEO.user_id,)


async def differences(engine: AsyncEngine) -> object:
    """What comes out differently when all ratings are worked out anew."""
    return await recount(engine, repairs=False)


async def test_the_others_play_on_and_get_their_results(
    matches: Matches, match: Match, forgetting: Forgetting, results: Results
) -> None:
    await forgetting.forget(BEN.user_id)
    later = await matches.get(match.table.id)
    assert [person.is_former for person in later.table.people] == [False, True, False]
    assert later.table.people[1].name == "a former player"
    assert later.table.leavers == (1,)
    assert later.state == match.state

    ended = await play_out(matches, later)

    assert ended.table.phase == "over"
    assert set(await results(match.table.id)) == {ANA.user_id, CLEO.user_id}


async def test_a_match_that_ends_afterwards_leaves_nothing_about_the_former_player(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting
) -> None:
    await play_out(matches, await begun(matches, BEN))
    match = await begun(matches, BEN, CLEO)
    await forgetting.forget(BEN.user_id)
    ended = await play_out(matches, await matches.get(match.table.id))

    async with engine.connect() as db:
        for table in (ratings, opening_balances):
            assert not (await db.execute(select(table).where(table.c.user_id < 0))).all(), table.name
        nameless = (
            (await db.execute(select(results_table.c.user_id).where(results_table.c.user_id < 0))).scalars().all()
        )
    assert ended.table.people[1].user_id in nameless
    assert set(ended.changes) >= {ANA.user_id, CLEO.user_id}
    assert await differences(engine) == []


async def test_the_ratings_of_the_others_come_out_the_same_when_they_are_counted_anew(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, clock: Clock
) -> None:
    for people in ((BEN, CLEO), (BEN,), (CLEO, DORA), (BEN, DORA)):
        clock.now += 60
        await play_out(matches, await begun(matches, *people))
    before = await standings_of(engine, ANA, DORA)

    await forgetting.forget(BEN.user_id)
    await forgetting.forget(CLEO.user_id)

    assert before
    assert await standings_of(engine, ANA, DORA) == before
    assert await differences(engine) == []


async def standings_of(engine: AsyncEngine, *people: Person) -> list[object]:
    theirs = ratings.c.user_id.in_([person.user_id for person in people])
    async with engine.connect() as db:
        return list((await db.execute(select(ratings).where(theirs).order_by(*ratings.c))).all())


async def test_a_former_player_has_no_rank_in_front_of_anyone(store: Store) -> None:
    played = Played(store)
    for day in range(12):
        await played((ANA, 1), (CLEO, 0), at=day * 2 * DAY_SECONDS)

    match_id = await played((ANA, 2), (CLEO, 1), (Person(-5, "a former player"), 0), at=30 * DAY_SECONDS)

    changes, _ = await store.aftermath(match_id)
    assert changes[CLEO.user_id].rank_after == 2
    assert set(changes) == {ANA.user_id, CLEO.user_id}


async def test_all_matches_that_are_over_have_the_same_number_and_no_other_person_has_it(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting
) -> None:
    for _ in range(2):
        await play_out(matches, await begun(matches, BEN, CLEO))

    await forgetting.forget(BEN.user_id)
    await forgetting.forget(CLEO.user_id)

    async with engine.connect() as db:
        ids = (await db.execute(select(sitters.c.user_id).order_by(sitters.c.match_id, sitters.c.seat))).scalars().all()
    assert ids == [ANA.user_id, ids[1], ids[2]] * 2
    assert ids[1] != ids[2]
    assert max(ids[1:3]) < 0


async def test_lobbies_are_left_and_their_next_person_becomes_host(
    matches: Matches, forgetting: Forgetting, engine: AsyncEngine
) -> None:
    table = await lobby(matches, BEN)

    await forgetting.forget(ANA.user_id)

    later = (await matches.get(table.id)).table
    assert later.people == (BEN,)
    assert later.host_id == BEN.user_id
    assert ANA.user_id not in await ids_in(engine)


async def test_the_last_one_at_a_table_closes_it(matches: Matches, forgetting: Forgetting) -> None:
    alone, among = await lobby(matches), await begun(matches, robots=1)

    await forgetting.forget(ANA.user_id)

    assert (await matches.get(alone.id)).table.phase == "cancelled"
    assert not (await matches.get(among.table.id)).table.is_open
    assert (await matches.get(among.table.id)).table.people[0].is_former


async def test_everything_about_them_is_gone(
    engine: AsyncEngine, matches: Matches, match: Match, forgetting: Forgetting
) -> None:
    await play_out(matches, match)
    lesson = await matches.lessons.take("bluff", options={}, place=HERE, learner=BEN, robot=STEADY)
    await PanelStore(engine).remember(PanelToken(match.table.id, BEN.user_id, 5, "secret", "@original", "fr", 100))
    await PreferenceStore(engine).keep(Preference("person", BEN.user_id, pictures=False))

    gone = await forgetting.forget(BEN.user_id)

    assert gone == Forgotten(results=1, names=1, seats=1, lessons=1, panels=1, choices=1)
    assert BEN.user_id not in await ids_in(engine)
    assert await Store(engine).table(lesson.table.id) is None
    async with engine.connect() as db:
        known = set((await db.execute(select(results_table.c.user_id))).scalars())
    assert {one for one in known if one > 0} == {ANA.user_id, CLEO.user_id}


async def test_what_was_played_in_direct_messages_is_gone_with_its_leaderboard(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, caplog: pytest.LogCaptureFixture
) -> None:
    table = await lobby(matches, robots=1, place=Place(0, 99))
    await play_out(matches, await matches.lobby.start(table.id, ANA.user_id))
    still_open = await lobby(matches, robots=1, place=Place(0, 99))

    await forgetting.forget(ANA.user_id)

    assert await Store(engine).table(table.id) is None
    assert await Store(engine).table(still_open.id) is None
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    async with engine.connect() as db:
        for left in (results_table, ratings):
            assert not (await db.execute(select(left))).all()


async def test_somebody_who_plays_again_starts_anew(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, clock: Clock
) -> None:
    await play_out(matches, await begun(matches, BEN))
    await forgetting.forget(BEN.user_id)

    await play_out(matches, await begun(matches, BEN))

    leaderboard = Leaderboard(engine, clock)
    query = RankingQuery(HERE.community_id, "bluff", "people", "all")
    found = {line.user_id: line for line in (await leaderboard.ranking(query, reader=0, first=0, lines=10)).lines}
    assert found[BEN.user_id].matches == 1
    assert found[ANA.user_id].matches == 2
    assert await differences(engine) == []


async def test_what_is_kept_in_memory_is_told(forgetting: Forgetting) -> None:
    told: list[int] = []
    forgetting.on_forgotten.append(told.append)

    await forgetting.forget(BEN.user_id)

    assert told == [BEN.user_id]


async def test_open_tables_are_shown_again_without_the_name(
    matches: Matches, match: Match, forgetting: Forgetting
) -> None:
    shown: list[Match] = []
    matches.on_change.append(shown.append)

    await forgetting.forget(BEN.user_id)

    assert shown[-1].table.id == match.table.id
    assert BEN not in shown[-1].table.people
